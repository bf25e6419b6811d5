/**
 * Runs one step of a longer task and prints how long it took.
 * @param title what is done and, in brackets, how long it usually takes
 */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
	console.log(`${title} …`);
	const started = Date.now();
	const result = await work();
	console.log(`  done in ${Math.round((Date.now() - started) / 1000)} s`);
	return result;
}
