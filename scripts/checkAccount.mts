// `npm run check:account`: prints how a real account behaves where docs/developers/service.md has no documentation. It only reads,
// unless one creation is allowed. BASE_URL and API_KEY are taken from the environment or asked for, and never stored.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AccountReader, findRefusal } from './account/account.mts';
import { NOT_TOLD, tableOf } from './account/finding.mts';
import { measureLag } from './account/listLag.mts';
import { reliedOn } from './account/reliedOn.mts';

const muted = new Writable({ write: (_chunk, _encoding, done) => done() });

/** Asks a question in the terminal. */
async function ask(question: string, isSecret = false): Promise<string> {
	process.stdout.write(question);
	const output = isSecret ? muted : process.stdout;
	const terminal = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
	const answer = await terminal.question('');
	terminal.close();
	if (isSecret) process.stdout.write('\n');
	return answer.trim();
}

const baseUrl = process.env.BASE_URL ?? (await ask('Base URL: '));
const apiKey = process.env.API_KEY ?? (await ask('API key (not shown): ', true));
const account = new AccountReader(baseUrl.replace(/\/+$/, ''), apiKey);
const refusal = await findRefusal(account);
if (refusal !== undefined) {
	console.error(refusal);
	process.exit(1);
}
console.log('Reading for one or two minutes …\n');
const findings = await reliedOn(account);
if (process.stdin.isTTY) {
	console.log("One creation shows how soon lists have a new customer. Customers can't be deleted.");
	const email = await ask('Email address of a test customer to create, or nothing: ');
	if (email) findings.push(await measureLag(account, email));
}
console.log(
	`${tableOf(findings)}\n\nThe table contains names of fields, numbers and statuses only. Paste it into an issue.\n"${NOT_TOLD}": the account has too few records to show it.`,
);
