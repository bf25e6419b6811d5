import type { Change, Scene, Stage, Truth } from '../history.mts';
import { picked } from '../../kit/defined.mts';

interface Fact extends Truth {
	at: number;
	video: number;
}

/** Comments and replies on several videos; videos appear and are deleted. */
export function comments({ account, now, history, isBeginning, countOf }: Stage): Scene {
	const facts = new Map<number, Fact>();
	const videos: number[] = [];
	const isChosen = history.variant % 3 === 0;
	// With few requests a round takes several polls.
	const isTight = history.variant % 4 === 0;
	let watched = new Set<number>();
	/** What was watched before the last change. */
	let previous = watched;
	let beganAt = 0;
	let newestVideoAt = 0;
	let hasBegun = false;
	let changes = 0;
	const second = () => Math.floor(now() / 1000);

	const addVideo = () => {
		videos.push(account.addVideo('uploaded', now()));
		newestVideoAt = second();
	};
	const add = (id: number, video: number, at: number) => {
		const isDue = hasBegun && !isBeginning() && at >= beganAt && (!isChosen || watched.has(video));
		facts.set(id, { at, video, isDue, most: 1 });
	};
	const comment = (pick: number, count: number, late: number) => {
		const video = picked(videos, pick);
		const at = second() - late;
		for (let index = 0; index < count; index++)
			add(account.addComment(video, at * 1000), video, at);
	};
	const reply = (pick: number) => {
		const [id, fact] = [...facts][pick % Math.max(1, facts.size)] ?? [];
		if (id === undefined || replies.has(id) || !videos.includes(fact?.video ?? 0)) return;
		const video = fact?.video ?? 0;
		const answer = account.addReply(id, now());
		replies.add(answer);
		add(answer, video, second());
	};
	const replies = new Set<number>();

	for (let index = 0; index <= history.before; index++) addVideo();
	for (let index = 0; index < history.before * 2; index++) comment(index * 7, 1, 3600);

	const parameters = () => ({
		event: 'commentCreated',
		...(isChosen ? { videos: [...watched] } : {}),
		options: { batchSize: history.batch, ...(isTight ? { requestsPerPoll: 5 } : {}) },
	});
	watched = new Set(videos.slice(0, 4));

	return {
		parameters: parameters(),
		begin() {
			beganAt = second();
			for (const [id, fact] of facts) {
				fact.isDue = false;
				// Of videos that the first poll cannot look at, the newest record elsewhere decides.
				const isUncertain = isTight && fact.at >= newestVideoAt;
				fact.most = countOf(`commentCreated:${id}`) + (isUncertain ? 1 : 0);
			}
			hasBegun = true;
		},
		change({ kind, pick, count, late }: Change) {
			if (kind < 55) return comment(pick, Math.ceil(kind < 10 ? count : count / 3), late);
			if (kind < 80) return reply(pick);
			if (kind < 92) return addVideo();
			const [video] = videos.length > 2 ? videos.splice(pick % videos.length, 1) : [];
			if (video === undefined) return;
			account.removeVideo(video);
			for (const fact of facts.values()) if (fact.video === video) fact.isDue = false;
		},
		quietPolls: () => (isTight ? 30 : 3),
		truths: () => new Map([...facts].map(([id, fact]) => [`commentCreated:${id}`, fact])),
		changed() {
			if (!isChosen) return parameters();
			previous = watched;
			watched = new Set(videos.slice(changes++ % 3, 5));
			return parameters();
		},
		corrected() {
			const left = [...watched].filter((video) => videos.includes(video));
			const choice = new Set(left.length > 0 ? left : videos);
			// Never the choice that runs already, which would be gone on with: the history has begun anew.
			const isPrevious = [...choice].join() === [...previous].join();
			watched = isPrevious ? new Set([...choice].slice(1)) : choice;
			return parameters();
		},
	};
}
