import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { validate as isUuid } from 'uuid';
import type { ResourceLocator } from '../common/access/access.decorators';
import type { Principal } from '../common/access/principal';
import { requireLanguages, requireScopes } from '../common/access/reach';
import { ValidationFailedError } from '../common/errors/domain-error';
import { Database } from '../database/database';
import { Reads } from '../database/reads';
import { hashOfTexts } from '../findings/check-texts';
import { IgnoredFindings } from '../findings/ignored-findings';
import { KeyFindings, type ShownFinding } from '../findings/key-findings';
import type { ExpectedState } from '../http/params/if-match';
import { ProjectNotFoundError } from '../project-write/project-errors';
import type { ChangeAction } from '../project-write/change-record';
import type { ProjectWrite } from '../project-write/project-write';
import { assertReached } from '../project-write/as-of/revision';
import { ProjectWriter, type WriteConditions, type Written } from '../project-write/project-writer';
import type { CreateKeyDto } from './dto/create-key.dto';
import type { IgnoreFindingDto } from './dto/ignore-finding.dto';
import type { KeyBatch } from './dto/parse-key-batch';
import type { UpdateKeyDto } from './dto/update-key.dto';
import { type CheckedKey, isLarge, type KeyBatchResult, type KeyWithTexts } from './key';
import { KeyChanges, type RequestedChange } from './key-changes';
import { KeyNotFoundError } from './key-errors';
import { findWithTexts, KeyQuery, type ReadKey } from './key-query';
import { hashOfKey } from './key-state';
import { inSteps, readInSteps, type TextsOfRevision } from './texts-in-steps';

@Injectable()
export class KeysService implements ResourceLocator {
  /** Project ids by key id. A key never moves to another project; access to the project is checked by each write. */
  private readonly projectIds = new LRUCache<string, string>({ max: 10_000 });

  constructor(
    private readonly database: Database,
    private readonly query: KeyQuery,
    private readonly reads: Reads,
    private readonly findings: KeyFindings,
    private readonly ignoredFindings: IgnoredFindings,
    private readonly writer: ProjectWriter,
  ) {}

  /** @throws ProjectNotFoundError, and the errors of `KeyChanges.create` */
  async create(
    principal: Principal,
    projectId: string,
    body: CreateKeyDto,
    conditions?: WriteConditions<KeyWithTexts>,
  ): Promise<Written<KeyWithTexts>> {
    const work = async (write: ProjectWrite): Promise<KeyWithTexts> =>
      only(await new KeyChanges(write).create([{ pointer: '', change: body }]));
    return this.writer.write(principal, projectId, 'key.create', work, conditions);
  }

  /** @throws MissingScopeError, PreconditionFailedError, and the errors of `KeyChanges.update` */
  async update(
    principal: Principal,
    id: string,
    body: UpdateKeyDto,
    expected?: ExpectedState,
  ): Promise<Written<KeyWithTexts>> {
    requireScopesForUpdate(principal, body);
    return this.writeKey(principal, id, 'key.update', async (write) => {
      await assertExpected(write, id, expected);
      const key = only(await new KeyChanges(write).update([{ pointer: '', change: { ...body, id } }]));
      return isLarge(key) ? this.readAgain(write, key) : key;
    });
  }

  /** Does the same as `update`, and reads the key after it with its findings. */
  async updateAndCheck(
    principal: Principal,
    id: string,
    body: UpdateKeyDto,
    expected?: ExpectedState,
  ): Promise<Written<CheckedKey>> {
    const written = await this.update(principal, id, body, expected);
    return { ...written, result: (await this.read(this.database, principal, id)).key };
  }

  /** @throws KeyNotFoundError, PreconditionFailedError */
  async delete(principal: Principal, id: string, expected?: ExpectedState): Promise<Written<void>> {
    const written = await this.writeKey(principal, id, 'key.delete', async (write) => {
      await assertExpected(write, id, expected);
      await new KeyChanges(write).delete([{ pointer: '', change: id }]);
    });
    this.projectIds.delete(id);
    return written;
  }

  /**
   * Deletes, then updates, then creates keys in one transaction.
   *
   * @throws MissingScopeError, ProjectNotFoundError, RevisionMovedError, and the errors of `KeyChanges`
   */
  async batch(
    principal: Principal,
    projectId: string,
    batch: KeyBatch,
    conditions?: WriteConditions<KeyBatchResult>,
  ): Promise<Written<KeyBatchResult>> {
    if (batch.create.length > 0) requireScopes(principal, 'keys:write');
    for (const change of batch.update) requireScopesForUpdate(principal, change);
    if (batch.delete.length > 0) requireScopes(principal, 'keys:delete');
    const work = async (write: ProjectWrite): Promise<KeyBatchResult> => {
      const changes = new KeyChanges(write);
      await changes.delete(withPointers('delete', batch.delete));
      const updated = await changes.update(withPointers('update', batch.update));
      const created = await changes.create(withPointers('create', batch.create));
      return { created, updated: updated.map((key) => this.withTexts(write, key)), deleted: batch.delete };
    };
    return this.writer.write(principal, projectId, 'batch', work, conditions);
  }

  /** @throws KeyNotFoundError, UnknownRevisionError, ProjectBusyError */
  async get(principal: Principal, id: string, minRevision?: number): Promise<CheckedKey> {
    return this.reads.run(async (database) => {
      const { key, project } = await this.read(database, principal, id);
      assertReached(project.revision, minRevision);
      return key;
    });
  }

