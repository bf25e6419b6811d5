import type { INodeProperties } from 'n8n-workflow';

import { preSend } from '../shared/request/preSend';
import { invalidParameter } from '../shared/values/parameterErrors';
import { readText } from '../shared/values/readers';
import { hasInvisible, quote } from '../shared/values/text';

/** Puts the code into the path. Rejects codes that could reach beyond their segment. */
const codeInPath = preSend((context, options) => {
	const code = readText(context, 'code', { displayName: 'Code' });
	if (hasInvisible(code) || /[/?#]/.test(code) || code === '.' || code.includes('..')) {
		throw invalidParameter(
			'Code',
			`is not a pairing code: ${quote(code)}`,
			'Enter the code as Pairing Code > Create returned it.',
		);
	}
	options.url = options.url.replace(':code', encodeURIComponent(code));
});

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
