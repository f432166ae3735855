import { ProjectTerms } from '../glossary/project-terms';
import { Injectable } from '@nestjs/common';
import type { CheckCode } from '../checks/finding';
import type { Principal } from '../common/access/principal';
import { ValidationFailedError } from '../common/errors/domain-error';
import type { TranslationState } from '../common/translation-state';
import { jsonPointer } from '../common/validation/json-pointer';
import { chunksOf } from '../database/chunks';
import type { KeyToCheck } from '../findings/check-texts';
import { Checker } from '../findings/checker';
import { ChecksFailedError, MAX_NAMED_FINDINGS } from '../findings/checks-failed.error';
import { withoutIgnored } from '../findings/ignored-findings';
import { withStoredKeys } from '../findings/stored-keys';
import { UnknownLanguageError } from '../project-write/project-errors';
import { toLanguageMap } from '../projects/dto/language-map.field';
import type { ProjectWrite } from '../project-write/project-write';
import { ProjectWriter, type WriteConditions, type Written } from '../project-write/project-writer';
import { KeyStore } from '../project-write/stores/key-store';
import type { CreateKeyDto } from './dto/create-key.dto';
import type { SetTextDto } from './dto/set-text.dto';
import { KeyChanges } from './key-changes';
import { KeyNotFoundError } from './key-errors';
import { assertUnchangedSince } from './texts-since';

/** A text with one of these findings breaks the program that shows it. */
export const BREAKING_CHECKS: readonly CheckCode[] = ['icu_syntax', 'placeholder_missing', 'placeholder_unknown'];

/** Texts that are checked at a time, if they are short. */
const CHUNK_TEXTS = 2_000;

/** A finding that does not refuse its text. */
export interface WrittenFinding {
  key: string;
  language: string;
  code: CheckCode;
  detail: string;
}

/** What a write did. */
export interface CheckedWrite {
  /** New and changed texts. */
  textsSet: number;
  /** Texts that stay, but got a state. */
  statesSet: number;
  /** The first findings in these texts that nobody has ignored. */
  findings: WrittenFinding[];
}

/** A text of a request. */
interface CheckedText {
  keyId: string;
  key: string;
  language: string;
  text: string;
}

/** Writes of keys by name whose texts are checked before the commit. A text that fails refuses all of them. */
@Injectable()
export class CheckedKeyWrites {
  constructor(
    private readonly writer: ProjectWriter,
    private readonly checker: Checker,
    private readonly terms: ProjectTerms,
  ) {}

  /**
   * @param state of the texts in target languages that have none of their own
   * @throws ProjectNotFoundError, ChecksFailedError, and the errors of `KeyChanges.create`
   */
  async create(
    principal: Principal,
    projectId: string,
    { keys, state }: { keys: readonly CreateKeyDto[]; state: TranslationState },
    conditions?: WriteConditions<CheckedWrite>,
  ): Promise<Written<CheckedWrite>> {
    const work = async (write: ProjectWrite): Promise<CheckedWrite> => {
      const { sourceLanguage } = write.project;
      const requested = keys.map((key, index) => ({
        pointer: jsonPointer('keys', index),
        change: withStates(key, state, sourceLanguage),
      }));
      const created = await new KeyChanges(write).create(requested);
      const texts = created.flatMap(({ id, name, texts: ofKey }) =>
        Array.from(ofKey, ([language, { text }]) => ({ keyId: id, key: name, language, text: text ?? '' })),
      );
      return this.checked(write, texts);
    };
    return this.writer.write(principal, projectId, keys.length === 1 ? 'key.create' : 'batch', work, conditions);
  }

  /**
   * Sets texts of keys by their names. The texts that change are checked.
   *
   * @param state of the texts that change; the others stay as they are
   * @param revision at which the client has read the texts: those that change must be as they were then, and so must their source texts,
   *   unless the client sets these too
   * @throws ProjectNotFoundError, KeyNotFoundError, UnknownLanguageError, ChecksFailedError, MissingScopeError
   * @throws UnknownRevisionError, RevisionPrunedError, TextsChangedSinceError
   * @throws ValidationFailedError for a text that occurs twice
   */
  async setTexts(
    principal: Principal,
    projectId: string,
    { texts, state, revision }: { texts: readonly SetTextDto[]; state: TranslationState; revision?: number },
    conditions?: WriteConditions<CheckedWrite>,
  ): Promise<Written<CheckedWrite>> {
    assertDistinct(texts);
    const names = [...new Set(texts.map(({ key }) => key))];
    const work = async (write: ProjectWrite): Promise<CheckedWrite> => {
      assertLanguages(write, texts);
      const ids = await new KeyStore(write).findIds(names);
      const found = texts.map((text, index) => {
        const keyId = ids.get(text.key);
        if (keyId === undefined) throw new KeyNotFoundError(jsonPointer('texts', index, 'key'));
        return { ...text, keyId, pointer: jsonPointer('texts', index, 'text') };
      });
      const updates = Array.from(ids, ([name, id]) => {
        const ofKey = found.filter(({ key }) => key === name).map(({ language, text }) => [language, text] as const);
        return { pointer: '', change: { id, translations: Object.fromEntries(ofKey), changedState: state } };
      });
      const changed = new Set<string>();
      await new KeyChanges(write).update(updates, (written) => {
        for (const text of written) changed.add(idOf(text));
      });
      const written = found.filter((text) => changed.has(idOf(text)));
      if (revision !== undefined)
        await assertUnchangedSince(write, revision, written, sourcesOf(write, written, found));
      return this.checked(write, written);
    };
    return this.writer.write(principal, projectId, names.length === 1 ? 'key.update' : 'batch', work, conditions);
  }

