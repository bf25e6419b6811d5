import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { type ServiceResponse, UnusableAnswerError } from '../http/response';
import { isObject } from '../json';
import { simplifyRecord } from './simplify';

/** Whether the person wants records simplified. */
export function isSimplified(context: IExecutePaginationFunctions): boolean {
	return context.getNodeParameter('simplify', false) === true;
}

/** Records as the person wants to see them: simplified, or exactly as the service sent them. */
export function view(context: IExecutePaginationFunctions): (record: IDataObject) => IDataObject {
	return isSimplified(context) ? simplifyRecord : (record) => record;
}

/** @throws UnusableAnswerError when the answer is not one record */
export function recordOf({ body }: ServiceResponse): IDataObject {
	if (isObject(body)) return body;
	throw new UnusableAnswerError(
		'The service answered without the record that was asked for',
		'Check the Base URL of the credential, then try again.',
	);
}
