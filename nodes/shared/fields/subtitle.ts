/** Under the name of a node on the canvas: what it does, in words ("Grant access"). */
export const SUBTITLE =
	'={{ $parameter["operation"].replace("getAll", "getMany").replace(/[A-Z]/g, " $&").toLowerCase().toSentenceCase() }}';
