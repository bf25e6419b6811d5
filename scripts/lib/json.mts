/** Parses JSON that this project wrote: a saved workflow, a stored state. Its type is the caller's claim. */
export const parsed = <T,>(text: string): T => JSON.parse(text) as T;
