const STRANGERS = 'makes the texts of strangers harmless';
const LENGTH = 'sends no text that is longer than Slack takes';
const FEW = 'tells the team about hundreds in a few messages';
const KILLED = 'misses few and writes to few twice when n8n is killed';

const markup = 'bold type, links and new lines of strangers stay in its messages';
const long = 'a title, comment or error of any length is sent in full';
const each = 'it sends a message for each';
const remembered = 'all are remembered before any email is sent';

/**
 * What an example does not do yet, by the title of its test, with the reason. The test turns red as soon as it passes:
 * then the entry is deleted.
 */
export const notYet: Partial<Record<string, Record<string, string>>> = {
	'comment-moderation': { [STRANGERS]: markup, [LENGTH]: long, [FEW]: each },
	'comment-triage': { [STRANGERS]: markup, [FEW]: each },
	'comp-access': {
		'ends as failed when all other services are down': 'its last page is silent about Slack',
	},
	'crm-to-customer-access': {
		'tells when the service does not answer': 'its rows tell it, and nobody is told of them',
	},
	'describe-videos': { [STRANGERS]: markup, [LENGTH]: long, [FEW]: each },
	'failed-charges': { [STRANGERS]: markup },
	'file-to-video': { [FEW]: each },
	'not-watching': { [KILLED]: remembered },
	'product-welcome': { [KILLED]: remembered },
	'release-announcement': { [STRANGERS]: markup, [LENGTH]: long, [FEW]: each },
	'shop-orders': {
		'sends nothing a second time for the same events': 'the result of an order is posted again',
	},
	'upload-complete': { [STRANGERS]: markup, [LENGTH]: long, [FEW]: each },
	'when-a-workflow-fails': { [STRANGERS]: markup, [LENGTH]: long },
	'win-back': { [KILLED]: remembered },
};
