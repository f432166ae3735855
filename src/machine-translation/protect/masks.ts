import { readFlags } from '../../checks/character-flags';
import { scanPlaceholders } from '../../checks/placeholders';
import { TAG } from '../../checks/tags';
import { ARGUMENT_END, ARGUMENT_START } from '../../language-files/messages';
import type { FormPart } from './forms';

/** A part of a form that a provider must keep. */
export interface Mask {
  id: number;
  /** `start` and `end` are the tags around words, with the same id. */
  role: 'single' | 'start' | 'end';
  /** The parts of the form in place of which the mask stands. */
  parts: readonly FormPart[];
  /** The text that the provider sees in the mask. */
  shown: string;
  /** A placeholder whose place tells which value it shows: `%s`, `{}`. */
  isInOrder: boolean;
}

/** A form in words and masks. */
export type MaskedForm = readonly (string | Mask)[];

/** Stands for a placeholder or an argument while a form is taken apart. */
const HOLE = '\uFFFC';
const RESERVED = new RegExp(`[${HOLE}${ARGUMENT_START}${ARGUMENT_END}]`);

/** Finds the parts that are kept beside placeholders, which are holes here. Longer parts come first. */
const KEPT = new RegExp(
  [
    '<!--[^]*?-->',
    TAG.source,
    // URLs and addresses of mails.
    `\\b[a-z][a-z0-9+.-]{1,10}:\\/\\/[!#-;=?-Z\\\\^-~${HOLE}]+`,
    '[\\w.+-]{1,64}@[\\w-]{1,64}(?:\\.[\\w-]{1,64})+',
    // References of HTML, escapes of programming languages.
    '&(?:#\\d{1,7};?|#[xX][\\da-fA-F]{1,6};?|[A-Za-z]\\w{1,30};)',
    '\\\\(?:u[\\da-fA-F]{4}|u\\{[\\da-fA-F]{1,6}\\}|x[\\da-fA-F]{2}|[0-7]{3}|[^\\s\\w]|[a-zA-Z])',
    // Percent signs of printf, conversions of strftime, and whatever is in braces.
    '%%',
    '%[-_0^#EO]?[A-Za-z](?![A-Za-z])',
    `\\{\\{?[^{}\\n]{0,200}\\}?\\}`,
    // Forms of Vue and Laravel, line breaks.
    '\\|',
    '[ \\t]*[\\r\\n]+[ \\t\\r\\n]*',
    // Names of pictures. A sign before an argument of ICU stays before it.
    '(?<![\\w:]):[a-z][\\w+-]{0,60}:(?![\\w:])',
    `[$#%]?${HOLE}`,
  ].join('|'),
  'gi',
);

const CALL = /^(?:\$t\(|@(?:\.\w+)?:\()/;
/** A placeholder of printf without a position, and `{}`; not `%1` and `%n` of Qt, nor `%name%`. */
const POSITIONAL = /^(?:%(?!\d+\$|[(<{#%]|L?\d{1,2}$|n$|[A-Za-z_][\w.]{2,}%$)[^]+|\{\})$/;

/** Finds what must be kept in a form. @returns undefined for a form that cannot be taken apart and put together again */
export function maskForm(parts: readonly FormPart[]): MaskedForm | undefined {
  if (parts.some((part) => typeof part === 'string' && RESERVED.test(part))) return undefined;
  const codes = parts.filter((part) => typeof part !== 'string');
  let place = 0;
  const text = parts
    .map((part) => (typeof part === 'string' ? part : `${ARGUMENT_START}${place++}${ARGUMENT_END}`))
    .join('');
  const { rest, found } = scanPlaceholders(text, readFlags(text), HOLE, codes.length > 0);
  if (rest.split(HOLE).length !== found.length + 1) return undefined;
  // In a form of ICU, only its own arguments are no literal text.
  const holes = found.map(({ raw, isQuoted }): FormPart =>
    codes.length === 0 || isQuoted ? raw : (codes[Number(raw.slice(1, -1))] ?? raw),
  );
  let hole = 0;
  const masked: (string | Mask)[] = [];
  let end = 0;
  KEPT.lastIndex = 0;
  for (let match = KEPT.exec(rest); match; match = KEPT.exec(rest)) {
    if (match.index > end) masked.push(rest.slice(end, match.index));
    const filled = match[0].split(/(\uFFFC)/).map((piece) => (piece === HOLE ? (holes[hole++] ?? '') : piece));
    end = match.index + match[0].length;
    // `$t(key, { "count": 2 })`: the placeholder ends before the bracket.
    const isCall = filled.some((part) => typeof part === 'string' && CALL.test(part));
    const closing = isCall ? (/^[^()\n\uFFFC]{0,200}\)/.exec(rest.slice(end))?.[0] ?? '') : '';
    end += closing.length;
    masked.push(maskOf([...filled, closing].filter((part) => part !== '')));
    KEPT.lastIndex = end;
  }
  if (end < rest.length) masked.push(rest.slice(end));
  return pairTags(masked);
}

function maskOf(parts: readonly FormPart[]): Mask {
  const shown = parts.map((part) => (typeof part === 'string' ? part : part.shown)).join('');
  const isInOrder = parts.some((part) => typeof part === 'string' && POSITIONAL.test(part));
  return { id: 0, role: 'single', parts, shown, isInOrder };
}

/** Returns the text of a mask in the message. */
export const rawOf = ({ parts }: Pick<Mask, 'parts'>): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.code)).join('');

/** Numbers the masks, and gives a start tag and its end tag the same number. */
function pairTags(form: readonly (string | Mask)[]): MaskedForm {
  const open: { name: string; mask: Mask }[] = [];
  let next = 1;
  for (const mask of form) {
    if (typeof mask === 'string') continue;
    mask.id = next++;
    const [, slash, name, rest = ''] = /^<(\/?)([A-Za-z][\w.:-]*|\d{1,3})([^]*)>$/.exec(rawOf(mask)) ?? [];
    if (name === undefined || rest.endsWith('/')) continue;
    if (slash === '') {
      open.push({ name, mask });
      continue;
    }
    const start = open.findLastIndex((tag) => tag.name === name);
    const [pair] = start < 0 ? [] : open.splice(start);
    if (!pair) continue;
    pair.mask.role = 'start';
    Object.assign(mask, { id: pair.mask.id, role: 'end' });
  }
  return form;
}
