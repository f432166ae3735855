import type { FileToWrite } from '../model/codec';
import type { XmlNode } from './xml-tree';
import { fitsComment } from './xml-writer';

/** Returns the comments among some nodes as one description, a line each. */
export const readComments = (nodes: readonly XmlNode[]): string | undefined =>
  joinTexts(nodes.filter((node) => node.type === 'comment').map(({ text }) => commentText(text)));

/** Joins texts with line feeds, without absent and empty ones. Returns undefined where no text is left. */
export const joinTexts = (texts: readonly (string | undefined)[]): string | undefined =>
  texts.filter((text) => text !== undefined && text !== '').join('\n') || undefined;

/**
 * Removes the space at each side that `writeComment` adds. A comment that begins on a new line loses its indentation
 * too.
 */
function commentText(comment: string): string {
  if (comment.startsWith('\n')) {
    return comment
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .trim();
  }
  const text = comment.endsWith(' ') && comment !== ' ' ? comment.slice(0, -1) : comment;
  return text.startsWith(' ') ? text.slice(1) : text;
}

/**
 * Returns a description as a comment on its own line. Characters that a comment cannot contain are replaced, with a
 * warning.
 */
export function writeComment(
  text: string | undefined,
  indent: string,
  key: string,
  file: Pick<FileToWrite, 'warn'>,
): string {
  if (!text) return '';
  if (fitsComment(` ${text} `)) return `${indent}<!-- ${text} -->\n`;
  file.warn({
    code: 'description_changed',
    detail: 'an XML comment cannot contain "--", carriage returns and control characters',
    key,
  });
  const allowed = text
    .replace(/-(?=-)/g, '- ')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\ufffd');
  return `${indent}<!-- ${allowed} -->\n`;
}
