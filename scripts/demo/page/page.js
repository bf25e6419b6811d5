// Runs in the browser: adds each entry at the top.
const list = document.getElementById('entries');

/** Makes a frame as high as its mail. */
function fit(frame) {
	const root = frame.contentDocument?.documentElement;
	frame.style.height = 0;
	if (root) frame.style.height = `${Math.min(root.scrollHeight + 2, 900)}px`;
}

new EventSource('/entries').addEventListener('message', ({ data, lastEventId }) => {
	// After an interruption, all of them come again.
	if (document.getElementById(lastEventId)) return;
	document.getElementById('empty').hidden = true;
	list.insertAdjacentHTML('afterbegin', data);
	const entry = list.firstElementChild;
	for (const frame of entry.querySelectorAll('iframe'))
		frame.addEventListener('load', () => fit(frame));
});
