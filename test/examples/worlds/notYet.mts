/**
 * What an example does not do yet, by the title of its test, with the reason. The test turns red as soon as it passes:
 * then the entry is deleted.
 */
export const notYet: Partial<Record<string, Record<string, string>>> = {
};
