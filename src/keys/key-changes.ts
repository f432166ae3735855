import { v7 as uuidv7 } from 'uuid';
import { ValidationFailedError } from '../common/errors/domain-error';
import { namespaceOf } from '../common/namespace-of';
import type { TranslationState } from '../common/translation-state';
import { chunksOf } from '../database/chunks';
import type { JsonPointer } from '../common/validation/json-pointer';
import { MAX_TAGS } from '../common/validation/text-rules';
import type { ProjectWrite } from '../project-write/project-write';
import type { CreateKeyDto } from './dto/create-key.dto';
import type { UpdateKeyDto } from './dto/update-key.dto';
import { toLanguageMap } from '../projects/dto/language-map.field';
import { inOrder, type KeyTexts, type KeyWithTexts, MAX_TEXT_BYTES, sortTags } from './key';
import { KeyExistsError, KeyNotFoundError, TextChangedError } from './key-errors';
import { movedToNamespace, nameInNamespace } from './key-name';
import { findSameLength, findWithTexts } from './key-query';
import { KeyStore } from '../project-write/stores/key-store';
import type { TextId } from '../project-write/stores/translation-store';
import { assertKnown, textsAfterUpdate, textsOfNewKey } from './requested-texts';
import { TextChanges } from './text-changes';

/** One item of a set of changes, with its place in the request body. */
export interface RequestedChange<T> {
  pointer: JsonPointer;
  change: T;
}

/** The members of an update; absent ones stay. */
type KeyUpdate = Omit<UpdateKeyDto, 'changesKey' | 'changesTexts'> & { changedState?: TranslationState };
type Update = RequestedChange<KeyUpdate & { id: string }>;

/**
 * The most texts of keys that are updated together: a batch of 1,000 keys in 500 languages would take hundreds of
 * megabytes.
 */
const MAX_TEXTS_PER_SET = 20_000;

/** A key before and after an update. */
interface PlannedUpdate {
  pointer: JsonPointer;
  before: KeyWithTexts;
  after: KeyWithTexts;
  texts: TextChanges;
}

/**
 * Creates, updates and deletes keys of a locked project in sets; a single key is a set of one. A change that is refused
 * throws, which rolls the transaction back.
 */
export class KeyChanges {
  private readonly store: KeyStore;
  /** The bytes of texts that may still be read: the texts of all updated keys are held together. */
  private room = MAX_TEXT_BYTES;
  /** The ids of keys by names that they have given up. */
  private readonly formerNames = new Map<string, string>();

  constructor(private readonly write: ProjectWrite) {
    this.store = new KeyStore(write);
  }

  /**
   * @throws KeyExistsError, NamespaceMismatchError, SourceTextRequiredError, UnknownLanguageError, MissingScopeError
   * @throws LanguageNotAllowedError
   */
  async create(creations: readonly RequestedChange<CreateKeyDto>[]): Promise<KeyWithTexts[]> {
    if (creations.length === 0) return [];
    const { startedAt, sourceLanguage } = this.write.project;
    const writesSource = this.write.rights.canWriteIn(sourceLanguage);
    const planned = creations.map(({ pointer, change }) => {
      const name = nameInNamespace(change.name, change.namespace ?? namespaceOf(change.name), pointer);
      const texts = textsOfNewKey(change, this.write.languages, pointer, writesSource);
      const { description = null, tags = [], maxLength = null } = change;
      return { pointer, id: uuidv7(), name, description, tags: sortTags(tags), maxLength, texts };
    });
    assertDistinctNames(planned);
    const rows = planned.flatMap(({ id, name, texts }) =>
      [...texts].map(([language, { text, state }]) => ({ keyId: id, key: name, language, text, state })),
    );
    this.write.rights.assertReview(rows.filter(({ state }) => state === 'reviewed'));
    const inserted = await this.store.insertWithTexts(planned, rows);
    if (inserted.size < planned.length) throw await this.nameTaken(planned.filter(({ id }) => !inserted.has(id)));
    return planned.map(({ pointer: _, name, texts, ...key }) => {
      const times = { createdAt: startedAt, updatedAt: startedAt };
      return { ...key, name, namespace: namespaceOf(name), ...times, ...this.inOrder(texts), ignored: [] };
    });
  }

