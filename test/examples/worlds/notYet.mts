const STRANGERS = 'makes the texts of strangers harmless';
const LENGTH = 'sends no text that is longer than Slack takes';
const FEW = 'tells the team about hundreds in a few messages';

const markup = 'bold type, links and new lines of strangers stay in its messages';
const long = 'a title, comment or error of any length is sent in full';
const each = 'it sends a message for each';

/**
 * What an example does not do yet, by the title of its test, with the reason. The test turns red as soon as it passes:
 * then the entry is deleted.
 */
export const notYet: Partial<Record<string, Record<string, string>>> = {
	'comment-triage': { [FEW]: each },
	'comp-access': {
		'ends as failed when all other services are down': 'its last page is silent about Slack',
	},
	'describe-videos': { [STRANGERS]: markup, [LENGTH]: long, [FEW]: each },
	'shop-orders': {
		'sends nothing a second time for the same events': 'the result of an order is posted again',
	},
	'when-a-workflow-fails': { [STRANGERS]: markup, [LENGTH]: long },
};
