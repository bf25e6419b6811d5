import { installN8n } from '../../../scripts/lib/n8n.mts';
import { packPackage } from '../../../scripts/lib/package.mts';

/** Packs the package and installs n8n before two files start at once. */
export default async function packAndInstall(): Promise<void> {
	await packPackage();
	if (!process.env.N8N_URL) await installN8n();
}
