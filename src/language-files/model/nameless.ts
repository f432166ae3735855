/** Whether a name cannot be that of a key. Entries with such a name stay in their file, and are not imported. */
export const isNameless = (name: string): boolean => name.trim() === '';
