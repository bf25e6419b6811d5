import { html } from 'hono/html';

/** HTML in which everything but the markup is escaped. */
export type Html = ReturnType<typeof html>;

/** Slack's names that the examples use, and some more. Others are shown as they are written. */
const EMOJI = new Map(
	`⏰alarm_clock 🔄arrows_counterclockwise 📊bar_chart 🔔bell 🧹broom 💡bulb 👤bust_in_silhouette
	👥busts_in_silhouette 📅calendar 📉chart_with_downwards_trend 📈chart_with_upwards_trend 🎬clapper 📋clipboard
	💳credit_card 📧email 👀eyes 🎞️film_frames ❤️heart ⌛hourglass ⏳hourglass_flowing_sand ℹ️information_source 🔑key
	🟢large_green_circle 🟡large_yellow_circle ↩️leftwards_arrow_with_hook 🔗link 🔒lock 🔍mag 📝memo 💰moneybag
	🎥movie_camera 🔕no_bell ⛔no_entry 🚫no_entry_sign 📦package 👉point_right ❓question 🙋raising_hand ♻️recycle
	🔴red_circle 🔁repeat 🚀rocket 🚨rotating_light 💬speech_balloon ⭐star 🎉tada 🧪test_tube 🎫ticket
	🚩triangular_flag_on_post 📺tv 🔓unlock ⚠️warning 👋wave ❔grey_question ✅white_check_mark ❌x ⚡zap`
		.split(/\s+/)
		.map((pair) => [pair.replace(/^\W+/, ''), pair.replace(/\w+$/, '')] as const),
);

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** Slack escapes three characters; nothing else is an entity. */
const decoded = (text: string): string =>
	text.replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity);

const linkTo = (address: string, label: string): Html =>
	html`<a href="${decoded(address)}" target="_blank" rel="noreferrer">${decoded(label)}</a>`;

const mention = (name: string): Html => html`<b class="mention">${decoded(name)}</b>`;

/** Renders what stands in angle brackets: a link, or a person, channel or group that would be notified. */
function renderControl(content: string): Html {
	const [target = '', label] = content.split(/\|(.*)/s);
	if (/^(?:https?:\/\/|mailto:)/.test(target)) return linkTo(target, label || target);
	const group = /^!(channel|here|everyone)$/.exec(target)?.[1];
	if (group) return mention(`@${group}`);
	if (/^[@#][A-Z0-9]+$/.test(target)) return mention(label ? `${target[0]}${label}` : target);
	return html`${decoded(`<${content}>`)}`;
}

/** A mark such as `*` on both sides of a text, at the ends of words. */
const marked = (mark: string) =>
	String.raw`(?<![\p{L}\p{N}${mark}])${mark}(?=[^\s${mark}])([^\n]*?[^\s])${mark}(?![\p{L}\p{N}${mark}])`;

const MARKUP = new RegExp(
	[
		'```\\n?([^]+?)```',
		'`([^`\\n]+)`',
		'<([^<>\\n]+)>',
		marked('\\*'),
		marked('_'),
		marked('~'),
		// Not in a time of day.
		'(?<!\\d):([a-z0-9_+-]+):',
		'(https?://[^\\s<>|*]+)',
	].join('|'),
	'gu',
);

function renderMatch(match: RegExpExecArray): Html {
	const [whole, block, code, control, bold, italic, struck, emoji, address] = match;
	if (block !== undefined) return html`<pre>${decoded(block)}</pre>`;
	if (code !== undefined) return html`<code>${decoded(code)}</code>`;
	if (control !== undefined) return renderControl(control);
	if (bold !== undefined) return html`<b>${renderLine(bold)}</b>`;
	if (italic !== undefined) return html`<i>${renderLine(italic)}</i>`;
	if (struck !== undefined) return html`<s>${renderLine(struck)}</s>`;
	if (address !== undefined) return linkTo(address, address);
	return html`<span title="${whole}">${EMOJI.get(emoji ?? '') ?? whole}</span>`;
}

function renderLine(text: string): Html[] {
	const parts: Html[] = [];
	let end = 0;
	for (const match of text.matchAll(MARKUP)) {
		parts.push(html`${decoded(text.slice(end, match.index))}`, renderMatch(match));
		end = match.index + match[0].length;
	}
	return [...parts, html`${decoded(text.slice(end))}`];
}

/** Renders a text in Slack's mrkdwn. Line breaks stay. */
export function renderMrkdwn(text: string): Html[] {
	// Lines that begin with `>` are a quotation.
	return text.split(/((?:^(?:>|&gt;).*\n?)+)/m).map((part, index) => {
		if (index % 2 === 0) return html`${renderLine(part)}`;
		const quoted = part.replaceAll(/^(?:>|&gt;) ?/gm, '').trimEnd();
		return html`<blockquote>${renderLine(quoted)}</blockquote>`;
	});
}
