// In: anything, once all steps have ended. Out: an item for each failure: what happened, to whom, and why.
// Change me: the steps that can fail, and what the message says.
const STEPS = {};
const reasonOf = ({ error, message }) =>
	[error?.message ?? error, message].filter(Boolean).join('. ');
return Object.entries(STEPS).flatMap(([step, headline]) =>
	$(step).isExecuted
		? $(step)
				.all(1)
				.map(({ json }) => ({
					json: { headline, name: json.email ?? json.key, reason: reasonOf(json) },
				}))
		: [],
);
