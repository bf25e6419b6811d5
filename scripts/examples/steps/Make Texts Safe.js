// In: records with texts that strangers wrote. Out: the same fields, safe in Slack messages and in the HTML of emails:
// no markup, no bold text, no live link, one line for a name or title. Under "question" they are safe in a question that
// waits for an answer: cut to fit, and escaped twice, because n8n undoes one escaping there. A video without a title
// and a customer without a name get a stand-in. Our own words (text, lines, headline) stay bold, and "link" its link.
const QUESTION_LENGTH = 700;
const ONE_LINE = /(name|title|email|reason|headline)$/i;
const OWN = /^(text|lines|headline)$/;
const FORMATTING = /[*~`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const LOOKALIKES = { '*': '∗', '~': '∼', '`': 'ˋ', _: '＿' };
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const LINK =
	/:\/\/|^\W*www\.|\.\p{L}+\/|\.(?:[a-z]{2}|com|net|org|info|biz|xyz|app|dev|shop|site|online|live)(?![\p{L}\p{N}])/iu;
const isLink = (word) => LINK.test(word) && !/^[^@/:]+@[^@/:]+:?$/.test(word);
const unlinked = (word) =>
	isLink(word) ? word.replaceAll('://', ':\u200b//').replace(/\.(?=\p{L})/gu, '.\u200b') : word;
const plain = (text) =>
	text
		.replace(CONTROLS, '')
		.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
		.trim();
function harmless(text, name) {
	const shown = name === 'link' ? plain(text) : plain(text).replace(/\S+/g, unlinked);
	const line = ONE_LINE.test(name) ? shown.replace(/\s+/g, ' ') : shown;
	return OWN.test(name) ? line : line.replace(FORMATTING, (sign) => LOOKALIKES[sign]);
}
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const cut = (text) =>
	text.length > QUESTION_LENGTH
		? text.slice(0, QUESTION_LENGTH).replace(/(&[a-z]*|[\ud800-\udbff])$/, '') + ' … (cut)'
		: text;
const mapTexts = (value, change, name) => {
	if (typeof value === 'string') return change(harmless(value, name));
	if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change, name));
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [key, mapTexts(entry, change, key)]),
	);
};
const isBlank = (value) => String(value ?? '').trim() === '';
const standIns = (json) => ({
	...('title' in json && isBlank(json.title) && { title: `video ${json.id ?? ''}`.trim() }),
	...('video_id' in json && isBlank(json.video_title) && { video_title: `video ${json.video_id}` }),
	...('video_id' in json &&
		isBlank(json.customer_name) && { customer_name: 'an unknown customer' }),
});
return $input.all().map(({ json }, item) => {
	const record = { ...json, ...standIns(json) };
	const question = mapTexts(record, (text) => escape(cut(escape(text))));
	return { json: { ...mapTexts(record, escape), question }, pairedItem: { item } };
});
