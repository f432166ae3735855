import type { FormPart } from './forms';
import { type Mask, type MaskedForm, maskForm, rawOf } from './masks';

/*
 * How masks are written for a provider: as elements that it keeps.
 *
 * - `xml`: `<x id="1">{name}</x>` for what stands alone, `<g id="2">…</g>` around the words between two tags.
 * - `html`: `<span class="notranslate" translate="no" id="x1">{name}</span>` and `<a id="x2">…</a>`.
 */
export type Markup = 'xml' | 'html';

const ELEMENTS = { xml: { single: 'x', pair: 'g' }, html: { single: 'span', pair: 'a' } } as const;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Writes a form for a provider. */
export const toMarkup = (form: MaskedForm, markup: Markup): string =>
  form.map((part) => (typeof part === 'string' ? escape(part) : writeMask(part, markup))).join('');

function writeMask({ id, role, shown }: Mask, markup: Markup): string {
  const { single, pair } = ELEMENTS[markup];
  if (role === 'end') return `</${pair}>`;
  if (role === 'start') return markup === 'xml' ? `<g id="${id}">` : `<a id="x${id}">`;
  const start = markup === 'xml' ? `<x id="${id}">` : `<span class="notranslate" translate="no" id="x${id}">`;
  return `${start}${escape(shown)}</${single}>`;
}

/** Whether a form has words. */
export const hasWords = (form: MaskedForm): boolean =>
  form.some((part) => typeof part === 'string' && /\p{L}/u.test(part));

const TAG_OF_ANSWER = /<(\/?)([A-Za-z]\w*)((?:\s[^<>]*?)?)(\/?)>/g;
const ID = /\sid\s*=\s*["']?x?(\d{1,5})["']?/;

/**
 * Reads the translation of a form. Each mask must be there once, tags around words as they were nested, and placeholders that
 * are counted in their order; a form keeps its white space at both ends.
 *
 * @returns undefined if the translation is not sound
 */
export function readMarkup(answer: string, form: MaskedForm, markup: Markup): readonly FormPart[] | undefined {
  const masks = form.filter((part) => typeof part !== 'string');
  const read = readParts(answer, masks, markup);
  if (!read || !isComplete(read, masks)) return undefined;
  const sound = withSpacesOf(form, read);
  const parts = sound.flatMap((part) => (typeof part === 'string' ? [part] : part.parts));
  return hasSameMasks(parts, masks) ? parts : undefined;
}

/** @returns undefined for elements that are not in the form, or are not nested */
function readParts(answer: string, masks: readonly Mask[], markup: Markup): (string | Mask)[] | undefined {
  const { single, pair } = ELEMENTS[markup];
  const find = (id: number, role: Mask['role']): Mask | undefined =>
    masks.find((mask) => mask.id === id && mask.role === role);
  const parts: (string | Mask)[] = [];
  const open: number[] = [];
  /** The element whose content is skipped. */
  let skipped = false;
  let end = 0;
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', 4: empty, index } of answer.matchAll(
    TAG_OF_ANSWER,
  )) {
    const element = name.toLowerCase();
    if (!skipped && index > end) parts.push(unescape(answer.slice(end, index)));
    end = index + tag.length;
    if (skipped) {
      if (element !== single || slash === '') return undefined;
      skipped = false;
      continue;
    }
    if (slash !== '') {
      const id = open.pop();
      const mask = id === undefined || element !== pair ? undefined : find(id, 'end');
      if (!mask) return undefined;
      parts.push(mask);
      continue;
    }
    const id = Number(ID.exec(attributes)?.[1] ?? 0);
    const mask = element === single ? find(id, 'single') : element === pair ? find(id, 'start') : undefined;
    if (!mask) return undefined;
    parts.push(mask);
    if (mask.role === 'single') {
      skipped = empty === '';
      continue;
    }
    open.push(id);
    // Nothing is left between the tags.
    if (empty !== '') return undefined;
  }
  if (skipped || open.length > 0) return undefined;
  if (end < answer.length) parts.push(unescape(answer.slice(end)));
  return parts;
}

/** Whether each mask is there once, with those that are counted in their order. */
function isComplete(parts: readonly (string | Mask)[], masks: readonly Mask[]): boolean {
  const read = parts.filter((part) => typeof part !== 'string');
  if (read.length !== masks.length || new Set(read).size !== masks.length) return false;
  const counted = read.filter(({ isInOrder }) => isInOrder).map(({ id }) => id);
  return counted.every((id, index) => index === 0 || id > (counted[index - 1] ?? 0));
}

/** Whether the text has the same placeholders and tags when it is taken apart again: none was made of words. */
function hasSameMasks(parts: readonly FormPart[], masks: readonly Mask[]): boolean {
  const again = maskForm(mergeText(parts));
  const rawsOf = (all: readonly Mask[]): string[] => all.map(rawOf).sort();
  return (
    again !== undefined &&
    rawsOf(again.filter((part) => typeof part !== 'string')).join('\u0000') === rawsOf(masks).join('\u0000')
  );
}

function mergeText(parts: readonly FormPart[]): FormPart[] {
  const merged: FormPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part;
    else merged.push(part);
  }
  return merged;
}

/** Gives a translation the white space with which the form begins and ends. */
function withSpacesOf(form: MaskedForm, translation: readonly (string | Mask)[]): (string | Mask)[] {
  const [first, last] = [form[0], form.at(-1)];
  const lead = typeof first === 'string' ? (/^\s*/.exec(first)?.[0] ?? '') : '';
  const tail = typeof last === 'string' ? (/\s*$/.exec(last)?.[0] ?? '') : '';
  const parts = translation.filter((part) => part !== '');
  if (typeof parts[0] === 'string') parts[0] = parts[0].trimStart();
  const end = parts.length - 1;
  const at = parts[end];
  if (typeof at === 'string') parts[end] = at.trimEnd();
  return [lead, ...parts, tail].filter((part) => part !== '');
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: '\u00A0' };
const MAX_CODE_POINT = 0x10ffff;

const unescape = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,5}));/g,
    (raw, decimal?: string, hex?: string, name = '') => {
      const named = NAMED[String(name)];
      if (named !== undefined) return named;
      const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : String(raw);
    },
  );
