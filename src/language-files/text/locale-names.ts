/** Returns a language tag with underscores (`pt_BR`), the form that POSIX, Java, Qt and Laravel use. */
export const underscoredTag = (language: string): string => language.replaceAll('-', '_');
