import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { createWarnings } from '../language-files';
import { UnknownLanguageError } from '../projects/project-errors';
import { ProjectsService } from '../projects/projects.service';
import type { TranslationsQuery } from './dto/translations.query';
import { renderToSpool } from './rendering/render-to-spool';
import type { Rendition } from './rendering/rendition';
import { type Rendered, RenditionCache } from './rendering/rendition-cache';
import { type Snapshot, Snapshots } from './rendering/snapshot';
import { textPages } from './rendering/text-pages';

/** All texts of a project as JSON, by language and key name. */
@Injectable()
export class TranslationsService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly snapshots: Snapshots,
    private readonly cache: RenditionCache,
  ) {}

  /**
   * Renders the texts and passes them to `send`, which must not read them after its promise has settled.
   *
   * @throws ProjectNotFoundError
   * @throws UnknownLanguageError when the project does not have one of the languages
   * @throws ExportsBusyError when there is no disk space for a large response
   */
  async all(
    principal: Principal,
    projectId: string,
    { language: requested, namespace }: TranslationsQuery,
    send: (rendition: Rendition) => Promise<void>,
  ): Promise<void> {
    const project = await this.projects.get(principal, projectId);
    const { revision, sourceLanguage, targetLanguages } = project;
    const available = [sourceLanguage, ...targetLanguages];
    const unknown = (requested ?? []).filter((language) => !available.includes(language));
    if (unknown.length > 0) throw new UnknownLanguageError(unknown, () => ({ parameter: 'language' }));
    const languages = requested && available.filter((language) => requested.includes(language));
    const options = JSON.stringify(['translations', languages ?? null, namespace ?? null]);
    await this.cache.use(
      { projectId, revision, options },
      () => this.snapshots.read(project, (snapshot) => render(snapshot, languages, namespace)),
      send,
    );
  }
}

async function render(
  snapshot: Snapshot,
  requested: readonly string[] | undefined,
  namespace: string | undefined,
): Promise<Rendered> {
  const { sourceLanguage, targetLanguages, revision } = snapshot.project;
  const languages = requested ?? [sourceLanguage, ...targetLanguages];
  const content = await renderToSpool(renderJson(snapshot, languages, namespace));
  return { ...content, revision, mediaType: 'application/json; charset=utf-8', warnings: createWarnings() };
}

/** Writes the JSON without an object, which would reorder names that look like numbers and would lose `__proto__`. */
async function* renderJson(
  snapshot: Snapshot,
  languages: readonly string[],
  namespace: string | undefined,
): AsyncGenerator<string> {
  yield '{"translations":{';
  for (const [index, language] of languages.entries()) {
    yield `${index > 0 ? ',' : ''}${JSON.stringify(language)}:{`;
    let separator = '';
    for await (const page of textPages(snapshot, language, namespace)) {
      if (page.length === 0) continue;
      yield separator + page.map(({ name, text }) => `${JSON.stringify(name)}:${JSON.stringify(text)}`).join(',');
      separator = ',';
    }
    yield '}';
  }
  yield '}}';
}
