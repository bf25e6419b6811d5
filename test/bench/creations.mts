import type { BenchAccount } from './account.mts';
import type { BenchN8n } from './n8n.mts';
import { seconds, type Section } from './report.mts';
import { SIZES } from './sizes.mts';
import { create, type Setting, type Way } from './workflows.mts';

const { creations: CREATIONS } = SIZES;
/** Customer creations per second that the service accepts (docs/developers/service.md, Limits). */
const CREATIONS_PER_SECOND = 5;
const FASTEST = (CREATIONS / CREATIONS_PER_SECOND) * 1000;

interface Creation {
	what: string;
	ms: number;
	created: number;
	refused: number;
}

/** An n8n that creates customers in one execution. */
interface Creator {
	n8n: BenchN8n;
	setting: Setting;
	way: Way;
}

/** Creates customers, divided equally between the instances. */
async function measureCreation(
	{ service }: BenchAccount,
	what: string,
	...creators: [Creator, ...Creator[]]
): Promise<Creation> {
	const count = CREATIONS / creators.length;
	const prefix = `${what.replaceAll(' ', '-')}.`;
	const runs = creators.map(async ({ n8n, setting, way }, part) => {
		const input = Array.from({ length: count }, (_, n) => ({
			email: `${prefix}${part}.${n}@example.com`,
		}));
		return await n8n.run(await n8n.publish(what, { input, nodes: way(setting) }));
	});
	const times = (await Promise.all(runs)).map(({ ms }) => ms);
	const statuses = (await service.requests())
		.filter(({ method, body }) => method === 'POST' && body.includes(prefix))
		.map(({ status }) => status);
	const created = statuses.filter((status) => status === 201).length;
	// The HTTP Request node loses those that are refused.
	if (what.startsWith('this package') && created !== CREATIONS)
		throw new Error(`"${what}" has created ${created} customers instead of ${CREATIONS}.`);
	return {
		what,
		ms: Math.max(...times),
		created,
		refused: statuses.filter((status) => status === 429).length,
	};
}

/** Measures the package and the HTTP Request node one after another, since the limit is per account. */
export async function compareCreations(n8n: BenchN8n, account: BenchAccount): Promise<Creation[]> {
	const { settings } = account;
	const ours = { n8n, setting: settings.ours, way: create.ours };
	const theirs = { n8n, setting: settings.theirs, way: create.theirs() };
	const batching = { batchSize: CREATIONS_PER_SECOND, batchInterval: 1000 };
	const batched = { ...theirs, way: create.theirs(batching) };
	return [
		await measureCreation(account, 'this package', ours),
		await measureTwoWorkers(account, ours),
		await measureCreation(account, 'HTTP Request node in batches of 5 a second', batched),
		await measureCreation(account, 'HTTP Request node', theirs),
	];
}

/** Two n8n processes that share only the account, like two queue workers, with half of the creations each. */
async function measureTwoWorkers(account: BenchAccount, first: Creator): Promise<Creation> {
	const n8n = first.n8n.another();
	try {
		await n8n.restart();
		const { ours: setting } = await n8n.settingsFor(account.service);
		return await measureCreation(account, 'this package in two workers', first, {
			...first,
			n8n,
			setting,
		});
	} finally {
		await n8n.remove();
	}
}

/** Beside each time stands how many customers were created, and how much of the shortest possible time it is. */
export const creationSection = (creations: Creation[]): Section => ({
	title: `${CREATIONS} creations, beside the ${seconds(FASTEST)} that the limit allows`,
	columns: ['time', 'created, refused (429)'],
	rows: creations.map(({ what, ms, created, refused }) => ({
		what,
		cells: [seconds(ms), `${created}, ${refused}`],
		ratio: (ms / FASTEST).toFixed(2),
	})),
});
