import { html } from 'hono/html';
import type { Mail } from '../../lib/mailbox.mts';
import { renderMrkdwn, type Html } from './mrkdwn.mts';
import type { Block, SlackMessage } from './slack.mts';

/** What the frame of a mail may do: open its links elsewhere. Scripts are not allowed. */
export const SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';

interface Text {
	type: 'mrkdwn' | 'plain_text';
	text: string;
}

const renderText = ({ type, text }: Text): Html =>
	html`<div class="text">${type === 'mrkdwn' ? renderMrkdwn(text) : text}</div>`;

function renderBlock(block: Block): Html {
	switch (block.type) {
		case 'section':
			return html`${block.text && renderText(block.text)}${block.fields.map(renderText)}`;
		case 'header':
			return html`<h3>${block.text.text}</h3>`;
		case 'divider':
			return html`<hr />`;
		case 'context':
			return html`<div class="context">${block.elements.map(renderText)}</div>`;
		case 'actions':
			return html`<div class="actions">
				${block.elements.map(({ text, url, style }) =>
					url
						? html`<a class="button ${style}" href="${url}" target="_blank">${text.text}</a>`
						: html`<span class="button" title="This button has no address">${text.text}</span>`,
				)}
			</div>`;
		case 'other':
			return html`<p class="note">This page does not draw a ${block.name} block.</p>`;
	}
}

const renderTime = (): Html => {
	const now = new Date();
	const time = now.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
	return html`<time datetime="${now.toISOString()}">${time}</time>`;
};

/** Renders a Slack message as Slack does: blocks, or else the text. */
export function renderMessage(id: string, message: SlackMessage): Html {
	const { channel, text, blocks, username = 'n8n' } = message;
	const content =
		blocks.length > 0 ? blocks.map(renderBlock) : renderText({ type: 'mrkdwn', text });
	return html`<article class="slack" id="${id}">
		<p class="where">Slack <b>${channel}</b></p>
		<div class="avatar" aria-hidden="true">n8n</div>
		<div class="message">
			<p class="from"><b>${username}</b> <span class="app">APP</span> ${renderTime()}</p>
			${content}
		</div>
	</article>`;
}

/** Renders a mail. Its HTML is in a frame that runs no scripts. */
export function renderMail(id: string, { from, to, subject, attachments }: Mail): Html {
	return html`<article class="mail" id="${id}">
		<p class="where">Email to <b>${to}</b> ${renderTime()}</p>
		<h2>${subject}</h2>
		<p class="from">From ${from}</p>
		<iframe title="${subject}" src="/mails/${id}" sandbox="${SANDBOX}"></iframe>
		${attachments.map(
			({ name, content }, index) =>
				html`<a class="attachment" href="/mails/${id}/${index}" download>
					📎 ${name} (${Math.ceil(content.length / 1024)} KB)</a
				>`,
		)}
	</article>`;
}
