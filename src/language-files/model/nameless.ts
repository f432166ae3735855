/** Whether no key can have a name. Entries with such a name stay in their file, and are not imported. */
export const isNameless = (name: string): boolean => name.trim() === '';
