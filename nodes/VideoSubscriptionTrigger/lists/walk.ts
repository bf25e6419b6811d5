import { endlessListError } from '../../shared/client/listErrors';
import type { PollBudget } from '../pollBudget';
import type { Entry } from './entries';
import { LIST_REMEDY, type Page, type ReadPage } from './pages';

/**
 * The pages of a list in order, from one of them on, for as long as requests are left. Records that leave the list
 * meanwhile let later ones move up to earlier pages, which are then read again.
 */
export class Walk {
	/** The `total` of the latest page, or 0. */
	private total: number | undefined;

	private size = 1;

	private latest = '';

	private readonly ids = new Set<number>();

	/**
	 * @param next the first page, and then the page at which another walk continues
	 * @param isKnown whether the walk that this one continues has read an entry
	 */
	constructor(
		private readonly read: ReadPage,
		private readonly budget: Pick<PollBudget, 'has'>,
		public next = 1,
		private isKnown: (entry: Entry) => boolean = () => true,
	) {}

	/**
	 * Yields the first page, and others until the end of the list or of the requests.
	 *
	 * @throws InvalidResponseError when a page repeats the one before it
	 */
	async *pages(): AsyncGenerator<Page> {
		for (;;) {
			const page = await this.read(this.next);
			const ids = page.entries.map(({ id }) => id).join();
			if (ids !== '' && ids === this.latest) throw endlessListError(LIST_REMEDY);
			this.latest = ids;
			if (!(await this.addMovedUp(page))) return;
			for (const { id } of page.entries) this.ids.add(id);
			this.isKnown = ({ id }) => this.ids.has(id);
			this.next++;
			yield page;
			if (page.isLast || !this.budget.has()) return;
		}
	}

	/** Adds the entries of earlier pages, back to one with a known entry. Returns whether the requests suffice. */
	private async addMovedUp(page: Page): Promise<boolean> {
		const { entries, total = Infinity } = page;
		this.size = Math.max(this.size, entries.length);
		const isFirst = this.total === undefined;
		let isContiguous = isFirst ? entries.some(this.isKnown) : total >= (this.total ?? 0);
		this.total = page.total ?? 0;
		const last = Math.min(this.next - 1, Math.ceil(total / this.size));
		for (let before = last; before > 0 && !isContiguous; before--) {
			// A walk that can read one page only has to get on.
			if (!this.budget.has()) return isFirst;
			const { entries: earlier } = await this.read(before);
			isContiguous = earlier.some(this.isKnown);
			page.entries = [...earlier, ...page.entries];
		}
		return true;
	}
}
