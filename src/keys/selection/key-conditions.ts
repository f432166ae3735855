import type { TranslationState } from '../../common/translation-state';
import { uuidArray } from '../../database/array-parameter';
import { openFindings } from '../../findings/open-findings';
import {
  assignedBy,
  containing,
  inState,
  isOneOf,
  needingWork,
  outdated,
  type RareCondition,
  untranslatedIn,
  withFindings,
  withOpenComments,
} from './rare-conditions';

/** The conditions of a selection of keys, which narrow each other down, with their values. */
export class KeyConditions {
  /** The parameters of the statements: `$1` is the project, `$2` its source language. */
  readonly values: unknown[];
  protected readonly conditions: string[] = ['k.project_id = $1'];
  protected readonly rareConditions: RareCondition[] = [];
  /** SQL of the findings `f` that keys have, if they are a condition. */
  protected findings?: string;
  /** SQL of the range of a namespace among the places of findings `f`. */
  protected range?: string;
  /** Whether the keys are named, so that there are few. */
  protected isNamed = false;
  /** Whether the keys that may be selected are known, and few. */
  protected areFew = false;
  /** The parameter with the ids of these, if each of them is compared with all conditions. */
  protected ids?: string;

  constructor(projectId: string, sourceLanguage: string) {
    this.values = [projectId, sourceLanguage];
  }

  /** Whether all keys are selected. */
  get isWhole(): boolean {
    return this.conditions.length === 1 && this.rareConditions.length === 0;
  }

  named(names: readonly string[]): void {
    this.isNamed = true;
    this.add(`k.name_hash IN (SELECT sha256(convert_to(searched, 'UTF8')) FROM unnest(?::text[]) AS searched)`, names);
  }

  inNamespace(namespace: string): void {
    // The range of the namespace in the indexes by names: after `ns.` and before `ns/`, whose last character is the
    // next one.
    const isRange = namespace !== '' && namespace.length < 500;
    const inRange = (place: string): string => (isRange ? `AND ${place} >= ? || '.' AND ${place} < ? || '/'` : '');
    this.add(`k.namespace = ?::text ${inRange('left(k.name, 512)')}`, namespace);
    if (isRange) this.range = inRange('f.place').replaceAll('?', `$${this.values.length}`);
  }

  tagged(tag: string): void {
    // The first condition is the condition of the index `keys_with_tags`, which is in the order of the names.
    this.add('k.tags IS NOT NULL AND jsonb_exists(k.tags, ?)', tag);
  }

  /** Selects some of a few keys only. @param ids of the keys */
  among(ids: readonly string[]): void {
    this.areFew = true;
    this.ids = `$${this.values.push(uuidArray(ids))}`;
  }

  /** @param missing the ids of some keys, among which all of these are. Default: all keys */
  withoutTextIn(language: string, missing?: readonly string[]): void {
    this.rareConditions.push(untranslatedIn(this.parameter, this.parameter(language), missing));
  }

  /** Selects keys that need work. The parameters are the same as of `needingWork`. */
  needingWork(language: string, missing?: readonly string[], failing?: readonly string[]): void {
    this.rareConditions.push(needingWork(this.parameter, language, missing, failing));
  }

  /** @param languages default: all but the source language */
  inState(state: TranslationState, languages: readonly string[] | undefined): void {
    this.rareConditions.push(inState(this.parameter, state, languages));
  }

  /** @param languages default: all but the source language */
  outdated(languages: readonly string[] | undefined): void {
    this.rareConditions.push(outdated(this.parameter, languages));
  }

  /** Selects keys with a finding that is not ignored, which were found among a few keys. @param ids of the keys */
  oneOf(ids: readonly string[]): void {
    this.rareConditions.push(isOneOf(this.parameter, ids));
  }

  /**
   * Selects keys with a stored finding that is not ignored.
   *
   * @param code of the findings; undefined: all codes
   * @param languages of the texts; undefined: all languages
   */
  failing(code: string | undefined, languages: readonly string[] | undefined): void {
    const values = [`${this.parameter(code ?? null)}::text`, `${this.parameter(languages ?? null)}::text[]`] as const;
    this.findings = openFindings(...values);
    this.rareConditions.push({ ...withFindings(...values), isIndexed: true });
  }

  /** @param languages of the texts that are discussed. Default: all */
  withOpenComments(languages: readonly string[] | undefined): void {
    this.rareConditions.push(withOpenComments(this.parameter, languages));
  }

  /** Selects keys of assignments. @param ids of the assignments */
  assignedBy(ids: readonly string[]): void {
    this.rareConditions.push(assignedBy(this.parameter, ids));
  }

  /**
   * Selects keys with this text in their name or in one of their texts, ignoring case in every script.
   *
   * @param candidates the ids of some keys, among which all of these are. Default: all keys
   */
  containing(text: string, candidates?: readonly string[]): void {
    this.areFew ||= candidates !== undefined;
    this.rareConditions.push(containing(this.parameter, text, candidates));
  }

  /** SQL of all conditions of a key `k`. */
  protected get conditionsOfKey(): string[] {
    return [...this.conditions, ...this.rareConditions.map(({ ofKey }) => ofKey)];
  }

  /** Adds a value. @returns its parameter */
  protected readonly parameter = (value: unknown): string => `$${this.values.push(value)}`;

  /** @param condition contains `?` in each place of the value */
  private add(condition: string, value: unknown): void {
    this.values.push(value);
    this.conditions.push(condition.replaceAll('?', `$${this.values.length}`));
  }
}
