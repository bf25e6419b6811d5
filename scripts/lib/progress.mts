import { Listr, PRESET_TIMER } from 'listr2';

/**
 * Shows one step of a longer work with the time that it takes, on a terminal as well as in a log.
 * @param what what is done and, in brackets, how long it usually takes
 * @returns what the work returns
 */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
	const steps = new Listr<{ result: T }>(
		[
			{
				title: what,
				task: async (context) => {
					context.result = await work();
				},
			},
		],
		{
			// What has to be stopped is known in processes.mts.
			registerSignalListeners: false,
			rendererOptions: { timer: PRESET_TIMER, showErrorMessage: false },
			fallbackRendererOptions: { timer: PRESET_TIMER },
		},
	);
	return (await steps.run()).result;
}
