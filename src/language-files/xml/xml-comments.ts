import type { FileToWrite } from '../model/codec';
import type { XmlComment, XmlNode } from './xml-tree';
import { fitsComment } from './xml-writer';

/** Returns the comments among some nodes as one description, a line each. */
export const readComments = (nodes: readonly XmlNode[]): string | undefined =>
  joinTexts(nodes.filter((node) => node.type === 'comment').map(({ text }) => commentText(text)));

/** The nodes between two elements. */
export interface CommentGroups {
  /** The comments on the line where the previous element ends, in front of a line end. */
  trailing: readonly XmlNode[];
  /** Nodes that belong to no element. */
  apart: readonly XmlNode[];
  /** The comments directly above the next element, without a blank line. */
  own: readonly XmlComment[];
}

/** Groups the nodes in front of an element by the element that they belong to. */
export function groupComments(nodes: readonly XmlNode[]): CommentGroups {
  if (nodes.every(isSpace)) return NO_COMMENTS;
  const firstLine = Math.max(0, nodes.findIndex(hasLineEnd));
  const ownStart = nodes.findLastIndex((node) => node.type !== 'comment' && !isSpaceInside(node)) + 1;
  const isNode = (node: XmlNode): boolean => !isSpace(node);
  return {
    trailing: nodes.slice(0, firstLine).filter(isNode),
    apart: nodes.slice(firstLine, ownStart).filter(isNode),
    own: nodes.slice(Math.max(firstLine, ownStart)).filter((node) => node.type === 'comment'),
  };
}

const NO_COMMENTS: CommentGroups = { trailing: [], apart: [], own: [] };

const isSpace = (node: XmlNode): boolean => node.type === 'text' && node.text.trim() === '';

const hasLineEnd = (node: XmlNode): boolean => node.type === 'text' && node.text.includes('\n');

const isSpaceInside = (node: XmlNode): boolean =>
  node.type === 'text' && isSpace(node) && node.text.indexOf('\n') === node.text.lastIndexOf('\n');

/** Joins texts with line feeds, without absent and empty ones. Returns undefined where no text is left. */
export const joinTexts = (texts: readonly (string | undefined)[]): string | undefined =>
  texts.filter((text) => text !== undefined && text !== '').join('\n') || undefined;

/**
 * Removes the space at each side that `writeComment` adds. A comment that begins on a new line loses its indentation
 * too.
 */
export function commentText(comment: string): string {
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
