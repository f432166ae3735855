import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { recordAudit } from '../audit/record';
import type { Principal } from '../common/access/principal';
import { textArray } from '../database/array-parameter';
import { chunksOf } from '../database/chunks';
import { Database } from '../database/database';
import { OPEN_DATABASE } from '../database/database.module';
import type { OpenDatabase } from '../database/open-database';
import { prepared } from '../database/statements';
import { writeSettings } from '../database/write-settings';
import { ExportOptionsDto } from '../exports/dto/export-options.dto';
import { type ExportPlan, planExport } from '../exports/export-plan';
import { renderLanguageFiles } from '../exports/render/render-language-files';
import { Snapshots } from '../exports/snapshot/snapshots';
import type { Once } from '../idempotency/once';
import { projectAsOf, type ProjectToRead } from '../project-write/as-of/project-as-of';
import { ProjectNotFoundError, UnknownLanguageError } from '../project-write/project-errors';
import type { VisibleProject } from '../project-write/visible-project';
import { ProjectsService } from '../projects/projects.service';
import { Dispatcher } from '../webhooks/dispatcher';
import { ChannelMoves, FollowEndedError } from './channel-moves';
import { createManifest } from './manifest';
import { makeWhole } from './packing/content-rows';
import { MANIFEST, type Release, type ReleasedFile, type ReleaseOptions, type ReleaseWithFiles } from './release';
import { ReleaseChecks } from './release-checks';
import { ReleaseExpiry } from './release-expiry';
import { FIND_RELEASE } from './release-rows';
import { writeAs } from '../project-write/write-as';
import { lockProject } from './lock-project';
import { type FileToStore, RenderedRelease } from './rendered-release';
import { sha256Of } from './sha256';
import { type StoredForms, toStoredForms } from './stored-forms';

/** A release to make. */
export interface Publication {
  channel: string;
  options: ReleaseOptions;
  /** The earlier revision to publish. Default: the present one. */
  revision?: number;
  /** Whether languages that the project does not have are left out, if it has one of the others. Default: they are refused. */
  skipsUnknownLanguages?: boolean;
}

/** The number of times that a release is made: what it shares with old releases may be removed or packed meanwhile. */
const MAX_ATTEMPTS = 3;

/** Contents of a release were removed, or made deltas, while it was made. */
class ContentsGoneError extends Error {}

/**
 * Makes releases. Their files are rendered in one snapshot and stored first; one transaction then makes the release with all of its files
 * and moves its channel, so that others see a whole release, or none.
 */
