import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const directory = new URL('../../.github/workflows/', import.meta.url);

const stepSchema = z.object({
	uses: z.string().optional(),
	run: z.string().optional(),
	with: z.record(z.string(), z.unknown()).optional(),
});
const permissionsSchema = z.record(z.string(), z.enum(['read', 'write', 'none']));
const jobSchema = z.object({
	'timeout-minutes': z.number(),
	needs: z.string().optional(),
	environment: z.string().optional(),
	permissions: permissionsSchema.optional(),
	steps: z.array(stepSchema).min(1),
});
const workflowSchema = z.object({
	on: z.record(z.string(), z.unknown()),
	permissions: permissionsSchema,
	jobs: z.record(z.string(), jobSchema),
});

type Job = z.infer<typeof jobSchema>;

const workflows = readdirSync(directory).map((file) => {
	const text = readFileSync(new URL(file, directory), 'utf8');
	return { file, text, workflow: workflowSchema.parse(parse(text)) };
});

const jobs = workflows.flatMap(({ file, workflow }) =>
	Object.entries(workflow.jobs).map(([name, job]) => ({ name: `${file} ${name}`, job, workflow })),
);

const commands = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []);

describe('the workflows on GitHub', () => {
	it.each(workflows)('$file pins each action to a commit and names its version', ({ text }) => {
		const uses = text.split('\n').filter((line) => /^\s*-?\s*uses:/.test(line));
		for (const line of uses)
			expect(line).toMatch(/uses: [\w.-]+(\/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});

	it.each(workflows)('$file grants no write permission to the whole workflow', ({ workflow }) => {
		expect(Object.values(workflow.permissions)).not.toContain('write');
		// It would run code from forks with this project's permissions.
		expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
	});

	it('grant write permissions to the listed jobs only', () => {
		const writing = jobs.flatMap(({ name, job }) =>
			Object.entries(job.permissions ?? {})
				.filter(([, right]) => right === 'write')
				.map(([what]) => `${name}: ${what}`),
		);
		expect(writing.sort()).toEqual([
			'codeql.yml analyze: security-events',
			'release.yml notes: contents',
			'release.yml publish: id-token',
		]);
	});

	it.each(jobs)('$name checks out code without storing the token', ({ job }) => {
		const checkouts = job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
		const storing = checkouts.filter(
			({ with: inputs }) => inputs?.['persist-credentials'] !== false,
		);
		expect(storing).toEqual([]);
	});

	it.each(jobs)('$name interpolates no untrusted text into a command', ({ job }) => {
		expect(commands(job).filter((command) => command.includes('${{'))).toEqual([]);
	});
});

describe('the publishing job', () => {
	const release = workflows.find(({ file }) => file === 'release.yml')?.workflow;
	const publish = jobs.find(({ name }) => name === 'release.yml publish')?.job;

	it('is started by a tag only', () => {
		expect(release?.on).toEqual({ push: { tags: ['[0-9]+.[0-9]+.[0-9]+'] } });
	});

	it('waits for the build and for a reviewer', () => {
		expect(publish).toMatchObject({ needs: 'build', environment: 'npm' });
	});

	it('runs no code of this project or of a dependency', () => {
		const used = publish?.steps.flatMap(({ uses }) => uses?.replace(/@.*/, '') ?? []);
		expect(used).toEqual(['actions/setup-node', 'actions/download-artifact']);
		expect(publish && commands(publish)).toEqual([
			'sha256sum --check SHA256SUMS',
			'npm publish ./*.tgz --provenance --access public --ignore-scripts',
		]);
	});

	it('publishes a tested commit of main whose version is that of the tag', () => {
		const build = jobs.find(({ name }) => name === 'release.yml build')?.job;
		expect(build && commands(build)).toEqual(
			expect.arrayContaining([
				'git merge-base --is-ancestor "$GITHUB_SHA" origin/main',
				expect.stringContaining('test "$GITHUB_REF_NAME"'),
				'bash .ci/run',
			]),
		);
	});
});
