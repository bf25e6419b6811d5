/** Whether only each part has to run to its end: `npm run bench -- --small`, as CI does. Its times say nothing. */
const isSmall = process.argv.includes('--small');

/** Numbers of records, rows and repetitions. */
export const SIZES = isSmall
	? {
			few: 20,
			listed: 300,
			large: 600,
			reads: 30,
			creations: 20,
			repeats: 1,
			rows: 300,
			manyRows: 600,
			different: 10,
		}
	: {
			few: 1000,
			listed: 10_000,
			large: 100_000,
			reads: 1000,
			creations: 600,
			repeats: 3,
			rows: 20_000,
			manyRows: 100_000,
			different: 100,
		};
