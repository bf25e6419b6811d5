// What the examples send that write to customers and to the team, event by event.
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { Fault } from '../../service/faults.mts';
import { defined } from '../kit/defined.mts';
import { messagesIn, recipientsOf, textsIn } from './worlds/sent.mts';
import { withExample, type ExampleWorld, type WorldOptions } from './worlds/world.mts';

type Options = Omit<WorldOptions, 'size'>;
type State = Parameters<NonNullable<WorldOptions['settle']>>[0];
type Answer = NonNullable<WorldOptions['answer']>;
/** What happens at the service before the triggers look again. */
type Happening = (state: State) => void;

const PRODUCT = 101;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SCHEDULE = /^Every /;

/** What left an example: the recipient of each message with its texts, what it changed, and why executions failed. */
interface Left {
	messages: string[];
	writes: string[];
	errors: string[];
	sent: ExampleWorld['sent'];
}

const leftOf = ({ sent, writes }: ExampleWorld, errors: string[]): Left => ({
	messages: messagesIn(sent).map((one) =>
		[recipientsOf(one).join(), ...textsIn(one).map(([, text]) => text)].join(' | '),
	),
	writes,
	errors,
	sent: [...sent],
});

/** Publishes an example, lets things happen, and returns what left it. */
async function published(
	name: string,
	happenings: Happening[],
	{ faults = [], ...options }: Options & { faults?: Fault[] } = {},
): Promise<Left> {
	let state: State | undefined;
	const settle = (given: State) => {
		state = given;
		options.settle?.(given);
	};
	return await withExample(name, { ...options, settle }, async (world) => {
		const errors: string[] = [];
		await world.begin();
		for (const fault of faults) world.service.faults.add(fault);
		for (const happen of happenings) {
			happen(defined(state, 'the account'));
			const starts = [...(await world.look())].filter(([trigger]) => !SCHEDULE.test(trigger));
			for (const { error } of await world.run(new Map(starts))) if (error) errors.push(error);
		}
		return leftOf(world, errors);
	});
}

/** Executes an example once for each item, and returns what left it. */
async function executed(
	name: string,
	trigger: string,
	items: IDataObject[],
	options: Options = {},
): Promise<Left> {
	return await withExample(name, options, async (world) => {
		const errors: string[] = [];
		for (const json of items) {
			const { error } = await world.execute(trigger, { json });
			if (error) errors.push(error);
		}
		return leftOf(world, errors);
	});
}

const ADA = { id: 7001, email: 'ada@example.com', name: 'Ada Lovelace' };
const granted = (productId: number) => ({
	productId,
	plan: 'standard' as const,
	isRental: false,
	expiresIn: null,
});
const gets =
	(id: number, product = PRODUCT): Happening =>
	(state) =>
		state.editCustomer(id, (customer) => {
			customer.grants = [granted(product)];
			customer.status = 'enabled';
		});
const becomes =
	(id: number, status: 'cancelled' | 'expired' | 'enabled'): Happening =>
	(state) =>
		state.editCustomer(id, (customer) => {
			customer.status = status;
		});
const withAda =
	(more: object = {}): Happening =>
	(state) =>
		state.addCustomer({ ...ADA, products: [PRODUCT], ...more });
const isOf = (type: string) => (node: INode) => node.type.endsWith(`.${type}`);

const OWN = 'you@example.com';

