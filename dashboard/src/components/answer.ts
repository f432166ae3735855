import i18next from 'i18next';
import { FINDING_SENTENCES } from '../../../src/common/sentences/finding-sentences';
import { readParams, type SentenceParams } from '../../../src/common/sentences/sentence';

/** What the service says about something, with a code: in English, and with the values that it names. */
export interface Answer {
  readonly code: string;
  readonly detail: string;
  readonly params?: SentenceParams;
}

/** Says what a check found, in the language of the page. Pages run checks as well, whose findings have no parameters. */
export const findingText = (finding: Answer): string =>
  answerText('findings', {
    ...finding,
    params: finding.params ?? readParams(FINDING_SENTENCES, finding.code, finding.detail),
  });

export const warningText = (warning: Answer): string => answerText('warnings', warning);
export const errorText = (error: Answer): string => answerText('errors', error);

/** Says what an error is of which only the code is known: with the code itself, unless there is a text that needs nothing more. */
export function errorCodeText(code: string): string {
  const text: unknown = i18next.getResource(i18next.resolvedLanguage ?? 'en', 'answers', `errors.${code}`);
  return typeof text === 'string' && !text.includes('{{') ? text : code;
}

/** The service speaks English, so that only other languages need texts. A code that the page does not know is said in English. */
function answerText(kind: 'findings' | 'warnings' | 'errors', { code, detail, params = {} }: Answer): string {
  const { reason, file, item, ...values } = params;
  const usual = `answers:${kind}.${code}`;
  const key = typeof reason === 'string' ? `${usual}_${reason}` : usual;
  const known = [key, usual].find((name) => i18next.exists(name, { fallbackLng: [] }));
  if (known === undefined) return detail;
  const named = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toText(value)]));
  const text = i18next.t(known, named);
  if (item !== undefined) return i18next.t('problem.item', { item, text });
  return file === undefined ? text : `${String(file)}: ${text}`;
}

/** Words of the service have a text in the language of the page; names stay as they are. */
function toText(value: SentenceParams[string]): string {
  if (typeof value === 'number') return new Intl.NumberFormat(i18next.language).format(value);
  if (typeof value === 'string') return word(value);
  return new Intl.ListFormat(i18next.language).format(value.map((name) => word(name)));
}

const word = (value: string): string => {
  const more = /^(\d+) more$/.exec(value);
  if (more) return i18next.t('answers:more', { number: more[1] });
  return ofSentence('values', value);
};

/** Says what a format cannot keep, which the service lists in English. */
export const lossText = (loss: string): string => ofSentence('losses', loss);

/** Texts by an English sentence, whose dots are no levels. */
function ofSentence(kind: 'values' | 'losses', english: string): string {
  const texts: unknown = i18next.getResource(i18next.resolvedLanguage ?? 'en', 'answers', kind);
  if (typeof texts !== 'object' || texts === null || !Object.hasOwn(texts, english)) return english;
  return String((texts as Record<string, unknown>)[english]);
}