  /**
   * Texts of the result that would be too large together are not read.
   *
   * @param onTexts receives the texts that are new or different
   * @throws KeyNotFoundError, and the errors of `create`
   */
  async update(updates: readonly Update[], onTexts?: (texts: readonly TextId[]) => void): Promise<KeyWithTexts[]> {
    const updated: KeyWithTexts[] = [];
    const keysPerSet = Math.max(1, Math.floor(MAX_TEXTS_PER_SET / this.write.languages.length));
    for (const set of chunksOf(updates, keysPerSet)) {
      for (const key of await this.updateSet(set, onTexts)) updated.push(key);
    }
    return updated;
  }

  private async updateSet(
    updates: readonly Update[],
    onTexts?: (texts: readonly TextId[]) => void,
  ): Promise<KeyWithTexts[]> {
    const keys = await this.findForUpdate(updates);
    const planned = updates.map(({ pointer, change }) => {
      const before = keys.get(change.id);
      if (!before) throw new KeyNotFoundError(pointer);
      assertExpected(before.texts, change, this.write.languages, pointer);
      const after = this.updated(before, change, pointer);
      const texts = new TextChanges(before, after, change.states, this.write.project.sourceLanguage);
      return { pointer, before, after, texts };
    });
    this.assertReview(planned);
    await this.updateKeys(planned);
    await this.updateTexts(planned);
    for (const { texts } of onTexts ? planned : []) onTexts?.([...texts.inserted, ...texts.replaced]);
    return this.withTimes(planned);
  }

  /**
   * Reads keys with their texts. If these are too large together, it reads those only that an update may leave as they
   * are: as long as the new ones, so that there are no more bytes of them than in the request.
   */
  private async findForUpdate(updates: readonly Update[]): Promise<Map<string, KeyWithTexts>> {
    const ids = updates.map(({ change }) => change.id);
    const keys = await findWithTexts(this.write, ids, this.room);
    const read = [...keys.values()].flatMap(({ texts }) => [...texts.values()]);
    if (read.every(({ text }) => text !== null)) {
      this.room -= read.reduce((bytes, { text }) => bytes + Buffer.byteLength(text ?? ''), 0);
      return keys;
    }
    const requested = updates.flatMap(({ change: { id, value, translations, expected } }) => {
      const source = [this.write.project.sourceLanguage, value] as const;
      const texts = [...toLanguageMap(translations), source, ...toLanguageMap(expected)];
      return texts.flatMap(([language, text]) => (typeof text === 'string' ? [{ keyId: id, language, text }] : []));
    });
    for (const { keyId, language, text } of await findSameLength(this.write, requested)) {
      const key = keys.get(keyId);
      const found = key?.texts.get(language);
      if (key && found) keys.set(keyId, { ...key, texts: new Map(key.texts).set(language, { ...found, text }) });
    }
    return keys;
  }

  /** @throws KeyNotFoundError if one of the keys does not exist */
  async delete(deletions: readonly RequestedChange<string>[]): Promise<void> {
    if (deletions.length === 0) return;
    const deleted = await this.store.delete(deletions.map(({ change }) => change));
    const missing = deletions.find(({ change }) => !deleted.has(change));
    if (missing) throw new KeyNotFoundError(missing.pointer);
  }

  /** @throws MissingScopeError */
  private assertReview(planned: readonly PlannedUpdate[]): void {
    const { project, rights } = this.write;
    if (rights.canReview) return;
    const texts = planned.flatMap(({ before, texts }) =>
      texts.languagesToReview(project.protectReviewed).map((language) => ({ key: before.name, language })),
    );
    rights.assertReview(texts);
  }

  private updated(before: KeyWithTexts, change: KeyUpdate, pointer: JsonPointer): KeyWithTexts {
    const texts = textsAfterUpdate(before.texts, change, this.write.languages, pointer);
    const name = nameAfterUpdate(before.name, change, pointer);
    const { description = before.description, maxLength = before.maxLength } = change;
    const tags = tagsAfterUpdate(before.tags, change, pointer);
    return { ...before, name, namespace: namespaceOf(name), description, tags, maxLength, ...this.inOrder(texts) };
  }

  private withTimes(planned: readonly PlannedUpdate[]): KeyWithTexts[] {
    const { startedAt } = this.write.project;
    return planned.map(({ before, after, texts }) => {
      const isLater = (isRelabelled(before, after) || texts.isChange) && before.updatedAt < startedAt;
      return { ...after, updatedAt: isLater ? startedAt : before.updatedAt };
    });
  }

  private inOrder(texts: KeyTexts): Pick<KeyWithTexts, 'value' | 'texts'> {
    const value = texts.get(this.write.project.sourceLanguage)?.text ?? null;
    return { value, texts: inOrder(texts, this.write.languages) };
  }