describe('Execute workflow', () => {
	const settle: Happening = (state) => {
		// Today is 2 March 2026.
		withAda({ createdAt: Date.parse('2025-03-02T10:00:00Z') })(state);
		state.addCustomer({ email: 'left@example.com', products: [PRODUCT], status: 'cancelled' });
		const { id: videoId } = state.addVideo({ title: 'Gala', plans: ['standard'] });
		const scheduledAt = Date.parse('2026-03-02T19:30:00Z');
		const { id: liveEventId } = state.addLiveEvent({ title: 'Gala', scheduledAt, videoId });
		state.editVideo(videoId, (video) => {
			video.liveEventId = liveEventId;
		});
	};

	test.each([
		['product-welcome', 'Access Begins'],
		['not-watching', 'Access Begins'],
		['win-back', 'Customer Left'],
		['anniversary', 'Every Day at 9'],
		['release-announcement', 'Video Published'],
		['live-event-reminder', 'Live Event Created'],
	])('%s: pressed twice, each email goes to the own address', async (name, trigger) => {
		const { sent, errors } = await executed(name, trigger, [{}, {}], { settle, isTry: true });
		const letters = sent.filter(({ node }) => isOf('emailSend')(node));
		expect(letters.length).toBeGreaterThan(1);
		expect(new Set(letters.map(({ parameters }) => parameters.toEmail))).toEqual(new Set([OWN]));
		expect(errors).toEqual([]);
	});

	test.each([
		['release-announcement', 'Video Published'],
		['live-event-reminder', 'Live Event Created'],
	])('%s: Retry of a test that failed does not reach the list either', async (name, trigger) => {
		let isDown = true;
		const options = {
			settle,
			isTry: true,
			isDown: (node: INode) => isDown && isOf('emailSend')(node),
		};
		const reached = await withExample(name, options, async (world) => {
			const failed = await world.execute(trigger);
			expect(failed.error).toBeDefined();
			isDown = false;
			expect((await world.retry(failed)).error).toBeUndefined();
			return leftOf(world, []).messages;
		});
		expect(reached).toEqual([
			expect.stringMatching(/^you@example\.com \|/),
			expect.stringMatching(/^#releases \|/),
		]);
	});
});

describe('win-back', () => {
	test('a customer who came back within three days gets none', async () => {
		const { messages, errors } = await published('win-back', [becomes(ADA.id, 'cancelled')], {
			settle: withAda(),
			meanwhile: becomes(ADA.id, 'enabled'),
		});
		expect([...messages, ...errors]).toEqual([]);
	});

	test('a customer who moved to another product meanwhile is back', async () => {
		const { messages, errors } = await published('win-back', [becomes(ADA.id, 'cancelled')], {
			settle: withAda(),
			meanwhile: gets(ADA.id, 102),
		});
		expect([...messages, ...errors]).toEqual([]);
	});

	test('a customer with a new address gets the email there', async () => {
		const { messages } = await published('win-back', [becomes(ADA.id, 'cancelled')], {
			settle: withAda(),
			meanwhile: (state) =>
				state.editCustomer(ADA.id, (customer) => {
					customer.email = 'ada@new.example.com';
				}),
		});
		expect(messages).toEqual([expect.stringMatching(/^ada@new\.example\.com \|/)]);
	});

	test('a customer who cannot be read gets none, and the execution says why', async () => {
		const { messages, errors } = await published('win-back', [becomes(ADA.id, 'cancelled')], {
			settle: withAda(),
			meanwhile: (state) => state.customers.remove(ADA.id),
		});
		expect(messages).toEqual([]);
		expect(errors).toEqual([expect.stringContaining(`No customer ${ADA.id}`)]);
	});
});

describe('not-watching', () => {
	const watches =
		(...ids: number[]): Happening =>
		(state) =>
			state.editCustomer(ADA.id, (customer) => {
				customer.watching = ids;
			});

	test.each<[string, number, Happening]>([
		['has no video in progress', 1, () => undefined],
		['has a video in progress', 0, watches(20_001)],
		['has lost access', 0, becomes(ADA.id, 'cancelled')],
	])('a customer who %s after a week gets %d emails', async (_, count, meanwhile) => {
		const { messages, errors } = await published('not-watching', [gets(ADA.id)], {
			settle: withAda({ products: [] }),
			meanwhile,
		});
		expect(messages).toHaveLength(count);
		expect(errors).toEqual([]);
	});
});

describe('anniversary', () => {
	const joined = (id: number, createdAt: string): Happening =>
		withAda({ id, email: `c${id}@example.com`, createdAt: Date.parse(createdAt) });
	const settle: Happening = (state) => {
		// Today is 2 March 2026.
		for (const [index, day] of [
			'2025-03-02T22:00:00Z',
			'2024-02-29T10:00:00Z',
			'2023-03-03T10:00:00Z',
			'2025-02-26T10:00:00Z',
			'2026-03-02T01:00:00Z',
		].entries())
			joined(7100 + index, day)(state);
	};

	test('goes to those who joined on this day or up to two days earlier in a year', async () => {
		const { messages } = await executed('anniversary', 'Every Day at 9', [{}], { settle });
		expect(messages.sort()).toEqual([
			expect.stringMatching(/^c7100@example\.com \| Thank you for a year together/),
			expect.stringMatching(/^c7101@example\.com \| Thank you for 2 years together/),
		]);
	});

	test('with the mail server down, all are named, and a day later nobody gets two', async () => {
		const many: Happening = (state) => {
			for (let id = 7200; id < 7240; id += 1) joined(id, '2025-03-02T10:00:00Z')(state);
		};
		const { messages, errors } = await executed('anniversary', 'Every Day at 9', [{}], {
			settle: many,
			isDown: isOf('emailSend'),
		});
		expect(messages).toEqual([]);
		expect(errors).toEqual([
			expect.stringMatching(/^40 got no anniversary email: c7200@.*, c7239@.*\. The key has/),
		]);
	});

	test('three hundred at once get none, and the execution says so', async () => {
		const many: Happening = (state) => {
			for (let id = 7200; id < 7500; id += 1) joined(id, '2025-03-02T10:00:00Z')(state);
		};
		const { messages, errors } = await executed('anniversary', 'Every Day at 9', [{}], {
			settle: many,
		});
		expect(messages).toEqual([]);
		expect(errors).toEqual([
			expect.stringMatching(/^300 customers have an anniversary, more than/),
		]);
	});

	test('comes once a year, and one that is refused is named and keeps no other back', async () => {
		const isDown = (_: INode, { toEmail }: INodeParameters) => toEmail === 'c7100@example.com';
		const { messages, errors } = await executed('anniversary', 'Every Day at 9', [{}, {}], {
			settle,
			isDown,
		});
		expect(messages).toEqual([expect.stringContaining('c7101@example.com')]);
		expect(errors).toEqual(['1 got no anniversary email: c7100@example.com. The key has expired']);
	});
});

describe('failed-charges', () => {
	const call = (body: unknown): IDataObject => ({ headers: {}, body: body as IDataObject });
	const about = (topic: string, more: object = {}) =>
		call({ topic, _embedded: { customer: { id: ADA.id } }, ...more });
	const letters = async (calls: IDataObject[], settle = withAda()) =>
		await executed('failed-charges', 'Call from the Service', calls, { settle });

	test.each([
		['customer.product.charge_failed', 'Is your card still valid?'],
		['customer.charge.failed', 'Is your card still valid?'],
		['ChargeFailed', 'Is your card still valid?'],
		['customer.product.free_trial_will_expire', 'Your trial is about to end'],
		['customer.product.set_cancellation', 'Before you go'],
	])('a call of %s leads to the email "%s"', async (topic, subject) => {
		const { messages, errors } = await letters([about(topic)]);
		expect(messages).toEqual([
			expect.stringMatching(new RegExp(`^ada@example\\.com \\| ${subject.replace('?', '\\?')}`)),
		]);
		expect(errors).toEqual([]);
	});

	test.each([
		[{ customer_id: ADA.id }],
		[{ customer: { id: ADA.id } }],
		[{ data: { customer_id: ADA.id } }],
		[{ data: { customer: { id: ADA.id } } }],
	])('a call that names the customer as %j leads to an email', async (body) => {
		const { messages, errors } = await letters([call({ event: 'payment_failed', ...body })]);
		expect(messages).toEqual([expect.stringMatching(/^ada@example\.com \|/)]);
		expect(errors).toEqual([]);
	});

	test('a customer of any product gets the email before they go', async () => {
		const { messages, errors } = await letters(
			[about('customer.product.set_cancellation')],
			withAda({ products: [102] }),
		);
		expect(messages).toEqual([expect.stringMatching(/^ada@example\.com \| Before you go/)]);
		expect(errors).toEqual([]);
	});

	test('with the mail server down, Retry sends the email once', async () => {
		let isDown = true;
		const options = {
			settle: withAda(),
			isDown: (node: INode) => isDown && isOf('emailSend')(node),
		};
		await withExample('failed-charges', options, async (world) => {
			const failed = await world.execute('Call from the Service', { json: about('charge_failed') });
			expect(failed.error).toBeDefined();
			isDown = false;
			await world.retry(failed);
			await world.execute('Call from the Service', { json: about('charge_failed') });
			expect(leftOf(world, []).messages).toHaveLength(1);
		});
	});

	test('a test goes to the own address, as often as wanted', async () => {
		const item = { body: { topic: 'charge_failed', customer_id: ADA.id } };
		const { messages } = await executed('failed-charges', 'Call from the Service', [item, item], {
			settle: withAda(),
			isTry: true,
		});
		expect(messages).toEqual([
			expect.stringMatching(/^you@example\.com \|/),
			expect.stringMatching(/^you@example\.com \|/),
		]);
	});

	test('a cancellation that was withdrawn, or whose access is over, leads to none', async () => {
		const withdrawn = await letters([about('customer.product.undo_set_cancellation')]);
		const over = await letters(
			[about('customer.product.set_cancellation')],
			withAda({ status: 'cancelled' }),
		);
		for (const { messages, errors } of [withdrawn, over])
			expect([...messages, ...errors]).toEqual([]);
	});

	test.each<[string, IDataObject, RegExp]>([
		['another event', about('customer.product.free_trial_expired'), /"\w+trialexpired"/],
		['no event', about(''), /event ""/],
		['no customer', call({ topic: 'charge_failed' }), /"Customer" is empty/],
		['an unknown customer', call({ topic: 'charge_failed', customer_id: 9 }), /^No customer 9$/],
		[
			'the ID of an invoice',
			call({ event: 'invoice.payment_failed', data: { id: ADA.id } }),
			/empty/,
		],
		['a list of calls', call([{ topic: 'charge_failed', customer_id: ADA.id }]), /empty/],
		['JSON in a field', call({ payload: `{"customer_id":${ADA.id}}`, signature: 'x' }), /empty/],
		['nothing', call(null), /empty/],
	])('a call with %s leads to no email, and the execution says why', async (_, sent, why) => {
		const { messages, errors } = await letters([sent]);
		expect(messages).toEqual([]);
		expect(errors).toEqual([expect.stringMatching(why)]);
	});

	test('a call that comes twice, and one with another name for the same, are one email a day', async () => {
		const { messages, errors } = await letters([
			about('charge_failed'),
			about('charge_failed'),
			about('payment_failed'),
			about('set_cancellation'),
		]);
		expect(messages).toHaveLength(2);
		expect(errors).toEqual([]);
	});

	test('the day of the call counts, and not the first day of the customer', async () => {
		const charge = (created_at: string) => about('charge_failed', { created_at });
		const own = await letters([
			charge('2026-03-01T10:00:00Z'),
			charge('2026-03-02T10:00:00Z'),
			charge('2026-03-01T10:00:00Z'),
		]);
		expect(own.messages).toHaveLength(2);
		const data = { id: ADA.id, created_at: '2023-05-01T10:00:00Z' };
		const days = await withExample('failed-charges', { settle: withAda() }, async (world) => {
			for (let day = 0; day < 2; day += 1) {
				const json = call({ event: 'customer.charge_failed', data });
				await world.execute('Call from the Service', { json });
				world.passTime(DAY_MS);
			}
			return leftOf(world, []).messages;
		});
		expect(days).toHaveLength(2);
	});
});

/** What Mailchimp and Circle answer about somebody whom they don't have, in n8n's words. */
const NOT_THERE = [
	{ error: 'The resource you are requesting could not be found' },
	{
		error: { name: 'NodeApiError', message: 'The resource you are requesting could not be found' },
	},
	{ error: { message: '404 - "{}"', name: 'AxiosError', status: 404 } },
];
const isRequest = ({ type }: INode, { method }: INodeParameters, wanted: string) =>
	type.endsWith('.httpRequest') && method === wanted;

describe('crm-and-newsletter', () => {
	const SUNDAY = 'Every Sunday at 3';
	const AUDIENCE = 'https://us1.api.mailchimp.com/3.0/lists/12345/members';
	/** Mailchimp that has nobody of its audience. */
	const isNew =
		(error: object = NOT_THERE[1] ?? {}): Answer =>
		(node, parameters) =>
			isRequest(node, parameters, 'PATCH') ? [error as IDataObject] : undefined;
	/** What HubSpot and Mailchimp were asked to write. */
	const written = ({ sent }: Pick<Left, 'sent'>) =>
		sent
			.filter(({ node }) => !isOf('wait')(node))
			.map(({ node, parameters: { method, email, url, jsonBody, additionalFields } }) =>
				isOf('hubspot')(node)
					? ['HubSpot', email, JSON.stringify(additionalFields)].join(' ')
					: [
							method,
							decodeURIComponent(String(url)).replace(AUDIENCE, ''),
							JSON.stringify(jsonBody),
						]
							.join(' ')
							.trim(),
			);
	const hubSpot = (email: string, value: string) =>
		`HubSpot ${email} {"customPropertiesUi":{"customPropertiesValues":[{"property":"video_status_101","value":"${value}"}]}}`;
	const patched = (email: string, value: string) =>
		`PATCH /${email} {"merge_fields":{"VSTATUS101":"${value}"}}`;
	const invited = (email: string) =>
		`POST  {"email_address":"${email}","status":"pending","merge_fields":{"VSTATUS101":"enabled"}}`;

	test('only the status is written, without one for the newsletter: nobody who has unsubscribed is subscribed again', async () => {
		const left = await published('crm-and-newsletter', [gets(ADA.id)], {
			settle: withAda({ products: [] }),
		});
		expect(written(left)).toEqual([hubSpot(ADA.email, 'enabled'), patched(ADA.email, 'enabled')]);
		expect(left.errors).toEqual([]);
	});

	test.each(NOT_THERE)(
		'Mailchimp asks customers who are new to the audience: %j',
		async (error) => {
			const left = await published('crm-and-newsletter', [gets(ADA.id)], {
				settle: withAda({ products: [] }),
				answer: isNew(error),
			});
			expect(written(left).slice(1)).toEqual([patched(ADA.email, 'enabled'), invited(ADA.email)]);
			expect(left.errors).toEqual([]);
		},
	);

	test('a customer who has left is not asked', async () => {
		const left = await published('crm-and-newsletter', [becomes(ADA.id, 'cancelled')], {
			settle: withAda(),
			answer: isNew(),
		});
		expect(written(left)).toEqual([
			hubSpot(ADA.email, 'cancelled'),
			patched(ADA.email, 'cancelled'),
		]);
		expect(left.errors).toEqual([]);
	});

	test.each<[string, Happening, Happening]>([
		['registered without buying', () => undefined, withAda({ products: [] })],
		[
			'left another product',
			(state) =>
				state.editCustomer(ADA.id, (customer) => {
					customer.grants = [granted(PRODUCT)];
				}),
			withAda({ products: [PRODUCT, 102] }),
		],
	])(
		'a customer who %s is nobody with access, nor somebody without',
		async (_, happening, settle) => {
			const left = await published('crm-and-newsletter', [happening], { settle, answer: isNew() });
			expect([...written(left), ...left.errors]).toEqual([]);
		},
	);

	test.each<[string, Answer]>([
		['with access', isNew({ error: { message: 'Bad request', description: 'Looks fake' } })],
		['without access', isNew({ error: 'Bad request: looks fake' })],
	])(
		'a customer %s whom Mailchimp refuses is named, and HubSpot still written',
		async (who, answer) => {
			const left = await published(
				'crm-and-newsletter',
				[who === 'with access' ? gets(ADA.id) : becomes(ADA.id, 'cancelled')],
				{ settle: withAda({ products: who === 'with access' ? [] : [PRODUCT] }), answer },
			);
			expect(left.errors).toEqual([
				expect.stringMatching(/^ada@example\.com did not reach .* \(1\): .*ooks fake$/),
			]);
			expect(written(left)[0]).toMatch(/^HubSpot ada@example\.com/);
			expect(written(left)).not.toContain(invited(ADA.email));
		},
	);

	test('without HubSpot and Mailchimp, all are named', async () => {
		const left = await published('crm-and-newsletter', [gets(ADA.id)], {
			settle: withAda({ products: [] }),
			isDown: (node) => isOf('hubspot')(node) || isOf('httpRequest')(node),
		});
		expect(left.errors).toEqual([
			expect.stringMatching(/^ada@example\.com, ada@.* \(2\): The key has expired$/),
		]);
	});

	const thousands =
		(count: number): Happening =>
		(state) => {
			for (let index = 0; index < count; index += 1)
				state.addCustomer({
					email: `c${index}@example.com`,
					products: [PRODUCT],
					createdAt: Date.parse('2026-01-01T00:00:00Z') + index * 1000,
				});
		};

	test('of many who are new on a Sunday, the newest hundred are asked', async () => {
		const left = await executed('crm-and-newsletter', SUNDAY, [{}], {
			settle: thousands(150),
			answer: isNew(),
		});
		const asked = written(left).filter((line) => line.startsWith('POST'));
		expect(asked).toHaveLength(100);
		expect(asked).toContain(invited('c149@example.com'));
		expect(asked).not.toContain(invited('c0@example.com'));
		expect(left.errors).toEqual([]);
	});

	test('a hundred whom Mailchimp never takes block nobody who is newer, and are named', async () => {
		const left = await executed('crm-and-newsletter', SUNDAY, [{}], {
			settle: thousands(101),
			answer: (node, parameters, input) =>
				isNew()(node, parameters, input) ??
				(isRequest(node, parameters, 'POST') && !JSON.stringify(parameters).includes('"c100@')
					? [{ error: 'Looks fake' }]
					: undefined),
		});
		expect(written(left)).toContain(invited('c100@example.com'));
		expect(left.errors).toEqual([
			expect.stringMatching(/c99@.*c1@example\.com.* \(99\): Looks fake$/),
		]);
	});

	test('on a Sunday, customers of the product have their status, and those of others none', async () => {
		const left = await executed('crm-and-newsletter', SUNDAY, [{}], {
			settle: (state) => {
				withAda()(state);
				state.addCustomer({ email: 'left@example.com', products: [PRODUCT], status: 'paused' });
				state.addCustomer({ email: 'other@example.com', products: [102] });
			},
		});
		expect(written(left).sort()).toEqual(
			[
				hubSpot('left@example.com', 'paused'),
				hubSpot(ADA.email, 'enabled'),
				patched('left@example.com', 'paused'),
				patched(ADA.email, 'enabled'),
			].sort(),
		);
	});

	test.each(['Access Begins or Ends', SUNDAY])(
		'%s: a test, pressed twice, writes one contact at the own address and no other',
		async (trigger) => {
			const left = await executed('crm-and-newsletter', trigger, [{}, {}], {
				settle: thousands(20),
				answer: isNew(),
				isTry: true,
			});
			expect(new Set(written(left))).toEqual(
				new Set([hubSpot(OWN, 'enabled'), patched(OWN, 'enabled'), invited(OWN)]),
			);
			expect(left.sent).toHaveLength(6);
		},
	);
});

describe('release-announcement', () => {
	const publishes =
		(...titles: string[]): Happening =>
		(state) => {
			for (const title of titles) state.addVideo({ title, plans: ['standard'] });
		};

	test('videos that are published together share an email with a link, and a trailer is skipped', async () => {
		const { messages, errors } = await published('release-announcement', [
			publishes('Tides', 'Trailer: Tides', 'Peaks'),
		]);
		expect(messages).toEqual([
			expect.stringMatching(
				/^newsletter@.* \| Now showing: 2 new videos \|.*- Tides\n- Peaks\n.*https:/s,
			),
			expect.stringMatching(/^#releases \| :clapper: Now showing:\n- Tides\n- Peaks$/),
		]);
		expect(errors).toEqual([]);
	});

	test('one video has its title in the subject, without a line break', async () => {
		const { messages } = await published('release-announcement', [
			publishes('A\u202Ecod.exe\r\nBcc: all@example.com'),
		]);
		// Safe Text divides each dot before a letter, so that nothing is a link.
		expect(messages[0]).toMatch(/ \| Now showing: Acod\.\p{Cf}exe Bcc: all@example\.com \| /u);
	});

	test('a video is announced once, also if it is published again', async () => {
		const { messages } = await published('release-announcement', [
			publishes('Tides'),
			(state) => {
				for (const { id, title } of [...state.videos.all()])
					if (title === 'Tides') state.editVideo(id, (video) => void (video.plans = []));
			},
			(state) => {
				for (const { id, title } of [...state.videos.all()])
					if (title === 'Tides') state.editVideo(id, (video) => void (video.plans = ['standard']));
			},
		]);
		expect(messages).toHaveLength(2);
	});

	test('with the mail server down, Slack waits, and Retry sends both', async () => {
		let isDown = true;
		const options = { isDown: (node: INode) => isDown && isOf('emailSend')(node) };
		let state: State | undefined;
		const settle = (given: State) => void (state = given);
		await withExample('release-announcement', { ...options, settle }, async (world) => {
			await world.begin();
			publishes('Tides')(defined(state, 'the account'));
			const [failed] = await world.run(await world.look());
			expect(leftOf(world, []).messages).toEqual([]);
			isDown = false;
			await world.retry(defined(failed, 'an execution'));
			expect(leftOf(world, []).messages).toEqual([
				expect.stringMatching(/^newsletter@/),
				expect.stringMatching(/^#releases/),
			]);
		});
	});

	test('two hundred videos at once are announced to nobody, and the execution says so', async () => {
		const titles = Array.from({ length: 200 }, (_, index) => `Film ${index}`);
		const { messages, errors } = await published('release-announcement', [publishes(...titles)]);
		expect(messages).toEqual([]);
		expect(errors).toEqual([expect.stringMatching(/^200 videos were published together/)]);
	});
});

describe('live-event-reminder', () => {
	const START = Date.parse('2026-03-02T19:30:00Z');
	const plansGala =
		(scheduledAt: number | null): Happening =>
		(state) => {
			const { id } = state.addVideo({ title: 'Gala' });
			const event = state.addLiveEvent({ title: 'Gala', scheduledAt, videoId: id });
			state.editVideo(id, (video) => {
				video.liveEventId = event.id;
			});
		};
	const move: Happening = (state) => {
		for (const { id, title } of [...state.liveEvents.all()])
			if (title === 'Gala')
				state.liveEvents.put({ ...state.liveEvents.existing(id), scheduledAt: START + DAY_MS });
	};

	test('waits until an hour before, and names the day and the time of the start', async () => {
		const { messages, errors, sent } = await published('live-event-reminder', [plansGala(START)]);
		expect(sent.map(({ parameters }) => parameters.dateTime).find(Boolean)).toMatchObject({
			ts: START - HOUR_MS,
		});
		expect(messages).toEqual([
			expect.stringMatching(
				/^newsletter@.* \| Live on Monday, 2 March at 20:30 GMT\+1: Gala \|.*https:/s,
			),
			'#releases | :red_circle: Live on Monday, 2 March at 20:30 GMT+1: Gala',
		]);
		expect(errors).toEqual([]);
	});

	test.each<[string, Happening, Happening | undefined]>([
		['was moved meanwhile', plansGala(START), move],
		['is over', plansGala(START - 2 * DAY_MS), undefined],
		['has no start', plansGala(null), undefined],
	])(
		'a live event that %s leads to no email, and the execution says so',
		async (_, plan, meanwhile) => {
			const { messages, errors } = await published(
				'live-event-reminder',
				[plan],
				meanwhile ? { meanwhile } : {},
			);
			expect(messages).toEqual([]);
			expect(errors).toHaveLength(1);
		},
	);
});

describe('access-ended', () => {
	const toTools = ({ sent }: Left) =>
		sent.map(({ node, parameters }) => {
			const { method, url, additionalFields, jsonBody } = parameters;
			const [state] = JSON.stringify([additionalFields, jsonBody]).match(/active|ended/) ?? [];
			const tool = /mailchimp|circle/.exec(String(url))?.[0] ?? node.type.split('.')[1];
			return [tool, state ?? method].join(' ');
		});
	const ends = [becomes(ADA.id, 'cancelled')];
	const answer =
		(error: object): Answer =>
		(node) =>
			isOf('httpRequest')(node) ? [error as IDataObject] : undefined;

	test('the access at that moment decides, for those who get it and those who lose it', async () => {
		const left = await published('access-ended', [gets(ADA.id), ...ends], {
			settle: withAda({ products: [] }),
		});
		expect(toTools(left)).toEqual([
			'hubspot active',
			'mailchimp active',
			'circle POST',
			'hubspot ended',
			'mailchimp ended',
			'circle DELETE',
		]);
		expect(left.errors).toEqual([]);
	});

	test.each(NOT_THERE)('a customer whom the tools do not have is no failure: %j', async (error) => {
		const left = await published('access-ended', ends, {
			settle: withAda(),
			answer: answer(error),
		});
		expect(toTools(left)).toContain('circle DELETE');
		expect(left.errors).toEqual([]);
	});

	test('any other refusal is one, in the words of the tool', async () => {
		const left = await published('access-ended', ends, {
			settle: withAda(),
			answer: answer({ error: { message: 'Bad request', description: 'No such field' } }),
		});
		expect(left.errors).toEqual([
			'A tool was not updated: ada@example.com lost access. No such field',
		]);
	});

	test('a tool that fails keeps no other back, and the execution names the customer', async () => {
		const left = await published('access-ended', ends, {
			settle: withAda(),
			isDown: isOf('hubspot'),
		});
		expect(toTools(left)).toContain('circle DELETE');
		expect(left.errors).toEqual([
			'A tool was not updated: ada@example.com lost access. The key has expired',
		]);
	});

	test('a test, pressed twice, changes nobody but the own address', async () => {
		const { sent, errors } = await executed('access-ended', 'Access Begins or Ends', [{}, {}], {
			settle: withAda(),
			isTry: true,
		});
		const texts = sent.map(({ parameters }) => decodeURIComponent(JSON.stringify(parameters)));
		expect(texts.filter((text) => !text.includes(OWN))).toEqual([]);
		expect(texts.filter((text) => /@example\.(org|com)/.test(text.replaceAll(OWN, '')))).toEqual(
			[],
		);
		expect([sent.length, errors]).toEqual([6, []]);
	});
});

describe('comment-moderation', () => {
	const writes =
		(...contents: string[]): Happening =>
		(state) => {
			for (const content of contents)
				state.addComment({ videoId: 20_001, customerId: ADA.id, content });
		};
	const comments = [writes('A casino!', 'A fine film', 'Free followers')];

	test('comments with an unwanted word are reported, and the moderators get one message', async () => {
		const {
			messages,
			writes: changes,
			errors,
		} = await published('comment-moderation', comments, {
			settle: withAda(),
		});
		expect(changes).toHaveLength(2);
		expect(messages).toEqual([
			expect.stringMatching(
				/^#moderation \|.* 2 comments .*\n• “A casino!”, Ada Lovelace on .+ \(comment \d+\)\n• “Free/,
			),
		]);
		expect(errors).toEqual([]);
	});

	test('without Slack, they are reported all the same, and the execution fails', async () => {
		const left = await published('comment-moderation', comments, {
			settle: withAda(),
			isDown: isOf('slack'),
		});
		expect(left.writes).toHaveLength(2);
		expect(left.errors).toEqual([expect.stringMatching(/^Comments that .*\nSlack: The key/)]);
	});

	test('a comment that could not be reported is named, after the moderators got their message', async () => {
		const left = await published('comment-moderation', comments, {
			settle: withAda(),
			faults: [{ match: { method: 'POST' }, status: 403 }],
		});
		expect(left.messages).toHaveLength(1);
		expect(left.writes).toHaveLength(1);
		expect(left.errors).toEqual([expect.stringMatching(/^Comments that .*\nComment \d+: /)]);
	});
});

describe('comment-triage', () => {
	const settle: Happening = withAda();
	const unwanted: Happening = (state) =>
		state.addComment({ videoId: 20_001, customerId: ADA.id, content: 'You <!channel> fool' });

	test.each([true, false])('a comment is reported only after Approve: %s', async (approved) => {
		const { messages, writes, errors } = await published('comment-triage', [unwanted], {
			settle,
			answer: (_, { operation }) =>
				operation === 'sendAndWait' ? [{ data: { approved } }] : undefined,
		});
		expect(messages).toEqual([expect.stringContaining('You ‹!channel› fool')]);
		expect(writes).toHaveLength(approved ? 1 : 0);
		expect(errors).toEqual([]);
	});
});

describe('when-a-workflow-fails', () => {
	const failure = (
		id: string,
		message = 'Row 5 has no address',
		more: object = {},
	): IDataObject => ({
		workflow: { id, name: 'Nightly' },
		execution: {
			url: 'https://n8n.example/1',
			lastNodeExecuted: 'Sync Access',
			error: { message, description: 'Add one.' },
			...more,
		},
	});
	const posted = async (...failures: IDataObject[]) =>
		await executed('when-a-workflow-fails', 'A Workflow Failed', failures);

	test('says what happened, what to do and where, once an hour for each workflow', async () => {
		const { messages, errors } = await posted(
			failure('1'),
			failure('1', 'Row 6 has no address'),
			failure('2'),
		);
		expect(messages).toHaveLength(2);
		expect(messages[0]).toMatch(
			/^#workflows \| :red_circle: Nightly failed at Sync Access:\nRow 5 has no address\. Add one\.\nhttps:\/\/n8n\.example\/1\n/,
		);
		expect(errors).toEqual([]);
	});

	test('a trigger that failed is posted without a gap', async () => {
		const error = { message: 'Forbidden' };
		const { messages } = await posted({ workflow: { id: '1', name: 'N' }, trigger: { error } });
		expect(messages).toEqual([expect.stringMatching(/:red_circle: N failed:\nForbidden\n/)]);
	});

	test('texts of strangers in an error do nothing in Slack', async () => {
		const { messages } = await posted(
			failure('1', '<!channel> *bold* _x_ `y` http://evil.example\nSecond'),
		);
		expect(messages[0]).toContain('!channel bold x y http: //evil.example Second. Add one.');
	});
});

/** A customer, two videos and a comment. */
const everything: Happening = (state) => {
	withAda()(state);
	const { id: videoId } = state.addVideo({ title: 'Tide', status: 'uploaded' });
	state.addComment({ videoId, customerId: ADA.id, content: 'A fine\nfilm <!channel>' });
	state.addVideo({ title: 'Ebb', status: 'uploaded' });
};

test.each<[string, string, Happening, RegExp[]]>([
	[
		'tell-the-team',
		'each event in its channel, and several of one kind in one message',
		everything,
		[
			/^#memberships \|.* A customer is new:\n• Ada Lovelace, ada@example\.com \(customer \d+\)$/,
			/^#moderation \|.* A comment is new:\n• “A fine film ‹!channel›”, Ada Lovelace on Tide \(comment \d+\)$/,
			/^#uploads \|.* 2 videos are ready:\n• (Tide|Ebb) \(video \d+\)\n• (Tide|Ebb) \(video \d+\)$/,
		],
	],
	['tell-the-team', 'only what happened', withAda(), [/^#memberships \|/]],
	[
		'upload-complete',
		'one video',
		(state) => state.addVideo({ title: 'Tide', status: 'uploaded' }),
		[/^#uploads \| :film_frames: A video is ready:\n• Tide \(\d+\)$/],
	],
	[
		'upload-complete',
		'several videos in one message',
		everything,
		[/^#uploads \|.* 2 videos are ready:\n• (Tide|Ebb) \(\d+\)\n• (Tide|Ebb) \(\d+\)$/],
	],
	[
		'product-welcome',
		'whom it welcomes, and to what',
		everything,
		[
			/^ada@example\.com \| Welcome to Harbor Stream \| .*Welcome to Harbor Stream\..*Sign in with ada@example\.com\./s,
		],
	],
	[
		'comment-triage',
		'a question to the support team',
		everything,
		[
			/^#support \|.* A question about Tide \(comment \d+\):\n“A fine film ‹!channel›”\nby Ada Lovelace$/,
		],
	],
])('%s says %s', async (name, _, happen, expected) => {
	const outputs = { 'Sort the Comments': 1 };
	const { messages, errors } = await published(name, [happen], { outputs });
	expect(messages.sort()).toEqual(expected.map((one): unknown => expect.stringMatching(one)));
	expect(errors).toEqual([]);
});
