import { v7 as uuidv7 } from 'uuid';
import type { ProjectWrite } from '../projects/write/project-writer';
import { UnknownLanguageError } from '../projects/project-errors';
import { type JsonPointer, jsonPointer } from '../common/validation/json-pointer';
import { ValidationFailedError } from '../common/errors/domain-error';
import type { CreateKeyDto } from './dto/create-key.dto';
import { canonicalTexts, type SentTexts, type TextsByLanguage } from './dto/texts.field';
import type { UpdateKeyDto } from './dto/update-key.dto';
import { KeyExistsError, KeyNotFoundError, SourceTextRequiredError } from './key-errors';
import { movedToNamespace, nameInNamespace, namespaceOf } from './key-name';
import { inOrder, type KeyWithTexts } from './key';
import { KeyStore, type TextRow } from './key-store';

/** One change of a set, and where it stands in the body that asked for it. */
export interface Placed<T> {
  at: JsonPointer;
  change: T;
}

/**
 * Creates, changes and deletes keys of a locked project, always in sets; a single key is a set of one.
 * Anything that cannot be done throws, and the transaction takes back what was done before.
 */
export class KeyChanges {
  private readonly store: KeyStore;

  constructor(private readonly write: ProjectWrite) {
    this.store = new KeyStore(write.tx, write.project.id);
  }

  /** @throws KeyExistsError, NamespaceMismatchError, SourceTextRequiredError, UnknownLanguageError */
  async create(creations: readonly Placed<CreateKeyDto>[]): Promise<KeyWithTexts[]> {
    if (creations.length === 0) return [];
    const now = new Date();
    const planned = creations.map(({ at, change }) => ({
      at,
      id: uuidv7(),
      name: nameInNamespace(change.name, change.namespace ?? namespaceOf(change.name), at),
      description: change.description ?? null,
      texts: this.textsToSet(change, at),
    }));
    assertNamedOnce(planned);
    const texts = planned.flatMap(({ id, texts }) =>
      [...texts].map(([language, text]) => ({ keyId: id, language, text })),
    );
    const inserted = await this.store.insertKeysWithTexts(planned, texts, this.write.principal.apiKeyId);
    if (inserted < planned.length) throw await this.existing(planned);
    this.write.countKeys(planned.length);
    return planned.map(({ id, name, description, texts }) => ({
      id,
      name,
      namespace: namespaceOf(name),
      ...this.ordered(texts),
      description,
      createdAt: now,
      updatedAt: now,
    }));
  }

  /** @throws KeyNotFoundError and what `create` throws */
  async update(updates: readonly Placed<UpdateKeyDto & { id: string }>[]): Promise<KeyWithTexts[]> {
    const found = await this.store.withTexts(
      updates.map(({ change }) => change.id),
      this.write.languages,
    );
    const planned = updates.map(({ at, change }) => {
      const before = found.get(change.id);
      if (!before) throw new KeyNotFoundError(at);
      return { at, before, after: this.changed(before, change, at) };
    });
    await this.renameAndDescribe(planned);
    await this.changeTexts(planned);
    return planned.map(({ after }) => after);
  }

  /** @throws KeyNotFoundError where one of them does not exist */
  async delete(ids: readonly Placed<string>[]): Promise<void> {
    if (ids.length === 0) return;
    const found = await this.store.withTexts(
      ids.map(({ change }) => change),
      this.write.languages,
    );
    const missing = ids.find(({ change }) => !found.has(change));
    if (missing) throw new KeyNotFoundError(missing.at);
    this.write.countKeys(-(await this.store.deleteKeys([...found.keys()])));
  }

  private changed(before: KeyWithTexts, change: UpdateKeyDto, at: JsonPointer): KeyWithTexts {
    const texts = new Map(before.texts);
    for (const [language, text] of this.textsOf(change, at)) {
      if (text !== null) texts.set(language, text);
      else if (language !== this.write.project.sourceLanguage) texts.delete(language);
      else throw new SourceTextRequiredError(at + jsonPointer('translations', language));
    }
    const name = renamed(before.name, change, at);
    const description = change.description === undefined ? before.description : change.description;
    return { ...before, name, namespace: namespaceOf(name), description, ...this.ordered(texts) };
  }

  private ordered(texts: ReadonlyMap<string, string>): Pick<KeyWithTexts, 'value' | 'texts'> {
    const value = texts.get(this.write.project.sourceLanguage) ?? null;
    return { value, texts: inOrder(texts, this.write.languages) };
  }

