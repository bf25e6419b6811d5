// In: items that say what happened (headline), to whom or what (name), more about it (detail), and why (reason).
// A headline is "{} was …|{} customers were …": for one item with its name, for several with their number.
// Out: one text for all of them that fits into a message: their number, the first of them, and where to see the rest.
const [LINES, NAMES, LINE_LENGTH, LENGTH] = [10, 3, 300, 2700];
const cut = (text, length) =>
	text.length > length
		? text.slice(0, length).replace(/(&[a-z]*|[\ud800-\udbff])$/, '') + ' …'
		: text;
const flat = (text) =>
	String(text ?? '')
		.replace(/\s+/g, ' ')
		.trim();
const groupsOf = (items, key) =>
	[...new Set(items.map((item) => item[key]))].map((value) =>
		items.filter((item) => item[key] === value),
	);
const withMore = (text, { detail, reason }) =>
	cut([text, [detail, reason].filter(Boolean).join('. ')].filter(Boolean).join(': '), LINE_LENGTH);

/** Returns a line for one item, or for those with the same reason, with the first names. */
function lineOf(group) {
	const [first] = group;
	if (group.length === 1) return `• ${withMore(cut(first.name, 100), first)}`;
	const names = group.slice(0, NAMES).map(({ name }) => cut(name, 60));
	const more = group.length > NAMES ? ', …' : '';
	return `• ${group.length} × ${cut(first.reason, LINE_LENGTH)} (${names.join(', ')}${more})`;
}

/** Returns the headline of items with their lines, and whether each of them is named. */
function sectionOf(items) {
	const [one, many = one] = items[0].headline.split('|');
	const title = (text, shown) => text.replace('{}', () => shown);
	if (items.length === 1)
		return { lines: [withMore(title(one, cut(items[0].name, 100)), items[0])], isWhole: true };
	const groups = groupsOf(items, 'reason').flatMap((group) =>
		group[0].reason ? [group] : group.map((item) => [item]),
	);
	const shown = groups.slice(0, LINES);
	const isWhole = groups.length <= LINES && shown.every((group) => group.length <= NAMES);
	return { lines: [title(many, items.length), ...shown.map(lineOf)], isWhole };
}

const fields = ['headline', 'name', 'detail', 'reason'];
const items = $input
	.all()
	.filter(({ json }) => json.headline)
	.map(({ json }) => Object.fromEntries(fields.map((field) => [field, flat(json[field])])));
if (items.length === 0) return [];
const sections = groupsOf(items, 'headline').map(sectionOf);
const text = sections.flatMap(({ lines }) => lines).join('\n');
const isWhole = text.length <= LENGTH && sections.every((section) => section.isWhole);
const rest = `\nAll ${items.length} are in execution ${$execution.id}, in the input of *One Message*.`;
return [{ json: { text: cut(text, LENGTH) + (isWhole ? '' : rest), count: items.length } }];
