import type { IDataObject, NodeParameterValueType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type * as ProjectionModule from '../../../../nodes/shared/output/projection';
import type { RecordKind } from '../../../../nodes/shared/output/records';
import { built } from '../../../kit/built.mts';

const { projection } = built<typeof ProjectionModule>('shared/output/projection');

/** Returns a record as the option Safe Text shows it. */
const safe = (
	record: IDataObject,
	kind?: RecordKind,
	parameters: Record<string, NodeParameterValueType> = {},
) => {
	const given: Record<string, NodeParameterValueType> = {
		'options.safeText': true,
		...parameters,
	};
	const getNodeParameter = (name: string, fallback: NodeParameterValueType) =>
		given[name] ?? fallback;
	return projection({ getNodeParameter }, kind)(record);
};

const HOSTILE = '<!channel>\nhttps://evil.com';
const LINES = '‹!channel›\nhttps:\u200B//evil.\u200Bcom';
const LINE = LINES.replace('\n', ' ');

describe('Safe Text', () => {
	it('makes the texts of a record harmless, a name or title as one line', () => {
		expect(safe({ id: 5, title: HOSTILE, description: HOSTILE }, 'video')).toEqual({
			id: 5,
			title: LINE,
			description: LINES,
		});
		const customer = { id: 7, name: HOSTILE, email: 'ada@example.com' };
		const comment = { id: 5, content: HOSTILE, _embedded: { customer, video: { title: 'A' } } };
		expect(safe(comment, 'comment')).toEqual({
			id: 5,
			content: LINES,
			video_title: 'A',
			customer_id: 7,
			customer_name: LINE,
			customer_email: 'ada@example.com',
		});
	});

	it('leaves IDs, dates, fixed words, email addresses and URLs of the service as they are', () => {
		const href = 'https://api.example.com/videos/5';
		const video = {
			_links: { self: { href }, files: { href: `${href}/files` } },
			id: 5,
			title: 'Low Tide',
			status: 'uploaded',
			duration: { seconds: 5, formatted: '00:00:05' },
			thumbnail: { small: `${href}/s.jpg`, medium: `${href}/m.jpg` },
			tracks: { subtitles: [{ _links: { srt: { href } }, label: 'English' }] },
			plans: ['public'],
			created_at: '2026-01-01T00:00:00Z',
		};
		for (const output of ['simplified', 'full']) {
			const parameters = { 'options.safeText': false, output };
			expect(safe(video, 'video', { output })).toEqual(safe(video, 'video', parameters));
		}
	});

	it.each([
		['email', 'customer'],
		['customer_email', 'comment'],
		['similarTo', undefined],
	] as const)('leaves the email address in %s as it is', (name, kind) => {
		const odd = { [name]: '_a~b_@example.com' };
		expect(safe({ id: 1, ...odd }, kind, { output: 'full' })).toMatchObject(odd);
	});

	it.each<[RecordKind, IDataObject]>([
		['liveEvent', { live_status: '_now_', geo_available: ['_A_'], geo_unavailable: ['_B_'] }],
		['liveEvent', { media_type: '_tv_', time_available: '_1_', time_unavailable: '_2_' }],
		['video', { scheduled_at: '_3_', live_status: '_now_', updated_at: '_4_' }],
		['file', { quality: '_hd_', format: '_mp_', method: '_get_', mime_type: '_a_' }],
		['customer', { browse_url: '_a_', oauth: { access_token: '_b_' } }],
		['token', { access_token: '_a_', refresh_token: '_b_', token_type: '_c_', scope: '_d_' }],
		['authorization', { token: '_a_', expires_at: '_1_', player: { html: '_b_', host: '_c_' } }],
		['pairingCode', { code: '_a_' }],
	])('leaves what no person wrote in a %s as it is: %j', (kind, fields) => {
		expect(safe(fields, kind, { output: 'full' })).toMatchObject(fields);
		expect(safe({ note: '_a_' }, kind, { output: 'full' })).not.toMatchObject({ note: '_a_' });
	});

	it('trusts no email address that could be markup', () => {
		const email = '"<!here>"@example.com';
		expect(safe({ id: 1, email }, 'customer')).toMatchObject({
			email: '"‹!here›"@\u200Bexample.\u200Bcom',
		});
	});

	it('makes everything in metadata harmless, whatever its name', () => {
		const metadata = { id: HOSTILE, list: [HOSTILE], inner: { href: HOSTILE } };
		expect(safe({ id: 5, title: 'A', metadata }, 'video', { output: 'full' })).toMatchObject({
			metadata: { id: LINES, list: [LINES], inner: { href: LINES } },
		});
	});

	it('makes fields harmless that no documentation names, and the rows of a report', () => {
		const unknown = { id: 1, name: 'A', nickname_of: HOSTILE, tags: [HOSTILE] };
		expect(safe(unknown, 'customer', { output: 'full' })).toMatchObject({
			nickname_of: LINES,
			tags: [LINE],
		});
		expect(safe({ source: HOSTILE, count: 3 })).toEqual({ source: LINES, count: 3 });
	});

	it('leaves Raw as the service sent it', () => {
		const record = { id: 5, title: HOSTILE };
		expect(safe(record, 'video', { output: 'raw' })).toBe(record);
	});

	it.each<[RecordKind, IDataObject, IDataObject]>([
		['customer', { id: 7, name: null }, { name: 'customer 7' }],
		['customer', { email: 'a@b.example' }, { name: 'a customer' }],
		['customer', { id: 7, name: ' \u200B ' }, { name: 'customer 7' }],
		[
			'customer',
			{ id: 7, name: 'A', _embedded: { products: [{ id: 3 }] } },
			{ products: ['product 3'] },
		],
		['product', { id: 3, name: '' }, { name: 'product 3' }],
		['video', { id: 501, title: '' }, { title: 'video 501' }],
		['collection', { id: 4 }, { name: 'collection 4' }],
		['liveEvent', { id: 12, title: null }, { title: 'live event 12' }],
		['liveEvent', { id: 12, title: null, name: 'Gala' }, { title: 'Gala' }],
		['item', { id: 5, type: 'season' }, { title: 'season 5' }],
		['item', { id: 5, _links: { self: { href: '/videos/5' } } }, { title: 'video 5' }],
		[
			'comment',
			{ id: 1, video_id: 501 },
			{ customer_name: 'a customer', video_title: 'video 501' },
		],
		[
			'comment',
			{ id: 1, _embedded: { customer: { id: 9 }, video: { id: 2 } } },
			{ customer_name: 'customer 9', video_title: 'video 2' },
		],
	])('names a %s without a name: %j', (kind, record, named) => {
		expect(safe(record, kind)).toMatchObject(named);
	});

	it('names records in a record, and adds no name that was not chosen', () => {
		const reply = { id: 2, content: 'B', _embedded: { customer: { id: 8, name: '' } } };
		const comment = { id: 1, content: 'A', video_id: 5, _embedded: { comments: [reply] } };
		expect(safe(comment, 'comment', { output: 'full' })).toMatchObject({
			customer: { name: 'a customer' },
			comments: [{ customer: { name: 'customer 8' } }],
		});
		const collection = { id: 1, name: 'A', trailer: { id: 4, title: null } };
		expect(safe(collection, 'collection', { output: 'full' })).toMatchObject({
			trailer: { title: 'video 4' },
		});
		expect(
			safe({ id: 5, email: 'a@b.example' }, 'customer', {
				output: 'selected',
				outputFields: ['email'],
			}),
		).toEqual({ id: 5, email: 'a@b.example' });
	});

	it('leaves records as they are while it is off', () => {
		const record = { id: 5, title: HOSTILE };
		expect(safe(record, 'video', { 'options.safeText': false })).toEqual(record);
		expect(() => safe(record, 'video', { 'options.safeText': 'maybe' })).toThrow('"Safe Text"');
	});
});
