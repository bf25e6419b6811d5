import { randomUUID } from 'node:crypto';

import type {
	CreateDataTableOptions,
	DataTable,
	DataTableColumn,
	DataTableFilter,
	DataTableRow,
	DataTableRowReturn,
	ListDataTableOptions,
	ListDataTableRowsOptions,
	UpdateDataTableRowOptions,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { defined } from '../../kit/defined.mts';

type Condition = DataTableFilter['filters'][number];

/** Whether a value fits a pattern, in which % stands for any text. */
function isLike(value: unknown, pattern: unknown, condition: 'like' | 'ilike'): boolean {
	const parts = String(pattern)
		.split('%')
		.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
	return new RegExp(`^${parts.join('.*')}$`, condition === 'ilike' ? 'is' : 's').test(
		String(value),
	);
}

/** Compares as SQL does: nothing equals null but null itself. */
function meets(row: DataTableRow, { columnName, condition, value }: Condition): boolean {
	const [left, right] = [row[columnName] ?? null, value].map((side) =>
		side instanceof Date ? side.getTime() : side,
	);
	if (condition === 'isEmpty') return left === null || left === '';
	if (condition === 'isNotEmpty') return left !== null && left !== '';
	const isSame =
		left === right || (left !== null && right !== null && String(left) === String(right));
	if (condition === 'eq') return isSame;
	if (condition === 'neq') return !isSame;
	if (left === null || left === undefined || right === null || right === undefined) return false;
	if (condition === 'like' || condition === 'ilike') return isLike(left, right, condition);
	if (condition === 'gt') return left > right;
	if (condition === 'gte') return left >= right;
	if (condition === 'lt') return left < right;
	return left <= right;
}

function matches(row: DataTableRow, filter: DataTableFilter | undefined): boolean {
	if (filter === undefined || filter.filters.length === 0) return true;
	const each = filter.filters.map((condition) => meets(row, condition));
	return filter.type === 'and' ? each.every(Boolean) : each.some(Boolean);
}

/** One Data Table in memory, with the methods that n8n's Data Table node calls. */
class MemoryTable {
	readonly rows: DataTableRowReturn[] = [];

	private nextId = 1;

	constructor(
		readonly info: DataTable,
		private readonly checkSpace: () => void,
	) {}

	updateDataTable = async () => true;

	deleteDataTable = async () => true;

	getColumns = async (): Promise<DataTableColumn[]> => this.info.columns;

	getManyRowsAndCount = async ({
		filter,
		sortBy: [key, direction] = ['id', 'ASC'],
		skip = 0,
		take = Infinity,
	}: Partial<ListDataTableRowsOptions>) => {
		const sign = direction === 'ASC' ? 1 : -1;
		const found = this.rows
			.filter((row) => matches(row, filter))
			.sort((row, other) => sign * (Number(row[key]) - Number(other[key]) || 0));
		return { count: found.length, data: found.slice(skip, skip + take) };
	};

	insertRows = async (rows: DataTableRow[], returnType: string) => {
		this.checkSpace();
		const added = rows.map((row) => {
			const dates = { createdAt: new Date(), updatedAt: new Date() };
			const blank = Object.fromEntries(this.info.columns.map(({ name }) => [name, null]));
			const saved: DataTableRowReturn = { ...blank, ...row, id: this.nextId++, ...dates };
			this.rows.push(saved);
			return saved;
		});
		return returnType === 'count' ? { success: true, insertedRows: added.length } : added;
	};

	updateRows = async ({ filter, data }: UpdateDataTableRowOptions) => {
		this.checkSpace();
		const found = this.rows.filter((row) => matches(row, filter));
		for (const row of found) Object.assign(row, data, { updatedAt: new Date() });
		return found;
	};

	upsertRow = async (options: UpdateDataTableRowOptions) => {
		const updated = await this.updateRows(options);
		return updated.length > 0 ? updated : await this.insertRows([options.data], 'all');
	};

	deleteRows = async ({ filter }: { filter: DataTableFilter }) => {
		const gone = this.rows.filter((row) => matches(row, filter));
		for (const row of gone) this.rows.splice(this.rows.indexOf(row), 1);
		return gone;
	};

	clearRows = async () => ({ deletedCount: this.rows.splice(0).length });
}

/** n8n's Data Tables in memory. They outlive executions, as in n8n. */
export class DataTables {
	private readonly tables = new Map<string, MemoryTable>();

	/** Whether all tables together have reached the size that n8n allows: then it refuses every row. */
	isFull = false;

	/** The number of requests that were refused because the tables are full. */
	refused = 0;

	private readonly checkSpace = () => {
		if (!this.isFull) return;
		this.refused += 1;
		// The words and the kind of n8n's error. Its Data Table node hides this kind where it continues on errors.
		throw new UserError('Data table size limit exceeded: 200MB used');
	};

	private readonly all = {
		getProjectId: () => 'project',
		createDataTable: async ({ name, columns }: CreateDataTableOptions): Promise<DataTable> => {
			const id = randomUUID();
			const dates = { createdAt: new Date(), updatedAt: new Date() };
			const complete = columns.map((column, index) => ({
				...column,
				type: column.type ?? 'string',
				id: `${id}:${index}`,
				index,
				dataTableId: id,
			}));
			const info: DataTable = { id, name, columns: complete, ...dates, projectId: 'project' };
			this.tables.set(id, new MemoryTable(info, this.checkSpace));
			return info;
		},
		getManyAndCount: async ({ filter }: ListDataTableOptions) => {
			const name = String(filter?.name ?? '').toLowerCase();
			const data = [...this.tables.values()]
				.map(({ info }) => info)
				.filter((info) => info.name.toLowerCase() === name);
			return { count: data.length, data };
		},
		deleteDataTableAll: async () => true,
	};

	/** What n8n's contexts ask for their `helpers`. */
	readonly provider = {
		getDataTableAggregateProxy: async () => this.all,
		getDataTableProxy: async (_: unknown, __: unknown, id: string) =>
			defined(this.tables.get(id), `the table ${id}`),
	};
}
