import { it } from 'vitest';
import { Account } from '../nodes/account.mts';
import { chosen } from '../nodes/kit.mts';
import { Session } from 'node:inspector/promises';
import { writeFileSync } from 'node:fs';

const N = Number(process.env.ROWS ?? 20000);
const account = new Account('customer', { operation: 'syncAccess', product: chosen(101), email: '={{ $json.email }}', dryRun: false, options: { neverRevoke: 'press@example.org,@staff.example.com' } });
it('perf', async () => {
	for (let n = 0; n < N; n++) account.service.state.addCustomer({ email: `member.number.${n}@example.com`, products: [101] });
	for (let n = 0; n < 100; n++) account.service.state.addCustomer({ email: `other.${n}@example.com`, products: [] });
	const input = Array.from({ length: N }, (_, n) => ({ email: n < 100 ? `other.${n}@example.com` : `member.number.${n}@example.com` }));
	const session = new Session(); session.connect();
	if (process.env.PROF) { await session.post('Profiler.enable'); await session.post('Profiler.start'); }
	const before = process.cpuUsage(); const t = Date.now();
	const { json, error, hints } = await account.run({}, { input });
	const used = process.cpuUsage(before);
	writeFileSync(process.env.OUT ?? '/tmp/perf.txt', [json.length, error?.message, hints, 'cpu', (used.user + used.system) / 1e6, 'wall', (Date.now() - t) / 1e3, 'rss', process.memoryUsage().rss / 1e6].map(String).join(' '));
	if (process.env.PROF) { const { profile } = await session.post('Profiler.stop'); writeFileSync(process.env.PROF, JSON.stringify(profile)); }
}, 300000);
