import { canonicalLanguage } from '../../../common/language-tag';
import type { Meta } from '../../model/meta';
import type { PluralCategory } from '../../model/plural';
import type { Value } from '../../model/entry';
import { printCompactJson } from '../../json/json-printer';
import { lastMember, type JsonNode, type JsonObject } from '../../json/json-tree';
import { isPluralCategory } from '../../text/plurals/categories';
import { zeroIsExact } from '../../text/plurals/zero-form';

/** The default state of a string unit, which is not stored. */
export const TRANSLATED = 'translated';

/** A key's value in one language. */
export interface Localization {
  value: Value;
  /**
   * `state`: the state of the text. `states`: the states of a plural's forms, by category. Neither holds `translated`.
   * `verbatim`: the JSON of a localization that is neither a text nor a plural, with `text`, the text that represents
   * it.
   */
  meta: Meta;
  warning?: string;
}

interface StringUnit {
  state: string;
  value: string;
}

/**
 * Reads a `stringUnit`, or plural variations of string units. Everything else (variations by device, substitutions,
 * string sets) is stored verbatim and written back as long as the text that represents it is not changed.
 */
export function readLocalization(node: JsonNode, language: string): Localization {
  const unit = toStringUnit(node);
  if (unit) return readUnit(unit);
  return readPlural(node, language) ?? readVerbatim(node);
}

/** Xcode writes an empty unit with the state `new` for a missing translation. */
function readUnit({ state, value }: StringUnit): Localization {
  if (state === 'new' && value === '') return { value: null, meta: {} };
  return { value, meta: state === TRANSLATED ? {} : { state } };
}

/** Converts `{"stringUnit": {"state": …, "value": …}}`; returns undefined if the node has any other member. */
function toStringUnit(node: JsonNode): StringUnit | undefined {
  const unit = getOnlyMember(node, 'stringUnit');
  if (unit?.kind !== 'object' || unit.members.length > 2) return undefined;
  if (!unit.members.every(({ name }) => name === 'state' || name === 'value')) return undefined;
  const value = getString(unit, 'value');
  return value === undefined ? undefined : { state: getString(unit, 'state') ?? TRANSLATED, value };
}

function readPlural(node: JsonNode, language: string): Localization | undefined {
  const plural = getOnlyMember(getOnlyMember(node, 'variations'), 'plural');
  if (plural?.kind !== 'object') return undefined;
  const exact = new Map<number, string>();
  const forms = new Map<PluralCategory, string>();
  const states: Record<string, string> = {};
  for (const { name, value } of plural.members) {
    const unit = toStringUnit(value);
    if (!unit || !isPluralCategory(name) || forms.has(name) || (name === 'zero' && exact.has(0))) return undefined;
    if (unit.state !== TRANSLATED) states[name] = unit.state;
    if (name === 'zero' && zeroIsExact(canonicalLanguage(language))) exact.set(0, unit.value);
    else forms.set(name, unit.value);
  }
  if (!forms.has('other')) return undefined;
  const meta: Meta = Object.keys(states).length > 0 ? { states } : {};
  return { value: { type: 'cardinal', arg: 'count', exact, forms }, meta };
}

function readVerbatim(node: JsonNode): Localization {
  const value = findRepresentativeText(node);
  if (value === undefined) {
    const warning = 'the localization contains no text that can be edited; it is kept unchanged';
    return { value: null, meta: {}, warning };
  }
  return {
    value,
    meta: { verbatim: printCompactJson(node), text: value },
    warning: 'variations and substitutions are kept unchanged until this text is changed',
  };
}

/** Returns the first of: the localization's own text, that of the variation `other`, that of the first variation. */
function findRepresentativeText(node: JsonNode): string | undefined {
  if (node.kind !== 'object') return undefined;
  const unit = lastMember(node, 'stringUnit')?.value;
  if (unit?.kind === 'object') return getString(unit, 'value');
  const other = lastMember(node, 'other');
  for (const { value } of other ? [other, ...node.members] : node.members) {
    const text = findRepresentativeText(value);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Returns the value of an object's only member, if it has the name. */
function getOnlyMember(node: JsonNode | undefined, name: string): JsonNode | undefined {
  if (node?.kind !== 'object' || node.members.length !== 1) return undefined;
  return node.members[0]?.name === name ? node.members[0].value : undefined;
}

function getString(object: JsonObject, name: string): string | undefined {
  const value = lastMember(object, name)?.value;
  return value?.kind === 'string' ? value.text : undefined;
}