  private async updateKeys(planned: readonly PlannedUpdate[]): Promise<void> {
    const changed = planned.filter(({ before, after }) => isRelabelled(before, after));
    if (changed.length === 0) return;
    await this.assertNamesFree(changed);
    await this.store.update(changed.map(({ after }) => after));
  }

  /** A name that another update of the same set gives up is not free. @throws KeyExistsError */
  private async assertNamesFree(changed: readonly PlannedUpdate[]): Promise<void> {
    const holders = await this.store.findIds(changed.map(({ after }) => after.name));
    for (const { pointer, after } of changed) {
      const holder = holders.get(after.name) ?? this.formerNames.get(after.name);
      if (holder !== undefined && holder !== after.id) throw new KeyExistsError(after.name, holder, pointer);
      holders.set(after.name, after.id);
    }
    for (const { before, after } of changed)
      if (before.name !== after.name) this.formerNames.set(before.name, before.id);
  }

  private async updateTexts(planned: readonly PlannedUpdate[]): Promise<void> {
    const { translations, changes } = this.write;
    changes.concernNames(planned.map(({ after }) => after.name));
    await translations.insert(planned.flatMap(({ texts }) => texts.inserted));
    await translations.replace(planned.flatMap(({ texts }) => texts.replaced));
    await translations.setStates(planned.flatMap(({ texts }) => texts.confirmed));
    await translations.remove(planned.flatMap(({ texts }) => texts.removed));
  }

  /** @param skipped keys that were not inserted */
  private async nameTaken(skipped: readonly { pointer: JsonPointer; name: string }[]): Promise<KeyExistsError> {
    const holders = await this.store.findIds(skipped.map(({ name }) => name));
    const [first] = skipped;
    if (!first) throw new Error('every key was inserted');
    return new KeyExistsError(first.name, holders.get(first.name) ?? '', first.pointer);
  }
}

/** @throws ValidationFailedError if a set creates the same name twice */
function assertDistinctNames(planned: readonly { pointer: JsonPointer; name: string }[]): void {
  const seen = new Set<string>();
  for (const { pointer, name } of planned) {
    if (seen.has(name))
      throw new ValidationFailedError([{ pointer: `${pointer}/name`, code: 'duplicate', detail: 'is created twice' }]);
    seen.add(name);
  }
}

/**
 * @param languages of the project, the source language first
 * @throws UnknownLanguageError
 * @throws TextChangedError if a text is neither the text that the client has seen nor the new text
 */
function assertExpected(
  texts: KeyTexts,
  { expected, translations, value }: KeyUpdate,
  languages: readonly string[],
  pointer: JsonPointer,
): void {
  if (!expected) return;
  const seen = toLanguageMap(expected);
  assertKnown([...seen.keys()], languages, `${pointer}/expected`);
  const requested = toLanguageMap(translations);
  if (value !== undefined) requested.set(languages[0] ?? '', value);
  const changed = [...seen].flatMap(([language, text]) => {
    const found = texts.get(language);
    const now = found ? found.text : undefined;
    const isSame = (other: string | null | undefined): boolean =>
      found ? other === now && now !== null : other === null;
    return isSame(text) || isSame(requested.get(language))
      ? []
      : [{ language, text: found ? (now ?? undefined) : null }];
  });
  if (changed.length > 0) throw new TextChangedError(changed, pointer);
}

const isRelabelled = (before: KeyWithTexts, after: KeyWithTexts): boolean =>
  before.name !== after.name ||
  before.description !== after.description ||
  before.maxLength !== after.maxLength ||
  before.tags.join() !== after.tags.join();

/** @throws ValidationFailedError if the key would have more than 50 tags */
function tagsAfterUpdate(current: readonly string[], change: KeyUpdate, pointer: JsonPointer): readonly string[] {
  const { tags = current, addTags = [], removeTags = [] } = change;
  const after = sortTags([...tags.filter((tag) => !removeTags.includes(tag)), ...addTags]);
  if (after.length > MAX_TAGS) {
    const detail = `the key would have more than ${MAX_TAGS} tags`;
    throw new ValidationFailedError([{ pointer: `${pointer}/addTags`, code: 'too_many', detail }]);
  }
  return after;
}

function nameAfterUpdate(current: string, { name, namespace }: KeyUpdate, pointer: JsonPointer): string {
  if (name !== undefined) return namespace === undefined ? name : nameInNamespace(name, namespace, pointer);
  return namespace === undefined ? current : movedToNamespace(current, namespace, pointer);
}
