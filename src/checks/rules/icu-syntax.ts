import { isMessageForm, isPluralCategory } from '../../language-files/messages';
import { Flag } from '../character-flags';
import type { Choice, Message } from '../message';

/** All braces belong to simple arguments, so that there is nothing that ICU could refuse. */
const SIMPLE = /^[^{}]*(?:\{\s*[\p{L}\p{N}_]+\s*\}[^{}]*)*$/u;

/**
 * Finds what ICU refuses in the translation of a message that ICU accepts, and options that an application never
 * selects: a plural form that is no category of CLDR, and an option of a select that the source does not have.
 */
export function findIcuProblem(source: Message, target: Message): string | undefined {
  if (!target.has(Flag.brace) || !source.has(Flag.brace)) return undefined;
  if (!source.isIcu && !target.isIcu && SIMPLE.test(target.text)) return undefined;
  if (source.placeholders.length === 0 && source.choices.length === 0) return undefined;
  if (!isMessageForm(source.icu)) return undefined;
  if (isMessageForm(target.icu)) return findForeignSelector(source, target);
  if (!source.isIcu && !target.isIcu && !isDamaged(source, target)) return undefined;
  const { detail, offset } = target.icu;
  return offset === undefined ? detail : `${detail}, at character ${offset + 1}`;
}

/**
 * Returns whether an argument in braces is lost, or more braces stay open than in the source. A message with nothing
 * but `{name}` may be one of another library, which does not refuse `{ "a": 1 }`.
 */
function isDamaged(source: Message, target: Message): boolean {
  const expected = source.placeholders.filter(({ id }) => id.startsWith('{'));
  if (expected.length === 0) return false;
  const ids = new Set(target.placeholders.map(({ id }) => id));
  return expected.some(({ id }) => !ids.has(id)) || countOpen(source.text) !== countOpen(target.text);
}

const countOpen = (text: string): number => text.split('{').length - text.split('}').length;

function findForeignSelector(source: Message, target: Message): string | undefined {
  for (const choice of target.choices) {
    const { type, arg, options } = choice;
    const selectors = type === 'select' ? selectorsOf(source.choices, choice) : undefined;
    if (type === 'select' && selectors === undefined) continue;
    for (const selector of options.keys()) {
      if (selectors ? selectors.has(selector) : isNumberSelector(selector)) continue;
      const reason = selectors ? 'is not in the source' : 'is not a plural category';
      return `"${selector}" of {${arg}, ${type}} ${reason}`;
    }
  }
  return undefined;
}

const isNumberSelector = (selector: string): boolean => selector.startsWith('=') || isPluralCategory(selector);

function selectorsOf(choices: readonly Choice[], { arg }: Choice): Set<string> | undefined {
  const same = choices.filter((choice) => choice.arg === arg && choice.type === 'select');
  return same.length === 0 ? undefined : new Set([...same.flatMap(({ options }) => [...options.keys()]), 'other']);
}
