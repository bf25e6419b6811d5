// Runs in the browser: adds each entry at the top, and draws its charts.
const COLORS = ['#36c5f0', '#e01e5a', '#2eb67d', '#ecb22e', '#4a154b', '#8d8d8d'];
const list = document.getElementById('entries');

function draw(canvas) {
	const { type, isFilled, labels, series, axes } = JSON.parse(canvas.dataset.chart);
	const isPie = type === 'pie';
	const datasets = series.map(({ label, data }, index) => ({
		...{ label, data, fill: isFilled },
		borderColor: isPie ? '#ffffff' : COLORS[index],
		backgroundColor: isPie ? COLORS : COLORS[index] + (isFilled ? '55' : ''),
	}));
	const axis = (text) => ({ title: { display: text !== '', text } });
	const scales = isPie ? {} : { x: axis(axes.x), y: { ...axis(axes.y), beginAtZero: true } };
	const legend = { display: isPie || series.length > 1, position: 'bottom' };
	const options = { animation: false, scales, plugins: { legend } };
	new window.Chart(canvas, { type, data: { labels, datasets }, options });
}

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
	for (const canvas of entry.querySelectorAll('canvas')) draw(canvas);
	for (const frame of entry.querySelectorAll('iframe'))
		frame.addEventListener('load', () => fit(frame));
});