@Injectable()
export class ReleasePublisher {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsService,
    private readonly snapshots: Snapshots,
    private readonly checks: ReleaseChecks,
    private readonly moves: ChannelMoves,
    private readonly expiry: ReleaseExpiry,
    private readonly dispatcher: Dispatcher,
    @Inject(OPEN_DATABASE) private readonly open: OpenDatabase,
  ) {}

  /**
   * Publishes what somebody asks for.
   *
   * @throws ProjectNotFoundError, UnknownRevisionError, RevisionPrunedError, UnknownLanguageError, ChecksFailedError,
   *   ReleaseTooLargeError, TooManyChannelsError, ProjectBusyError, the errors of `renderLanguageFiles` and of `Once`
   */
  async publish(
    principal: Principal,
    projectId: string,
    publication: Publication,
    once?: Once<ReleaseWithFiles>,
  ): Promise<ReleaseWithFiles> {
    await once?.lookUp();
    return this.make(principal, projectId, publication, (rendered) =>
      this.store(principal, { ...publication, lease: null }, rendered, once),
    );
  }

  /**
   * Publishes the changes of a project to a channel that follows it. The release keeps the languages that were asked for: a language that
   * was removed from the project has files again after it came back.
   *
   * @param publication with the lease of the channel
   * @returns undefined if the channel serves these files already, does not follow the project any more, or was moved meanwhile
   * @throws the errors of `publish`
   */
  async follow(
    principal: Principal,
    projectId: string,
    publication: Publication & { lease: string },
  ): Promise<Release | undefined> {
    return this.make(principal, projectId, { ...publication, skipsUnknownLanguages: true }, async (rendered) => {
      if (await this.serves(projectId, publication.channel, rendered.files.files)) return undefined;
      try {
        return await this.store(principal, publication, rendered);
      } catch (error) {
        if (error instanceof FollowEndedError) return undefined;
        throw error;
      }
    });
  }

  private async make<T extends Release | undefined>(
    principal: Principal,
    projectId: string,
    publication: Publication,
    store: (rendered: Rendered) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const rendered = await this.render(principal, projectId, publication);
      try {
        const release = await store(rendered);
        if (release) {
          this.dispatcher.wake();
          await this.expiry.afterPublication(release);
        }
        return release;
      } catch (error) {
        if (!(error instanceof ContentsGoneError) || attempt === MAX_ATTEMPTS) throw error;
      } finally {
        await rendered.files.close();
      }
    }
  }

  private async render(principal: Principal, projectId: string, publication: Publication): Promise<Rendered> {
    const { organizationId } = principal;
    const { options, revision } = publication;
    const found = await this.projects.get(principal, projectId);
    const project =
      options.failOn.length > 0
        ? await this.checked(principal, found, publication)
        : await projectAsOf(this.database, found, revision);
    const signal = new AbortController().signal;
    return this.snapshots.read({ organizationId, signal }, project, async (snapshot) => {
      const plan = planOf(snapshot.project, publication);
      const isStored = async (sha256: string): Promise<boolean> =>
        (await snapshot.rows(IS_STORED, [projectId, sha256])).length > 0;
      const files = new RenderedRelease(plan.codec.extensions[0] ?? plan.codec.id, isStored);
      try {
        await renderLanguageFiles(snapshot, plan, (file, content) => files.add(file, content));
        await files.end();
      } catch (error) {
        await files.close();
        throw error;
      }
      return { project: snapshot.project, plan, files, isNamed: revision !== undefined };
    });
  }

  /** Returns the project at a revision whose texts pass the checks: others may write it meanwhile. */
  private async checked(principal: Principal, found: VisibleProject, publication: Publication): Promise<ProjectToRead> {
    planOf(found, publication);
    const { organizationId } = principal;
    const revision = await this.checks.check({ ...found, organizationId }, publication.options);
    const now = await this.projects.get(principal, found.id);
    return { ...(await projectAsOf(this.database, now, revision)), asOf: String(revision) };
  }

  private async serves(projectId: string, channel: string, files: readonly ReleasedFile[]): Promise<boolean> {
    const served = await this.database.rows<ServedFile>(SERVED, [projectId, channel, MANIFEST]);
    const hashes = new Map(served.map(({ path, sha256 }) => [path, sha256]));
    return files.length === hashes.size && files.every(({ path, sha256 }) => hashes.get(path) === sha256);
  }

  private async store(
    principal: Principal,
    { channel, options, lease }: Publication & { lease: string | null },
    { project, plan, files: rendered, isNamed }: Rendered,
    once?: Once<ReleaseWithFiles>,
  ): Promise<ReleaseWithFiles> {
    this.open.engine?.assertSpaceFor();
    const { files } = rendered;
    const head = {
      id: uuidv7(),
      revision: project.revision,
      createdAt: new Date(),
      options,
      languages: plan.languages,
    };
    const manifest = Buffer.from(JSON.stringify(createManifest(head, files)));
    const manifestHash = sha256Of(manifest);
    await this.storeContents(project.id, options.format, rendered);
    const manifestForms = await toStoredForms(manifest);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const values = [head.id, project.id, head.revision, channel, options, head.languages, files.length, bytes];
    const paths = [...files, { path: MANIFEST, sha256: manifestHash, language: null, namespace: null }];
    return writeAs(this.database, principal, async (tx) => {
      await once?.claim(tx);
      await lockProject(tx, principal, project.id);
      await tx.rows(
        INSERT_CONTENT,
        contentValues(project.id, 'manifest', { sha256: manifestHash, bytes: manifest.length }, manifestForms),
      );
      const hashes = [...new Set(paths.map(({ sha256 }) => sha256))];
      const kept = await tx.rows(LOCK_CONTENTS, [project.id, textArray(hashes)]);
      if (kept.length < hashes.length) throw new ContentsGoneError();
      await tx.rows(INSERT_RELEASE, [...values, principal.person?.id ?? null, principal.apiKeyId, head.createdAt]);
      for (const chunk of chunksOf(paths)) {
        const column = (name: 'path' | 'language' | 'namespace' | 'sha256'): Buffer =>
          textArray(chunk.map((file) => file[name]));
        const columns = [column('path'), column('language'), column('namespace'), column('sha256')];
        await tx.rows(INSERT_FILES, [head.id, project.id, ...columns]);
      }
      const target = { type: 'release', id: head.id, name: channel } as const;
      await recordAudit(tx, principal, {
        action: 'release.published',
        projectId: project.id,
        target,
        details: { channel, revision: Number(head.revision) },
      });
      await this.moves.toPublished(tx, principal, { ...head, projectId: project.id, channel, isNamed, lease });
      const [release] = await tx.rows<Release>(FIND_RELEASE, [head.id, principal.organizationId, principal.projectIds]);
      if (!release) throw new ProjectNotFoundError();
      const published = { ...release, files };
      await once?.keep(tx, published);
      return published;
    });
  }

  /** Stores the bytes that are not stored whole yet. Nobody sees them before the release is there. */
  private async storeContents(projectId: string, format: string, rendered: RenderedRelease): Promise<void> {
    const sizeOf = ({ forms }: FileToStore): number =>
      Object.values(forms).reduce((sum, { length }) => sum + length, 0);
    for (const files of chunksOf([...rendered.toStore], 100, sizeOf)) {
      await this.database.transaction(`BEGIN; ${writeSettings()}`, async (tx) => {
        for (const file of files) {
          const forms = await rendered.read(file);
          const inserted = await tx.rows(INSERT_CONTENT, contentValues(projectId, format, file, forms));
          if (inserted.length === 0) await makeWhole(tx, { projectId, sha256: file.sha256 }, forms);
        }
      });
    }
  }
}

