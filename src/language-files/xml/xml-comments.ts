import type { FileToWrite } from '../model/codec';
import type { XmlNode } from './xml-tree';
import { fitsComment } from './xml-writer';

/** The comments among some nodes as one description. */
export const readComments = (nodes: readonly XmlNode[]): string | undefined =>
  joined(nodes.filter((node) => node.type === 'comment').map(({ text }) => commentText(text)));

export const joined = (texts: readonly (string | undefined)[]): string | undefined =>
  texts.filter((text) => text !== undefined && text !== '').join('\n') || undefined;

/** Without the space at each side that is written here; a text that begins on its own line loses its indentation too. */
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

/** A description as a comment on its own line; what XML cannot have in a comment is written otherwise, with a warning. */
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
    detail: 'an XML comment has no "--", no CR and no control characters',
    key,
  });
  const fitting = text
    .replace(/-(?=-)/g, '- ')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\ufffd');
  return `${indent}<!-- ${fitting} -->\n`;
}
