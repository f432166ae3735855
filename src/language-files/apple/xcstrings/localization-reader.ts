import { canonicalLanguage } from '../../../common/language-tag';
import type { Meta } from '../../model/meta';
import type { PluralCategory } from '../../model/plural';
import type { Value } from '../../model/entry';
import { compactJson } from '../../json/json-text';
import { lastMember, type JsonNode, type JsonObject } from '../../json/json-tree';
import { isPluralCategory } from '../../text/plurals/categories';
import { zeroIsExact } from '../../text/plurals/zero-form';

/** The state that is not worth keeping. */
export const TRANSLATED = 'translated';

export interface Localization {
  value: Value;
  /**
   * `state`: of the text; `states`: of the forms, by category, each but for `translated`. Or `verbatim`, the JSON of a
   * localization that no text and no plural can say, and `text`, what was read of it.
   */
  meta: Meta;
  warning?: string;
}

interface StringUnit {
  state: string;
  value: string;
}

/**
 * A `stringUnit`, or plural variations of string units. Everything else (variations by device, substitutions, string
 * sets) is kept verbatim for as long as nobody changes the text that stands for it.
 */
export function readLocalization(node: JsonNode, language: string): Localization {
  const unit = stringUnit(node);
  if (unit) return readUnit(unit);
  return readPlural(node, language) ?? readVerbatim(node);
}

/** A new, empty unit is how Xcode says that there is no translation. */
function readUnit({ state, value }: StringUnit): Localization {
  if (state === 'new' && value === '') return { value: null, meta: {} };
  return { value, meta: state === TRANSLATED ? {} : { state } };
}

/** `{"stringUnit": {"state": …, "value": …}}` and nothing more. */
function stringUnit(node: JsonNode): StringUnit | undefined {
  const unit = only(node, 'stringUnit');
  if (unit?.kind !== 'object' || unit.members.length > 2) return undefined;
  const state = text(unit, 'state') ?? TRANSLATED;
  const value = text(unit, 'value');
  const known = unit.members.every(({ name }) => name === 'state' || name === 'value');
  return known && value !== undefined ? { state, value } : undefined;
}

function readPlural(node: JsonNode, language: string): Localization | undefined {
  const plural = only(only(node, 'variations'), 'plural');
  if (plural?.kind !== 'object') return undefined;
  const exact = new Map<number, string>();
  const forms = new Map<PluralCategory, string>();
  const states: Record<string, string> = {};
  for (const { name, value } of plural.members) {
    const unit = stringUnit(value);
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
  const value = anyText(node);
  if (value === undefined)
    return {
      value: null,
      meta: {},
      warning: 'this localization holds no text that can be edited; it is kept as it is',
    };
  return {
    value,
    meta: { verbatim: compactJson(node), text: value },
    warning: 'variations and substitutions are kept as they are, unless this text is changed',
  };
}

/** The text that says most about a localization: its own, that of other devices, that of the plural's `other`, the first. */
function anyText(node: JsonNode): string | undefined {
  if (node.kind !== 'object') return undefined;
  const unit = lastMember(node, 'stringUnit')?.value;
  if (unit?.kind === 'object') return text(unit, 'value');
  const other = lastMember(node, 'other');
  for (const { value } of other ? [other, ...node.members] : node.members) {
    const found = anyText(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The value of an object's only member, if that is its name. */
function only(node: JsonNode | undefined, name: string): JsonNode | undefined {
  if (node?.kind !== 'object' || node.members.length !== 1) return undefined;
  return node.members[0]?.name === name ? node.members[0].value : undefined;
}

function text(object: JsonObject, name: string): string | undefined {
  const value = lastMember(object, name)?.value;
  return value?.kind === 'string' ? value.text : undefined;
}
