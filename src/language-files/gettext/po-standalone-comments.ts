import type { Span } from '../template/file-template';
import type { ParsedMessage } from './po-message';

/**
 * Takes the comment of a translator out of a message that stands behind another one on its line.
 *
 * @param end of the other message
 * @returns the end of the comment
 */
export function takeCommentBehind(source: string, message: ParsedMessage, end: number): number | undefined {
  const [first, next] = message.head;
  if (!first || !isOfTranslator(source, first) || /[\r\n]/.test(source.slice(end, first.start))) return undefined;
  message.head = message.head.slice(1);
  message.start = Math.min(next?.start ?? message.fields, message.fields);
  return first.start + source.slice(first.start, first.end).trimEnd().length;
}

/**
 * Takes the comments of translators out of a message that an empty line separates from it. A section of a file begins
 * with such a comment.
 *
 * @returns the span of the comments
 */
export function separateComments(source: string, message: ParsedMessage): Span | undefined {
  const { fields } = message;
  // Comments inside the message are no comments apart from it.
  const head = message.head.filter(({ start }) => start < fields);
  if (head.length === 0) return undefined;
  const nextStarts = [...head.slice(1).map(({ start }) => start), fields];
  const count = head.findIndex((comment) => !isOfTranslator(source, comment));
  const comments = count < 0 ? head : head.slice(0, count);
  const last = comments.findLastIndex(({ end }, i) => /[\r\n]/.test(source.slice(end, nextStarts[i])));
  const [first, end, next] = [comments[0]?.start, comments[last]?.end, nextStarts[last]];
  if (first === undefined || end === undefined || next === undefined) return undefined;
  message.head = message.head.slice(last + 1);
  message.start = next;
  return { start: first, end: first + source.slice(first, end).trimEnd().length };
}

const isOfTranslator = (source: string, { start }: Span): boolean =>
  !/^#[.:,!=|~]/.test(source.slice(start, start + 2));
