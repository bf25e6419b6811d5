/**
 * Returns a function that loads its module with its first call. n8n reads the descriptions of all nodes when it starts, and
 * executes few of them.
 *
 * @param load imports the module and returns the function
 */
export function loadedOnUse<This, Values extends unknown[], Result>(
	load: () => Promise<(this: This, ...values: Values) => Promise<Result>>,
) {
	return async function (this: This, ...values: Values): Promise<Result> {
		const loaded = await load();
		return await loaded.apply(this, values);
	};
}
