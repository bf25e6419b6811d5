import { installN8n } from '../../../scripts/lib/n8n.mts';
import { packPackage } from '../../../scripts/lib/package.mts';

/** What every file takes as it is, made before two of them begin at once. */
export default async function prepare(): Promise<void> {
	await packPackage();
	if (!process.env.N8N_URL) await installN8n();
}
