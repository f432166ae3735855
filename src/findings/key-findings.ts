import { Injectable } from '@nestjs/common';
import { CHECK_CODES, type CheckCode, RULES_VERSION } from '../checks/finding';
import { Checker } from './checker';
import { type Reader, ProjectTerms } from '../glossary/project-terms';
import { versionOf } from '../glossary/glossary-statements';
import type { KeyToCheck, TextFinding } from './check-texts';
import { type IgnoredText, ignoredTexts } from './ignored-findings';
import { hasRow } from '../database/planned-reads';

/** A finding of a check in a text of a key. */
export interface ShownFinding {
  code: CheckCode;
  detail: string;
  /** Somebody has judged it to be none. */
  ignored: boolean;
}

/** The findings of a key by language; languages without any are absent. */
export type FindingsOfKey = ReadonlyMap<string, readonly ShownFinding[]>;

/** A stored finding: language, code, detail and the hash of the texts. */
type StoredFinding = readonly [language: string, code: CheckCode, detail: string, textsHash: string];

/** A key whose findings are shown. The revisions are those since which the rows hold. */
export interface KeyWithFindings {
  id: string;
  since: number;
  maxLength: number | null;
  /** The source text; null if the key has none. */
  source: string | null;
  sourceSince: number | null;
  /** Texts that did not change since have their findings in `findings`; null: none have. */
  checkedRevision: number | null;
  findings: readonly StoredFinding[] | null;
  ignored: readonly IgnoredText[] | null;
  /** A text that was not read with the key is null. */
  texts: readonly (readonly [language: string, text: string | null, since: number])[];
}

/**
 * Returns SQL of the column `toCheck`: the `KeyWithFindings` of a key `k` with the source text `s` and shown texts, or
 * null if the key has no findings, as most have none.
 *
 * @param project SQL of the project's id
 * @param since SQL of the latest revision since which a shown text holds
 * @param languages SQL of the languages of the shown texts, in the order of the project
 * @param isLarge SQL of whether the texts are too large to be read with the key
 */
export function toCheckColumn({
  project,
  since,
  languages,
  isLarge,
}: Record<'project' | 'since' | 'languages' | 'isLarge', string>): string {
  const checkedRevision = `(SELECT revision FROM project_checks WHERE project_id = ${project} AND rules = ${RULES_VERSION}
    AND glossary_version = ${versionOf(`(SELECT organization_id FROM projects WHERE id = ${project})`)})`;
  const findings = `FROM findings f WHERE f.project_id = ${project} AND f.key_id = k.id`;
  return `
    CASE WHEN s.since IS NOT NULL AND greatest(k.since, s.since, ${since}) <= ${checkedRevision} AND NOT ${hasRow(findings)}
    THEN NULL ELSE json_build_object(
      'id', k.id, 'since', k.since, 'maxLength', k.max_length, 'source', s.text, 'sourceSince', s.since,
      'checkedRevision', ${checkedRevision},
      'findings', (SELECT json_agg(json_build_array(f.language, f.code, f.detail, encode(f.texts_hash, 'hex'))) ${findings}),
      'ignored', ${ignoredTexts(project)},
      'texts', (SELECT coalesce(json_agg(json_build_array(language, CASE WHEN NOT ${isLarge} THEN text END, since) ORDER BY array_position(${languages}, language)), '[]') FROM translations
                WHERE project_id = ${project} AND key_id = k.id AND language = ANY (${languages}))) END AS "toCheck"`;
}

type TextsInSteps = AsyncIterable<readonly (readonly [language: string, text: string])[]>;

/** A project, as it was read with the keys. */
interface ProjectOfKeys {
  id: string;
  organizationId: string;
  sourceLanguage: string;
}

/** Finds the findings of keys that were read: stored ones, and new ones of texts that have changed since. */
@Injectable()
export class KeyFindings {
  constructor(
    private readonly checker: Checker,
    private readonly terms: ProjectTerms,
  ) {}

