/** Leaves out the half of a character that another system has cut in two, such as an emoji. */
export function withoutHalves(text: string): string {
	return text.replace(/\p{Cs}/gu, '');
}
