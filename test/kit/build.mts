import { execa } from 'execa';

/** The tests load the built package, as n8n does. */
export default async function build(): Promise<void> {
	await execa('n8n-node', ['build'], { preferLocal: true });
}
