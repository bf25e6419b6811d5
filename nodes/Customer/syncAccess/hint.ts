const WORDS: Record<string, string> = {
	created: 'created',
	granted: 'granted access',
	revoked: 'revoked',
	wouldCreate: 'would be created',
	wouldGrant: 'would be granted access',
	wouldRevoke: 'would be revoked',
	unchanged: 'unchanged',
	failed: 'failed',
};

/** One sentence on a whole run: `Dry run: 3 would be created, 1 would be revoked, 12 unchanged.` */
export function sumsOf(outcomes: string[], isDry: boolean): string {
	const counts = new Map<string, number>();
	for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
	const parts = Object.entries(WORDS).flatMap(([outcome, words]) => {
		const count = counts.get(outcome);
		return count === undefined ? [] : [`${count} ${words}`];
	});
	return `${isDry ? 'Dry run: ' : ''}${parts.join(', ') || 'nobody in the list'}.`;
}
