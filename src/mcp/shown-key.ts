import { shorten } from '../common/shorten';
import type { CheckCode } from '../checks/finding';
import type { TranslationState } from '../common/translation-state';
import type { ListedKey, TextInLanguage } from '../keys/key';
import type { FindingsOfKey } from '../findings/key-findings';
import { bytesOf, MAX_RESULT_BYTES } from './tool-result';

/** Characters of a source text in a list that only finds keys. */
const SUMMARY_CHARACTERS = 200;
/** Bytes that the texts of one key may take: the rest is for its name, its description, its findings and its neighbours. */
const TEXT_BYTES = 0.7 * MAX_RESULT_BYTES;
/** Findings of one key that are shown. */
const MAX_FINDINGS = 50;

/** A key as lists have it, with texts if they were asked for. */
interface PlainKey {
  id: string;
  name: string;
  value: string | null;
  description: string | null;
  tags: readonly string[];
  maxLength: number | null;
  translations?: Record<string, string>;
  states?: Record<string, TranslationState>;
  outdated?: string[];
}

/** A finding in a text of a key. */
interface KeyFinding {
  language: string;
  code: CheckCode;
  detail: string;
}

/** A key as tools show it. Members that say nothing are absent. */
export interface ShownKey {
  key: string;
  id: string;
  /** The source text, or its beginning. */
  value?: string | null;
  /** Whether `value` is only the beginning of the source text. */
  cut?: boolean;
  description?: string;
  tags?: readonly string[];
  maxLength?: number;
  texts?: Record<string, string>;
  states?: Record<string, TranslationState>;
  outdated?: string[];
  findings?: KeyFinding[];
  /** Languages whose texts have no room here. */
  omitted?: string[];
}

/**
 * Returns a key as a list shows it.
 *
 * @param shows the whole source text, if it has room; by default its beginning
 */
export function summaryOf(listed: ListedKey, shows?: 'whole'): ShownKey {
  const key = 'key' in listed ? listed.key : (JSON.parse(`{${listed.json}}`) as PlainKey);
  const isCut = shows === 'whole' ? bytesOf(key.value) > TEXT_BYTES : (key.value?.length ?? 0) > SUMMARY_CHARACTERS;
  const value = isCut ? shorten(key.value ?? '', SUMMARY_CHARACTERS) : key.value;
  return { key: key.name, id: key.id, value, ...(isCut && { cut: true }), ...labelsOf(key) };
}

/** Returns a key with its whole texts. Texts that have no room are omitted. */
export async function withTexts(listed: ListedKey): Promise<ShownKey> {
  const texts: Record<string, string> = {};
  const omitted: string[] = [];
  let bytes = 0;
  for await (const [language, text] of textsOf(listed)) {
    const size = bytesOf(text);
    if (bytes + size > TEXT_BYTES) omitted.push(language);
    else {
      bytes += size;
      texts[language] = text;
    }
  }
  const findings = await findingsOf(listed);
  const key = 'key' in listed ? listed.key : (JSON.parse(`{${listed.json}}`) as PlainKey);
  const { states, outdated } = 'key' in listed ? statesOf(listed) : (key as PlainKey);
  return {
    key: key.name,
    id: key.id,
    ...labelsOf(key),
    texts,
    states,
    ...(outdated && outdated.length > 0 && { outdated }),
    ...(findings.length > 0 && { findings }),
    ...(omitted.length > 0 && { omitted }),
  };
}

function labelsOf({
  description,
  tags,
  maxLength,
}: Pick<PlainKey, 'description' | 'tags' | 'maxLength'>): Pick<ShownKey, 'description' | 'tags' | 'maxLength'> {
  return {
    ...(description !== null && { description }),
    ...(tags.length > 0 && { tags }),
    ...(maxLength !== null && { maxLength }),
  };
}

async function* textsOf(listed: ListedKey): AsyncGenerator<TextInLanguage> {
  if (!('key' in listed)) yield* Object.entries((JSON.parse(`{${listed.json}}`) as PlainKey).translations ?? {});
  else if (listed.key.readTexts) for await (const step of listed.key.readTexts()) yield* step;
  else for (const [language, { text }] of listed.key.texts) yield [language, text ?? ''];
}

function statesOf({ key: { texts } }: Extract<ListedKey, { key: unknown }>): Pick<PlainKey, 'states' | 'outdated'> {
  return {
    states: Object.fromEntries(Array.from(texts, ([language, { state }]) => [language, state])),
    outdated: [...texts].filter(([, { isOutdated }]) => isOutdated).map(([language]) => language),
  };
}

/** Returns findings that are not ignored. */
async function findingsOf(listed: ListedKey): Promise<KeyFinding[]> {
  const checks = 'key' in listed ? listed.key.checks : (listed.checks ?? new Map<string, never>());
  if (typeof checks !== 'function') return toFindings(checks).slice(0, MAX_FINDINGS);
  const findings: KeyFinding[] = [];
  for await (const step of checks()) {
    findings.push(...toFindings(step));
    if (findings.length >= MAX_FINDINGS) break;
  }
  return findings.slice(0, MAX_FINDINGS);
}

const toFindings = (checks: FindingsOfKey): KeyFinding[] =>
  Array.from(checks).flatMap(([language, found]) =>
    found.filter(({ ignored }) => !ignored).map(({ code, detail }) => ({ language, code, detail })),
  );
