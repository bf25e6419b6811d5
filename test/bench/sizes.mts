/** Whether only each part has to run to its end: `npm run bench -- --small`, as CI does. Its times say nothing. */
export const IS_SMALL = process.argv.includes('--small');

/** Numbers of records, rows and repetitions. */
export const SIZES = IS_SMALL
	? {
			few: 20,
			listed: 300,
			large: 600,
			reads: 30,
			creations: 20,
			repeats: 1,
			loadings: 1,
			rows: 300,
			different: 10,
		}
	: {
			few: 1000,
			listed: 10_000,
			large: 100_000,
			reads: 1000,
			creations: 600,
			repeats: 3,
			loadings: 5,
			rows: 20_000,
			different: 100,
		};
