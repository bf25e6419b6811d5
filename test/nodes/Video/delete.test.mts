import {
	badIds,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	TRIED,
} from '../kit.mts';

itSends('video', 'delete', {
	'nothing but the address': {
		parameters: { video: chosen('={{ $json.id }}') },
		input: [{ id: 5 }, { id: 6 }],
		sends: [
			{ method: 'DELETE', path: '/videos/5' },
			{ method: 'DELETE', path: '/videos/6' },
		],
		gives: [{ deleted: true, id: 5 }, [{ deleted: true, id: 6 }, 1]],
	},
	'every parameter': {
		parameters: { video: chosen(5), options: FOR_CUSTOMER },
		sends: [{ method: 'DELETE', path: '/videos/5', headers: CUSTOMER_HEADERS }],
		gives: [{ deleted: true, id: 5 }],
	},
});

itRefuses('video', 'delete', [
	{ names: 'Video', parameters: { video: chosen(TRIED) }, good: 5, bad: badIds('customers') },
]);