/** The rendered files of a release, and what they were rendered from. */
interface Rendered {
  project: { id: string; revision: string };
  plan: ExportPlan;
  files: RenderedRelease;
  /** Whether a revision was named. */
  isNamed: boolean;
}

interface ServedFile {
  path: string;
  sha256: string;
}

/** Returns the plan of the files, which have the layout that Glossa writes. @throws UnknownLanguageError */
function planOf(project: VisibleProject, { options, skipsUnknownLanguages }: Publication): ExportPlan {
  const { format, languages, perNamespace, minState } = options;
  const available = [project.sourceLanguage, ...project.targetLanguages];
  const asked = languages ?? available;
  const known = asked.filter((language) => available.includes(language));
  if (known.length === 0 || (known.length < asked.length && !skipsUnknownLanguages)) {
    const unknown = asked.filter((language) => !available.includes(language));
    throw new UnknownLanguageError(unknown, () => ({ pointer: '/languages' }));
  }
  const exported = { format, language: known, perNamespace, layout: 'canonical' } as const;
  const plan = planExport(
    project,
    Object.assign(new ExportOptionsDto(), { ...exported, minState: minState ?? undefined }),
  );
  return { ...plan, isPublic: true };
}

const contentValues = (
  projectId: string,
  format: string,
  { sha256, bytes }: { sha256: string; bytes: number },
  { plain, gzip, br }: StoredForms,
): unknown[] => [projectId, sha256, format, bytes, plain ?? null, gzip ?? null, br ?? null];

const IS_STORED = prepared(
  'SELECT 1 FROM release_contents WHERE project_id = $1 AND sha256 = $2 AND base_sha256 IS NULL',
);

const SERVED = prepared(`
  SELECT f.path, f.sha256 FROM channels c JOIN release_files f ON f.release_id = c.release_id
  WHERE c.project_id = $1 AND c.name = $2 AND f.path <> $3`);

const INSERT_CONTENT = prepared(`
  INSERT INTO release_contents (project_id, sha256, format, bytes, plain, gzip, br) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT DO NOTHING RETURNING 1`);

/** The contents stay whole until the release is there. */
const LOCK_CONTENTS = prepared(`
  SELECT 1 FROM release_contents
  WHERE project_id = $1 AND sha256 = ANY ($2::text[]) AND base_sha256 IS NULL
  ORDER BY sha256 FOR SHARE`);

const INSERT_RELEASE = prepared(`
  INSERT INTO releases
    (id, project_id, revision, channel, options, languages, file_count, bytes, person_id, api_key_id, api_key_name, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::uuid, coalesce((SELECT name FROM api_keys WHERE id = $10), ''), $11)`);

const INSERT_FILES = prepared(`
  INSERT INTO release_files (release_id, project_id, path, language, namespace, sha256)
  SELECT $1, $2, f.* FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS f`);
