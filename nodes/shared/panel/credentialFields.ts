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

/** Returns the switch of both credentials that lets people try workflows on the real account, and what it says when it is on. */
export function testModeFields(): INodeProperties[] {
	return [
		{
			displayName: 'Test Mode',
			name: 'testMode',
			type: 'boolean',
			default: false,
			description:
				'Whether nothing is changed at the service. Reads are real, and nodes show what they would have changed.',
		},
		{
			displayName:
				'<b>Nothing is changed at the service.</b> Reads are real, and nodes show what they would have changed. It is for <b>Execute workflow</b>: published workflows fail before they change anything. A run that is on goes on as it began. Let the name of this credential end with <b>(test mode)</b>, because nothing else on the canvas says it.',
			name: 'testModeNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { testMode: [true] } },
		},
	];
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
