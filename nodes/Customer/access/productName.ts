import type { Client } from '../../shared/client/client';
import { bodyOf } from '../../shared/data/json';
import { recordCheck } from '../../shared/output/recordIn';

/** Returns the name of a product, read once in a run. Throws where the product does not exist. */
export async function productName(client: Client, product: string): Promise<string> {
	const path = product.slice(product.lastIndexOf('/products/'));
	const readName = async () => {
		const { name } = bodyOf(await client.get(path, {}, { assertUsable: recordCheck('product') }));
		return typeof name === 'string' ? name : '';
	};
	return await (client.lookups[product] ??= readName());
}
