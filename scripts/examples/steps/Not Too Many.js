// In: the rows that wait in the Data Table. Out: what is in them, unless they are too many: then nobody gets an email.
// Change me: the limit.
const LIMIT = 100;
const rows = $input.all().map(({ json }) => json);
if (rows.length > LIMIT) {
	throw new Error(
		`${rows.length} emails would go out at once, more than ${LIMIT}. None was sent, and all of them are waiting. ` +
			'To send them, raise LIMIT in "Not Too Many". To drop them, delete the waiting rows of the Data Table.',
	);
}
return rows.map(({ id, event_id, item }, index) => ({
	json: { ...JSON.parse(item), row: id, event_id },
	pairedItem: { item: index },
}));
