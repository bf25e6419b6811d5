/** What all of them give, once each has come to its end, also when others fail; then the first failure is thrown. */
export async function settled<T>(all: Array<Promise<T>>): Promise<T[]> {
	await Promise.allSettled(all);
	return await Promise.all(all);
}
