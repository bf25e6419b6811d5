import type { IDataObject } from 'n8n-workflow';

import { LightAccount, PRODUCTS, USUAL_QUIRKS } from './account.mts';

/** The moment of the saved states. */
export const SAVED_AT = Date.UTC(2026, 0, 1, 12);

/** An account as it was when the states under `saved/` were saved; of each event, how it goes on. */
export interface SavedScene {
	event: string;
	parameters: IDataObject;
	/** Makes the event happen; gives the id of its record. */
	act(account: LightAccount, now: number): number;
}

export function savedAccount(now: () => number): LightAccount {
	const account = new LightAccount({
		now,
		pageSize: 10,
		...USUAL_QUIRKS,
	});
	const before = (index: number) => SAVED_AT - (index + 1) * 60_000;
	for (let index = 0; index < 35; index++) {
		account.addCustomer(before(index), [index % 5 === 0 ? 'cancelled' : 'enabled']);
		account.addLiveEvent(before(index));
		const video = account.addVideo(index % 7 === 0 ? 'processing' : 'uploaded', before(index));
		account.addComment(video, before(index));
	}
	return account;
}

/** The first video of {@link savedAccount}, which is processed. */
const VIDEO = 106;

export const savedScenes: SavedScene[] = [
	{
		event: 'customerCreated',
		parameters: {},
		act: (account, now) => account.addCustomer(now),
	},
	{
		event: 'liveEventCreated',
		parameters: { product: PRODUCTS[0] },
		act: (account, now) => account.addLiveEvent(now),
	},
	{
		event: 'commentCreated',
		parameters: {},
		act: (account, now) => account.addComment(VIDEO, now),
	},
	...['uploadCompleted', 'videoPublished'].map((event) => ({
		event,
		parameters: {},
		act(account: LightAccount) {
			account.setVideoStatus(VIDEO, 'uploaded');
			return VIDEO;
		},
	})),
	{
		event: 'customerStatusChanged',
		parameters: {},
		act: (account, now) => account.addCustomer(now, ['paused']),
	},
	{
		event: 'productAdded',
		parameters: { product: PRODUCTS[0] },
		act: (account, now) => account.addCustomer(now),
	},
];
