import type { INodeProperties } from 'n8n-workflow';

/** Returns the first field of both credentials. */
export function baseUrlField(): INodeProperties {
	return {
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://api.example.com',
		description: 'The URL of the API, beginning with https://. It is not the URL of the website.',
	};
}

/** Returns the field of both credentials that lets people try workflows on the real account. */
export function testModeField(): INodeProperties {
	return {
		displayName: 'Test Mode',
		name: 'testMode',
		type: 'boolean',
		default: false,
		description:
			'Whether nothing is changed at the service. Reads are real, and nodes show what they would have changed. It is for trying workflows with "Execute workflow": published workflows fail before they change anything. Give the credential a name that ends with (test mode).',
	};
}

/** Returns the last field of both credentials. */
export function headerPrefixField(): INodeProperties {
	return {
		displayName: 'Header Prefix',
		name: 'headerPrefix',
		type: 'string',
		default: 'SVC',
		description:
			'Leave SVC, unless your service documents other names for its headers SVC-Customer and SVC-Client-IP. Then enter the part before -Customer.',
	};
}
