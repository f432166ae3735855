import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the text of a page, whose path is below the root of the repository. */
export const readPage = (path: string): string => readFileSync(join(__dirname, '../..', path), 'utf8');

/**
 * Returns the code that a page of the documentation has under a name.
 * @param values what the test has instead of the examples of the page
 */
export function codeOf(path: string, name: string, values: Record<string, string> = {}): string {
  const [, code] = new RegExp(`<!-- code: ${name} -->\\s+\`\`\`js\\n([^]*?)\`\`\``).exec(readPage(path)) ?? [];
  if (code === undefined) throw new Error(`${path} has no code ${name}`);
  return Object.entries(values).reduce((text, [example, value]) => text.replaceAll(example, value), code);
}

/** Returns the blocks of a text in a language. */
export const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(([, block = '']) => block);