  private async renameAndDescribe(
    planned: readonly { at: JsonPointer; before: KeyWithTexts; after: KeyWithTexts }[],
  ): Promise<void> {
    const changes = planned.filter(
      ({ before, after }) => before.name !== after.name || before.description !== after.description,
    );
    if (changes.length === 0) return;
    await this.assertNamesFree(changes);
    await this.store.updateKeys(changes.map(({ after }) => after));
    this.write.markChanged();
  }

  /** Against the keys of the project as well as among the new names; a name that is given up in the same set is not free yet. */
  private async assertNamesFree(
    changes: readonly { at: JsonPointer; before: KeyWithTexts; after: KeyWithTexts }[],
  ): Promise<void> {
    const taken = await this.store.idsByName(changes.map(({ after }) => after.name));
    for (const { at, after } of changes) {
      const holder = taken.get(after.name);
      if (holder !== undefined && holder !== after.id) throw new KeyExistsError(after.name, holder, at);
      taken.set(after.name, after.id);
    }
  }

  private async changeTexts(planned: readonly { before: KeyWithTexts; after: KeyWithTexts }[]): Promise<void> {
    const set: TextRow[] = [];
    const gone: { keyId: string; language: string }[] = [];
    for (const { before, after } of planned) {
      for (const [language, text] of after.texts) {
        if (before.texts.get(language) !== text) set.push({ keyId: after.id, language, text });
      }
      for (const language of before.texts.keys()) {
        if (!after.texts.has(language)) gone.push({ keyId: after.id, language });
      }
    }
    await this.setTexts(set);
    await this.store.deleteTexts(gone);
    if (gone.length > 0) this.write.markChanged();
  }

  private async setTexts(rows: readonly TextRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.store.upsertTexts(rows, this.write.principal.apiKeyId);
    this.write.markChanged();
  }

  /** A new key's texts, the source text among them. */
  private textsToSet(change: CreateKeyDto, at: JsonPointer): Map<string, string> {
    const texts = new Map<string, string>();
    for (const [language, text] of this.textsOf(change, at)) {
      if (text !== null) texts.set(language, text);
    }
    if (!texts.has(this.write.project.sourceLanguage)) throw new SourceTextRequiredError(`${at}/value`);
    return texts;
  }

  /** `value` and `translations` as one map. @throws UnknownLanguageError, ValidationFailedError where both name the source text */
  private textsOf(change: { value?: string; translations?: SentTexts }, at: JsonPointer): TextsByLanguage {
    const { sourceLanguage } = this.write.project;
    const texts = canonicalTexts(change.translations);
    const unknown = [...texts.keys()].filter((language) => !this.write.languages.includes(language));
    if (unknown.length > 0)
      throw new UnknownLanguageError(unknown, (language) => ({ pointer: at + jsonPointer('translations', language) }));
    if (change.value === undefined) return texts;
    if (texts.has(sourceLanguage)) {
      const pointer = at + jsonPointer('translations', sourceLanguage);
      throw new ValidationFailedError([
        { pointer, code: 'duplicate', detail: 'value is the text of this language too' },
      ]);
    }
    return texts.set(sourceLanguage, change.value);
  }

  /** The first of the names that the project had. */
  private async existing(planned: readonly { at: JsonPointer; id: string; name: string }[]): Promise<KeyExistsError> {
    const ids = await this.store.idsByName(planned.map(({ name }) => name));
    const refused = planned.find(({ id, name }) => ids.get(name) !== id);
    if (!refused) throw new Error('a key was not inserted, and no other has its name');
    return new KeyExistsError(refused.name, ids.get(refused.name) ?? '', refused.at);
  }
}

/** @throws ValidationFailedError where a set would create the same name twice */
function assertNamedOnce(planned: readonly { at: JsonPointer; name: string }[]): void {
  const seen = new Set<string>();
  for (const { at, name } of planned) {
    if (seen.has(name))
      throw new ValidationFailedError([{ pointer: `${at}/name`, code: 'duplicate', detail: 'is created twice' }]);
    seen.add(name);
  }
}

function renamed(name: string, { name: newName, namespace }: UpdateKeyDto, at: JsonPointer): string {
  if (newName !== undefined) return namespace === undefined ? newName : nameInNamespace(newName, namespace, at);
  return namespace === undefined ? name : movedToNamespace(name, namespace, at);
}
