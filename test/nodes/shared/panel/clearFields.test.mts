import { chosen, itRefuses, TRIED } from '../../kit.mts';

// A blank value is not sent, so that the field can be cleared.
itRefuses('video', 'update', [
	{
		names: 'Clear Fields',
		parameters: {
			video: chosen(5),
			updateFields: { shortDescription: TRIED },
			options: { clearFields: ['shortDescription'] },
		},
		good: ' ',
		bad: ['New'],
	},
]);
