import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { fieldNames, simplifyRecord } from '../../nodes/shared/output/simplify.ts';
import { RECORDS, type RecordKind } from '../../nodes/shared/output/records.ts';
import { operationSources } from '../../scripts/schemas/operationFiles.mts';
import { openService } from '../kit/service.mts';
import { credentialFor, runSaved, type SavedNode } from '../kit/saved.mts';

const isKind = (output: unknown): output is RecordKind =>
	typeof output === 'string' && output in RECORDS;

const kinds = new Map(
	operationSources.flatMap(({ name, output }) => (isKind(output) ? [[name, output] as const] : [])),
);

/** Operations that return a part of the record beside what they found out: not what only some requests show. */
const PARTS = ['checkAccess', 'createOrUpdate', 'grantAccess', 'revokeAccess', 'syncAccess'];

/** Fields that only some requests tell, which their own tests cover. */
const SELDOM: Partial<Record<RecordKind, string[]>> = { customer: ['status'] };

/** Runs a saved node against a new account, so that writes do the same each time. */
async function itemsOf(saved: SavedNode, output: string): Promise<INodeExecutionData[]> {
	const { service, close } = await openService({ now: () => new Date('2026-03-01') });
	const credential = credentialFor(saved, service);
	const { items } = await runSaved(
		{ ...saved, parameters: { ...saved.parameters, output } },
		service,
		{ credential },
	);
	await close();
	return items;
}

/** The simplified fields that occurred, by kind. */
const seen = new Map<RecordKind, Set<string>>();

/**
 * Runs saved workflows with the whole record and with the simplified one, and expects that a simplified record is the form
 * of the kind that the operation declares as its `output`, and that each item is paired with its row.
 */
export function itReturnsItsRecords(guarded: SavedNode[]): void {
	const cases = guarded.flatMap((saved) => {
		const kind = kinds.get(`${saved.node}.${saved.operation}`);
		return kind ? [{ title: `${saved.node}: ${saved.title}`, saved, kind }] : [];
	});
	if (cases.length === 0) return;
	describe('what an operation returns simplified is the kind of record that it declares', () => {
		it.each(cases)('$title', async ({ saved, kind }) => {
			const raw = await itemsOf(saved, 'raw');
			const simplified = await itemsOf(saved, 'simplified');
			expect(simplified).toHaveLength(raw.length);
			for (const [index, { json, pairedItem }] of simplified.entries()) {
				// An item about a record that no row names is paired with no row.
				expect([{ item: 0 }, []]).toContainEqual(pairedItem);
				const response = raw[index]?.json as IDataObject;
				expect(response, 'The record in the response is not returned').not.toHaveProperty(
					'success',
				);
				const record = simplifyRecord(response, kind);
				const lost = Object.keys(record).filter((name) => !(name in json));
				const hint = 'The operation does not return these fields of the kind that it declares';
				expect(PARTS.includes(saved.operation) ? [] : lost, hint).toEqual([]);
				const names = Object.keys(json).filter((name) =>
					fieldNames(kind).simplified.includes(name),
				);
				seen.set(kind, new Set([...(seen.get(kind) ?? []), ...names]));
			}
		});
	});
}

/** Expects that every field of a simplified record occurred in a workflow of {@link itReturnsItsRecords}. */
export function itUsesEveryField(): void {
	describe('every field of a simplified record occurs in a saved workflow', () => {
		it.each([...new Set(kinds.values())])('%s', (kind) => {
			const occurring = [...(seen.get(kind) ?? []), ...(SELDOM[kind] ?? [])];
			expect(
				fieldNames(kind).simplified.filter((name) => !occurring.includes(name)),
				`No response has these fields of ${kind}: let the simulated service return them in service/handlers/, use an operation that returns them in test/workflows/, or remove them from records.ts`,
			).toEqual([]);
		});
	});
}
