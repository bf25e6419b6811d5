const FEW = 'tells the team about hundreds in a few messages';

const each = 'it sends a message for each';

/**
 * What an example does not do yet, by the title of its test, with the reason. The test turns red as soon as it passes:
 * then the entry is deleted.
 */
export const notYet: Partial<Record<string, Record<string, string>>> = {
	'comment-triage': { [FEW]: each },
	'describe-videos': { [FEW]: 'a question for each video, and each waits for the answer before' },
	'shop-orders': {
		'sends nothing a second time for the same events': 'the result of an order is posted again',
	},
};
