// Prints the sources of the product by room, as a JSON array of patterns: of each node, of each folder of nodes/shared,
// and of the credentials. Runs before anything is installed.
import { readdirSync } from 'node:fs';

const foldersIn = (parent) =>
	readdirSync(parent, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => `${parent}/${name}`);

const nodes = foldersIn('nodes').filter((folder) => folder !== 'nodes/shared');
const rooms = ['credentials', ...nodes, ...foldersIn('nodes/shared')];
console.log(JSON.stringify(rooms.map((room) => `${room}/**/*.ts`)));
