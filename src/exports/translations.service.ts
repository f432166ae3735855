import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { ValidationFailedError } from '../common/errors/domain-error';
import { Reads } from '../database/reads';
import { createWarnings } from '../language-files';
import { ProjectsService } from '../projects/projects.service';
import { projectAsOf } from '../project-write/as-of/project-as-of';
import { assertKept, assertReached } from '../project-write/as-of/revision';
import type { TranslationsQuery } from './dto/translations.query';
import { renderDelta } from './render/render-delta';
import { renderToSpool } from './render/render-to-spool';
import type { Rendition } from './cache/rendition';
import type { RenditionContent } from './cache/rendition';
import { RenditionCache } from './cache/rendition-cache';
import type { Snapshot } from './snapshot/snapshot';
import { Snapshots } from './snapshot/snapshots';
import { textPages } from './snapshot/text-pages';
import { selectLanguages } from './select-languages';

/** All texts of a project as JSON, by language and key name. */
@Injectable()
export class TranslationsService {
  constructor(
    private readonly reads: Reads,
    private readonly projects: ProjectsService,
    private readonly snapshots: Snapshots,
    private readonly cache: RenditionCache,
  ) {}

  /**
   * Renders the texts and passes them to `send`, which must not read them after its promise has settled.
   *
   * @param clientSignal returns a signal that is aborted when the client disconnects. Default: it stays connected
   * @throws ProjectNotFoundError, UnknownRevisionError, RevisionPrunedError
   * @throws UnknownLanguageError when the project does not have one of the languages
   * @throws ExportsBusyError when too many exports of the organization wait, or there is no disk space for a large one
   */
  async all(
    principal: Principal,
    projectId: string,
    query: TranslationsQuery,
    send: (rendition: Rendition) => Promise<void>,
    clientSignal?: () => AbortSignal,
  ): Promise<void> {
    const { organizationId } = principal;
    const { language: requested, languageFallback, namespace, since } = query;
    if (since !== undefined && query.revision !== undefined) throw new ValidationFailedError([TWO_REVISIONS]);
    const { project, languages } = await this.reads.run(async (database) => {
      const found = await this.projects.get(principal, projectId, database);
      assertReached(found.revision, query.minRevision);
      assertReached(found.revision, since, 'since');
      assertKept(found.oldestRevision, since, 'since');
      const read = await projectAsOf(database, found, query.revision);
      return { project: read, languages: requested && selectLanguages(read, requested, languageFallback) };
    });
    const options = JSON.stringify(['translations', languages ?? null, namespace ?? null, since ?? null]);
    await this.cache.use(
      { projectId, revision: project.revision, options },
      (signal) =>
        this.snapshots.read({ organizationId, signal }, { ...project, since }, (snapshot) =>
          render(snapshot, { languages, namespace, since }),
        ),
      send,
      clientSignal,
    );
  }
}

const TWO_REVISIONS = { parameter: 'since', code: 'not_allowed', detail: 'cannot be combined with revision' } as const;

async function render(
  snapshot: Snapshot,
  { languages: requested, namespace, since }: { languages?: readonly string[]; namespace?: string; since?: number },
): Promise<RenditionContent> {
  const { sourceLanguage, targetLanguages, revision } = snapshot.project;
  const languages = requested ?? [sourceLanguage, ...targetLanguages];
  const json =
    since === undefined
      ? renderJson(snapshot, languages, namespace)
      : renderDelta(snapshot, { languages, namespace, since });
  const content = await renderToSpool(json);
  return { ...content, revision, mediaType: 'application/json; charset=utf-8', warnings: createWarnings() };
}

/** Characters that are passed on at a time. */
const BLOCK = 16 * 1_024;

/** Writes the JSON without an object, which would reorder names that look like numbers and would lose `__proto__`. */
async function* renderJson(
  snapshot: Snapshot,
  languages: readonly string[],
  namespace: string | undefined,
): AsyncGenerator<string> {
  yield '{"translations":{';
  for (const [index, language] of languages.entries()) {
    yield `${index > 0 ? ',' : ''}${JSON.stringify(language)}:{`;
    let [block, separator] = ['', ''];
    for await (const page of textPages(snapshot, language, namespace)) {
      for (const { name, text } of page) {
        block += `${separator}${JSON.stringify(name)}:${JSON.stringify(text)}`;
        separator = ',';
        if (block.length < BLOCK) continue;
        yield block;
        block = '';
      }
    }
    yield `${block}}`;
  }
  yield '}}';
}