  private async checked(write: ProjectWrite, texts: readonly CheckedText[]): Promise<CheckedWrite> {
    const { sourceLanguage } = write.project;
    const { organizationId } = write.principal;
    const { packed: terms } = await this.terms.of({ id: write.project.id, organizationId }, write.tx);
    const refused: WrittenFinding[] = [];
    const findings: WrittenFinding[] = [];
    let refusals = 0;
    const chunks = chunksOf(texts, CHUNK_TEXTS, ({ text }) => text.length);
    for await (const stored of withStoredKeys(write, chunks)) {
      const keys = stored.map(({ maxLength, source, language, text }, place): KeyToCheck => [
        String(place),
        maxLength,
        source,
        { [language]: text },
      ]);
      const packed = { sourceLanguage, keys: JSON.stringify(keys), terms };
      const found = await withoutIgnored(
        write.tx,
        write.project.id,
        await this.checker.check(organizationId, packed),
        (finding) => ({ ...finding, keyId: stored[Number(finding.keyId)]?.keyId ?? '' }),
      );
      for (const { keyId: place, language, code, detail } of found) {
        const isRefused = BREAKING_CHECKS.includes(code);
        if (isRefused) refusals++;
        const named = isRefused ? refused : findings;
        if (named.length < MAX_NAMED_FINDINGS)
          named.push({ key: stored[Number(place)]?.key ?? '', language, code, detail });
      }
    }
    if (refusals > 0) {
      const required = BREAKING_CHECKS.join(', ');
      throw new ChecksFailedError(refusals, refused, { texts: 'the texts have', required });
    }
    const { textsSet, statesSet } = write.changes.counts;
    return { textsSet, statesSet, findings };
  }
}

/** Returns a key whose texts in target languages have a state. */
function withStates(key: CreateKeyDto, state: TranslationState, sourceLanguage: string): CreateKeyDto {
  const states = toLanguageMap(key.states);
  for (const language of toLanguageMap(key.translations).keys())
    if (language !== sourceLanguage && !states.has(language)) states.set(language, state);
  return { ...key, states: Object.fromEntries(states) };
}

/** Returns the source texts of translations, as far as the request does not set them. */
function sourcesOf<Text extends CheckedText>(
  { project: { sourceLanguage } }: ProjectWrite,
  texts: readonly Text[],
  requested: readonly Text[],
): Text[] {
  const own = new Set(requested.map(idOf));
  const sources = texts
    .map((text) => ({ ...text, language: sourceLanguage }))
    .filter((source) => !own.has(idOf(source)));
  return [...new Map(sources.map((source) => [source.keyId, source])).values()];
}

const idOf = ({ keyId, language }: Pick<CheckedText, 'keyId' | 'language'>): string => `${keyId} ${language}`;

/** @throws ValidationFailedError if a text occurs twice, because the caller can mean either */
function assertDistinct(texts: readonly SetTextDto[]): void {
  const seen = new Set<string>();
  for (const [index, { key, language }] of texts.entries()) {
    const id = JSON.stringify([key, language]);
    if (seen.has(id)) {
      const detail = 'the text of this key and language occurs twice';
      throw new ValidationFailedError([{ pointer: jsonPointer('texts', index), code: 'duplicate', detail }]);
    }
    seen.add(id);
  }
}

/** @throws UnknownLanguageError */
function assertLanguages({ languages }: ProjectWrite, texts: readonly SetTextDto[]): void {
  const index = texts.findIndex(({ language }) => !languages.includes(language));
  const unknown = texts[index];
  if (unknown)
    throw new UnknownLanguageError([unknown.language], () => ({ pointer: jsonPointer('texts', index, 'language') }));
}
