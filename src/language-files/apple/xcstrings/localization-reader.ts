import { canonicalLanguage } from '../../../common/language-tag';
import type { Meta } from '../../model/meta';
import type { Plural, PluralCategory } from '../../model/plural';
import type { Value } from '../../model/entry';
import { printCompactJson } from '../../json/json-printer';
import {
  type JsonMember,
  lastMember,
  type JsonNode,
  type JsonObject,
  objectNode,
  stringNode,
} from '../../json/json-tree';
import { isPluralCategory } from '../../text/plurals/categories';
import { isArgumentName } from '../../text/plurals/icu-message';
import { listVariables } from '../../text/placeholders/variables';
import { zeroIsExact } from '../../text/plurals/zero-form';
import { parseSingleVariableFormat } from '../single-variable-format';

/** The default state of a string unit, which is not stored. */
export const TRANSLATED = 'translated';

/** A key's value in one language. */
export interface Localization {
  value: Value;
  /**
   * `state`: the state of the text. `states`: the states of a plural's forms, by category. Neither holds `translated`.
   * `verbatim`: the JSON of a localization that is neither a text nor the variations of a plural. If it is not a plural
   * of one substitution either, `text` is the text that represents it.
   */
  meta: Meta;
  warning?: string;
  /** It has neither a text nor a string set. */
  isVoid?: boolean;
}

interface StringUnit {
  state: string;
  value: string;
}

/**
 * Reads a `stringUnit`, plural variations of string units, or a text with one substitution. Everything else (variations
 * by device, several substitutions, string sets) is stored verbatim and written back as long as the text that
 * represents it is not changed.
 */
export function readLocalization(node: JsonNode, language: string): Localization {
  const unit = toStringUnit(node);
  if (unit) return readUnit(unit);
  return readVariations(node, language) ?? readSubstitution(node, language) ?? readVerbatim(node);
}

/** Whether a localization has no text that a project holds: imports skip empty texts of target languages. */
export const isEmpty = ({ value }: Localization): boolean => value === null || value === '';

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

function readVariations(node: JsonNode, language: string): Localization | undefined {
  const units = readUnits(node);
  if (!units) return undefined;
  const states = [...units].flatMap(([category, { state }]) => (state === TRANSLATED ? [] : [[category, state]]));
  const meta: Meta = states.length > 0 ? { states: Object.fromEntries(states) as Meta } : {};
  return { value: toPlural(units, 'count', language), meta };
}

/**
 * Reads a text with one substitution, which has the forms of a plural, as the plural with the text around each form.
 */
function readSubstitution(node: JsonNode, language: string): Localization | undefined {
  if (node.kind !== 'object' || node.members.length !== 2) return undefined;
  const unit = toStringUnit(objectNode([['stringUnit', lastMember(node, 'stringUnit')?.value ?? node]]));
  const format = unit && parseSingleVariableFormat(unit.value);
  const substitution = format && getOnlyMember(lastMember(node, 'substitutions')?.value, format.variable);
  if (!format || substitution?.kind !== 'object') return undefined;
  const { variations, argument, others } = splitSubstitution(substitution);
  const units = readUnits(objectNode([['variations', variations ?? node]]));
  if (!units || others > 0) return undefined;
  const { before, variable, after } = format;
  const forms = new Map<PluralCategory, StringUnit>();
  for (const [category, { state, value }] of units) {
    if (value.includes('#@') || (argument === undefined && ARGUMENT.test(value))) return undefined;
    const text = argument === undefined ? value : value.replaceAll(ARGUMENTS, () => argument);
    forms.set(category, { state, value: before + text + after });
  }
  const value = toPlural(forms, isArgumentName(variable) ? variable : 'count', language);
  return { value, meta: { verbatim: printCompactJson(node) } };
}

/** The number that a substitution is about, in its forms. */
const ARGUMENT = /%arg/;
const ARGUMENTS = /%arg/g;

function splitSubstitution({ members }: JsonObject): { variations?: JsonNode; argument?: string; others: number } {
  const valueOf = (name: string): JsonNode | undefined => members.find((member) => member.name === name)?.value;
  const [number, specifier] = [valueOf('argNum'), valueOf('formatSpecifier')];
  const position = number?.kind === 'number' && number.text !== '1' ? `${number.text}$` : '';
  const known = new Set(['argNum', 'formatSpecifier', 'variations']);
  return {
    variations: valueOf('variations'),
    argument: specifier?.kind === 'string' ? `%${position}${specifier.text}` : undefined,
    others: members.filter(({ name }) => !known.has(name)).length,
  };
}

