/**
 * Does several pieces of work, some at a time, each of them also when others fail.
 *
 * @param atOnce how many are under way at the same time
 */
export async function allConcurrently<T>(
	work: Array<() => Promise<T>>,
	atOnce: number,
): Promise<T[]> {
	const settled: Array<PromiseSettledResult<T>> = [];
	// All workers take from the same entries.
	const entries = work.entries();
	const worker = async () => {
		for (const [index, begin] of entries) {
			[settled[index]] = await Promise.allSettled([begin()]);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
	return settled.map((one) => {
		if (one.status === 'rejected') throw one.reason;
		return one.value;
	});
}
