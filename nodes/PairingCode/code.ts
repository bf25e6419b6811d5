import { UserError, type INodeProperties } from 'n8n-workflow';

import { preSend } from '../shared/validation/refusal';

/** Puts the code into its place in the path; what could leave its segment is refused. */
const codeInPath = preSend((context, options) => {
	const code = String(context.getNodeParameter('code', '') ?? '');
	const problem = code === '' ? 'is empty' : 'is not a pairing code';
	if (!/^[^\s/?#]+$/.test(code) || code === '.' || code.includes('..')) {
		throw new UserError(`The parameter "Code" ${problem}`, {
			description: 'Give the code as Pairing Code > Create gave it.',
		});
	}
	options.url = options.url.replace(':code', () => encodeURIComponent(code));
});

/** A pairing code, which takes the place of `:code` in the URL of the operation. */
export function codeField(): INodeProperties {
	return {
		displayName: 'Code',
		name: 'code',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. A1B2C3',
		description: 'The pairing code, usually from Pairing Code > Create',
		routing: { send: { preSend: [codeInPath] } },
	};
}
