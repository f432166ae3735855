import type { Warning } from './warnings';

/** Two different texts of one key in a file. Lines are 0 or undefined where the parser does not provide them. */
export interface Duplicate {
  key: string;
  language?: string;
  earlierLine?: number;
  line?: number;
}

export function describeDuplicate({ language, earlierLine = 0, line = 0 }: Duplicate): string {
  const places = earlierLine > 0 && line > earlierLine ? `on the lines ${earlierLine} and ${line}` : 'twice';
  return `occurs ${places} with different texts${language === undefined ? '' : ` in ${language}`}`;
}

/** Returns the warning about a key of which one text counts. */
export const createDuplicateWarning = (duplicate: Duplicate, counting: 'first' | 'last'): Warning => {
  const { key, language, line } = duplicate;
  const detail = `${describeDuplicate(duplicate)}; the ${counting} one counts`;
  return { code: 'duplicate_key', detail, key, ...(language !== undefined && { language }), ...(line && { line }) };
};
