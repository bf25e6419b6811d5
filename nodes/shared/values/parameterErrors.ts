import { UserError } from 'n8n-workflow';

/** Returns the error for an invalid value. `problem` follows the name and quotes the value unless it is a secret. */
export function invalidParameter(label: string, problem: string, remedy: string): UserError {
	return new UserError(`The parameter "${label}" ${problem}`, { description: remedy });
}

/** The error of a credential, whatever the row. */
export class CredentialError extends UserError {}

/** The error for a parameter without a value. Where it is thrown for a row, it also names the columns of the row. */
export class EmptyParameterError extends UserError {}

/** Returns the error for a parameter without a value. */
export function emptyParameter(
	label: string,
	remedy = `Fill in "${label}". If it is an expression, check the value in the row.`,
): EmptyParameterError {
	return new EmptyParameterError(`The parameter "${label}" is empty`, { description: remedy });
}
