/** JSON that this project wrote itself: a saved workflow, a stored state. What it holds is known where it was written. */
export const parsed = <T,>(text: string): T => JSON.parse(text) as T;
