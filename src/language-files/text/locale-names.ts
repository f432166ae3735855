/** A language tag as a locale of POSIX, Java, Qt or Laravel has it: `pt_BR`. */
export const underscored = (language: string): string => language.replaceAll('-', '_');
