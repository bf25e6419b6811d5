/**
 * What an example does not do yet, by the title of its test, with the reason. The test turns red as soon as it passes:
 * then the entry is deleted.
 */
export const notYet: Partial<Record<string, Record<string, string>>> = {
	'weekly-numbers': {
		'ends as failed when another service is down and nobody watches':
			'Slack has the reason, and n8n shows no failure',
	},
};