  /**
   * Ignores a finding until the text or its source text changes, or takes it back. The project is not changed.
   *
   * @throws KeyNotFoundError, LanguageNotAllowedError; ValidationFailedError if there is no such finding to ignore
   */
  async ignoreFinding(
    principal: Principal,
    id: string,
    { language, code, ignored }: IgnoreFindingDto,
  ): Promise<CheckedKey> {
    const { key, project } = await this.read(this.database, principal, id);
    requireLanguages(principal, [language]);
    const isFound = (await findingsIn(key, language)).some((finding) => finding.code === code);
    if (ignored && !isFound) {
      const detail = `the text in ${language} has no such finding`;
      throw new ValidationFailedError([{ pointer: '/code', code: 'not_allowed', detail }]);
    }
    const textsHash = hashOfTexts(key.value, await textIn(key, language));
    const finding = { projectId: project.id, keyId: key.id, language, code, textsHash };
    await (ignored
      ? this.ignoredFindings.ignore(principal, finding)
      : this.ignoredFindings.restore(principal, finding));
    return (await this.read(this.database, principal, id)).key;
  }

  private async read(
    from: Database,
    principal: Principal,
    id: string,
  ): Promise<{ key: CheckedKey; project: ReadKey['project'] }> {
    const found = isUuid(id) ? await this.query.find(principal, id, from) : undefined;
    if (!found) throw new KeyNotFoundError();
    const { toCheck, project, languages } = found;
    const ofProject = { ...project, organizationId: principal.organizationId };
    if (isLarge(found.key)) {
      const ofRevision = { projectId: project.id, keyId: found.key.id, revision: project.revision, languages };
      const key = await inSteps(found.key, ofRevision, from);
      return { key: { ...key, checks: this.findings.ofLarge(ofProject, toCheck, key.readTexts, from) }, project };
    }
    const findings = await this.findings.of(ofProject, toCheck ? [toCheck] : [], from);
    return { key: { ...found.key, checks: findings.get(found.key.id) ?? new Map() }, project };
  }

  /** Returns a key after a write that has not read all its texts, or has made them large. */
  private async readAgain(write: ProjectWrite, { id }: KeyWithTexts): Promise<KeyWithTexts> {
    const key = only([...(await findWithTexts(write, [id])).values()]);
    return isLarge(key) ? inSteps(key, textsAfter(write, id), write.tx, this.database) : key;
  }

  /** Returns an updated key; texts that were too large to be read with all others are read when they are sent. */
  private withTexts(write: ProjectWrite, key: KeyWithTexts): KeyWithTexts {
    if ([...key.texts.values()].every(({ text }) => text !== null)) return key;
    const ofRevision = textsAfter(write, key.id);
    return { ...key, readTexts: () => readInSteps(this.database, ofRevision) };
  }

  /** @throws KeyNotFoundError */
  async assertVisible(principal: Principal, id: string): Promise<void> {
    await this.projectIdOf(principal, id);
  }

  /** Returns the id of the project of a key. @throws KeyNotFoundError */
  async projectIdOf(principal: Principal, id: string): Promise<string> {
    const projectId = isUuid(id) ? await this.query.findProjectId(principal, id) : undefined;
    if (projectId === undefined) throw new KeyNotFoundError();
    return projectId;
  }

  private async writeKey<T>(
    principal: Principal,
    id: string,
    action: ChangeAction,
    work: (write: ProjectWrite) => Promise<T>,
  ): Promise<Written<T>> {
    const projectId = this.projectIds.get(id) ?? (await this.projectIdOf(principal, id));
    this.projectIds.set(id, projectId);
    try {
      return await this.writer.write(principal, projectId, action, work);
    } catch (error) {
      throw error instanceof ProjectNotFoundError ? new KeyNotFoundError() : error;
    }
  }
}

/** @throws PreconditionFailedError if the key is in another state than the client expects */
async function assertExpected(write: ProjectWrite, id: string, expected: ExpectedState | undefined): Promise<void> {
  if (!expected) return;
  const key = (await findWithTexts(write, [id])).get(id.toLowerCase());
  if (!key) throw new KeyNotFoundError();
  expected.assertMatches(hashOfKey(isLarge(key) ? await inSteps(key, textsAfter(write, key.id), write.tx) : key));
}

/** The texts of a key after the writes until now. */
const textsAfter = ({ project, languages, revision }: ProjectWrite, keyId: string): TextsOfRevision => ({
  projectId: project.id,
  keyId,
  revision,
  languages,
});

/** Returns the findings in the text of a language. */
async function findingsIn({ checks }: CheckedKey, language: string): Promise<readonly ShownFinding[]> {
  if (typeof checks !== 'function') return checks.get(language) ?? [];
  for await (const step of checks()) if (step.has(language)) return step.get(language) ?? [];
  return [];
}

/** Returns the text of a language; empty if there is none. */
async function textIn({ texts, readTexts }: CheckedKey, language: string): Promise<string> {
  if (!readTexts) return texts.get(language)?.text ?? '';
  for await (const step of readTexts()) {
    const found = step.find(([ofText]) => ofText === language);
    if (found) return found[1];
  }
  return '';
}

const withPointers = <T>(member: string, changes: readonly T[] = []): RequestedChange<T>[] =>
  changes.map((change, index) => ({ pointer: `/${member}/${index}`, change }));

/** Returns the key of a set of one. */
function only(keys: readonly KeyWithTexts[]): KeyWithTexts {
  const [key] = keys;
  if (!key) throw new Error('a set of one change returned no key');
  return key;
}

function requireScopesForUpdate(principal: Principal, change: UpdateKeyDto): void {
  if (change.changesTexts()) requireScopes(principal, 'translations:write');
  // `KeyChanges` refuses what needs the scope `translations:review`, which is known when the key has been read.
  if (change.states && !principal.scopes.has('translations:review')) requireScopes(principal, 'translations:write');
  if (change.changesKey()) requireScopes(principal, 'keys:write');
}