/** Reads `{"variations": {"plural": {…}}}`; returns undefined if the node has anything else. */
function readUnits(node: JsonNode): Map<PluralCategory, StringUnit> | undefined {
  const plural = getOnlyMember(getOnlyMember(node, 'variations'), 'plural');
  if (plural?.kind !== 'object') return undefined;
  const units = new Map<PluralCategory, StringUnit>();
  for (const { name, value } of plural.members) {
    const unit = toStringUnit(value);
    if (!unit || !isPluralCategory(name) || units.has(name)) return undefined;
    units.set(name, unit);
  }
  return units.has('other') ? units : undefined;
}

function toPlural(units: ReadonlyMap<PluralCategory, StringUnit>, arg: string, language: string): Plural {
  const forms = new Map(Array.from(units, ([category, { value }]) => [category, value]));
  const exact = new Map<number, string>();
  const zero = forms.get('zero');
  if (zero !== undefined && zeroIsExact(canonicalLanguage(language))) {
    exact.set(0, zero);
    forms.delete('zero');
  }
  return { type: 'cardinal', arg, exact, forms };
}

function readVerbatim(node: JsonNode): Localization {
  const value = findRepresentativeText(node);
  if (value === undefined) {
    const warning = 'the localization contains no text that can be edited; it is kept unchanged';
    return { value: null, meta: {}, warning, isVoid: isVoid(node) };
  }
  return {
    value,
    meta: { verbatim: printCompactJson(node), text: value },
    warning: 'variations and substitutions are kept unchanged until this text is changed',
  };
}

/** Recurses as deep as a parsed file is nested. */
const isVoid = (node: JsonNode): boolean =>
  node.kind !== 'object' ||
  node.members.every(
    ({ name, value }) => name !== 'stringSet' && !(name === 'value' && value.kind === 'string') && isVoid(value),
  );

/**
 * Returns the first of: the localization's own text, the text of the variation `other`, the text of the first
 * variation.
 */
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

/**
 * Replaces the text that represents a localization, and its state. Its other texts stay.
 *
 * @returns undefined for a localization without such a text, and for a text with other variables
 */
export function replaceRepresentativeText(node: JsonNode, text: string, state: string): JsonNode | undefined {
  if (node.kind !== 'object') return undefined;
  const unit = lastMember(node, 'stringUnit');
  if (unit?.value.kind === 'object') {
    const old = getString(unit.value, 'value');
    if (old === undefined || !hasSameVariables(old, text)) return undefined;
    return withValue(node, unit, replaceUnit(unit.value, text, state));
  }
  const other = lastMember(node, 'other');
  const member = (other ? [other, ...node.members] : node.members).find(
    ({ value }) => findRepresentativeText(value) !== undefined,
  );
  const value = member && replaceRepresentativeText(member.value, text, state);
  return value && withValue(node, member, value);
}

const hasSameVariables = (one: string, other: string): boolean =>
  listVariables(one).sort().join('@') === listVariables(other).sort().join('@');

/** A unit without a state is a translated one. */
function replaceUnit(unit: JsonObject, text: string, state: string): JsonObject {
  const members = unit.members.filter(({ name }) => name !== 'state' && name !== 'value');
  const hasState = state !== TRANSLATED || lastMember(unit, 'state') !== undefined;
  const own = objectNode([
    ...(hasState ? [['state', stringNode(state)] as const] : []),
    ['value', stringNode(text)] as const,
  ]);
  return { ...unit, members: [...own.members, ...members] };
}

const withValue = (node: JsonObject, replaced: JsonMember, value: JsonNode): JsonObject => ({
  ...node,
  members: node.members.map((member) => (member === replaced ? { ...member, value } : member)),
});

/** Returns the value of an object's only member, if it has the name. */
function getOnlyMember(node: JsonNode | undefined, name: string): JsonNode | undefined {
  if (node?.kind !== 'object' || node.members.length !== 1) return undefined;
  return node.members[0]?.name === name ? node.members[0].value : undefined;
}

function getString(object: JsonObject, name: string): string | undefined {
  const value = lastMember(object, name)?.value;
  return value?.kind === 'string' ? value.text : undefined;
}