  /** @returns the findings of each key by its id, the languages in the order of its texts. @throws ProjectBusyError */
  async of(
    project: ProjectOfKeys,
    keys: readonly KeyWithFindings[],
    from: Reader,
  ): Promise<Map<string, FindingsOfKey>> {
    const packed = JSON.stringify(keys.map(toCheck).filter(([, , , texts]) => Object.keys(texts).length > 0));
    const fresh = packed === '[]' ? [] : await this.check(project, packed, from);
    const found = [
      ...keys.flatMap(storedFindings),
      ...fresh.map(({ keyId, language, code, detail, textsHash }) => ({ keyId, language, code, detail, textsHash })),
    ];
    const ignored = hashesOfIgnored(keys);
    const shown = new Map<string, Map<string, ShownFinding[]>>();
    for (const { keyId, language, code, detail, textsHash } of found) {
      const ofKey = shown.get(keyId) ?? new Map<string, ShownFinding[]>();
      shown.set(keyId, ofKey);
      const ofText = ofKey.get(language) ?? [];
      ofKey.set(language, ofText);
      ofText.push({ code, detail, ignored: ignored.get(idOf(keyId, language, code)) === textsHash });
    }
    for (const ofKey of shown.values()) for (const ofText of ofKey.values()) ofText.sort(byCode);
    return new Map(keys.map(({ id, texts }) => [id, inOrderOf(texts, shown.get(id) ?? new Map())]));
  }

  private async check(project: ProjectOfKeys, keys: string, from: Reader): Promise<TextFinding[]> {
    const { sourceLanguage, organizationId } = project;
    const { packed: terms } = await this.terms.of(project, from);
    return this.checker.check(organizationId, { sourceLanguage, keys, terms });
  }

  /**
   * Finds the findings of a key whose texts are read in steps.
   *
   * @param key null if there are none
   * @param read returns texts by language
   * @returns findings, or a function that reads them; it throws ProjectBusyError
   */
  ofLarge(
    project: ProjectOfKeys,
    key: KeyWithFindings | null,
    read: () => TextsInSteps,
    from: Reader,
  ): FindingsOfKey | (() => AsyncIterable<FindingsOfKey>) {
    return key ? () => this.inSteps(project, key, read(), from) : new Map();
  }

  private async *inSteps(
    project: ProjectOfKeys,
    key: KeyWithFindings,
    steps: TextsInSteps,
    from: Reader,
  ): AsyncGenerator<FindingsOfKey> {
    const sinceOf = new Map(key.texts.map(([language, , since]) => [language, since]));
    for await (const step of steps) {
      const texts = step.map(([language, text]) => [language, text, sinceOf.get(language) ?? key.since] as const);
      yield (await this.of(project, [{ ...key, texts }], from)).get(key.id) ?? new Map<string, ShownFinding[]>();
    }
  }
}

/** Returns findings by language, in the order of the texts. */
const inOrderOf = (texts: KeyWithFindings['texts'], findings: FindingsOfKey): FindingsOfKey =>
  new Map(
    texts.map(([language]) => [language, findings.get(language) ?? []] as const).filter(([, { length }]) => length > 0),
  );

const byCode = (one: ShownFinding, other: ShownFinding): number =>
  CHECK_CODES.indexOf(one.code) - CHECK_CODES.indexOf(other.code);

const idOf = (keyId: string, language: string, code: string): string => `${keyId} ${language} ${code}`;

/**
 * Whether the rows of a text, of its source text and of its key have held since the project was checked. A key that has
 * no source text may have lost it since.
 */
function isChecked({ checkedRevision, since, sourceSince }: KeyWithFindings, ofText: number): boolean {
  if (checkedRevision === null || sourceSince === null) return false;
  return Math.max(since, sourceSince, ofText) <= checkedRevision;
}

/** Returns the texts of a key that have changed since it was checked. */
function toCheck(key: KeyWithFindings): KeyToCheck {
  const changed = key.texts.filter(([, , since]) => !isChecked(key, since));
  return [
    key.id,
    key.maxLength,
    key.source,
    Object.fromEntries(changed.map(([language, text]) => [language, text ?? ''])),
  ];
}

function storedFindings(key: KeyWithFindings): (Omit<ShownFinding, 'ignored'> & {
  keyId: string;
  language: string;
  textsHash: string;
})[] {
  if (!key.findings) return [];
  const checked = new Set(key.texts.filter(([, , since]) => isChecked(key, since)).map(([language]) => language));
  return key.findings
    .filter(([language]) => checked.has(language))
    .map(([language, code, detail, textsHash]) => ({ keyId: key.id, language, code, detail, textsHash }));
}

/** Returns the hashes of the texts whose findings are ignored, by `idOf`. */
const hashesOfIgnored = (keys: readonly KeyWithFindings[]): Map<string, string> =>
  new Map(
    keys.flatMap(({ id, ignored }) =>
      (ignored ?? []).map(({ language, code, textsHash }) => [idOf(id, language, code), textsHash] as const),
    ),
  );
