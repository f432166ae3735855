import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { UnknownLanguageError } from '../projects/project-errors';
import { ProjectsService } from '../projects/projects.service';
import type { TranslationsQuery } from './dto/translations.query';
import { renderToSpool } from './rendering/render-to-spool';
import { type Rendered, RenditionCache } from './rendering/rendition-cache';
import type { Rendition } from './rendering/rendition';
import { type Snapshot, Snapshots } from './rendering/snapshot';
import { textPages } from './rendering/text-pages';
import { createWarnings } from '../language-files';

/** All texts of a project as one map of maps. */
@Injectable()
export class TranslationsService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly snapshots: Snapshots,
    private readonly cache: RenditionCache,
  ) {}

  /**
   * Renders the texts and passes them to `send`, which must not read them after its promise has settled.
   * @throws ProjectNotFoundError
   * @throws UnknownLanguageError when the project does not have one of the languages
   */
  async all(
    principal: Principal,
    projectId: string,
    { language, namespace }: TranslationsQuery,
    send: (rendition: Rendition) => Promise<void>,
  ): Promise<void> {
    const project = await this.projects.get(principal, projectId);
    const { revision, sourceLanguage, targetLanguages } = project;
    const all = [sourceLanguage, ...targetLanguages];
    const unknown = (language ?? []).filter((each) => !all.includes(each));
    if (unknown.length > 0) throw new UnknownLanguageError(unknown, () => ({ parameter: 'language' }));
    const languages = language ? all.filter((each) => language.includes(each)) : undefined;
    const options = JSON.stringify(['translations', languages ?? null, namespace ?? null]);
    await this.cache.use(
      { projectId, revision, options },
      () => this.snapshots.of(project, (snapshot) => render(snapshot, languages, namespace)),
      send,
    );
  }
}

async function render(
  snapshot: Snapshot,
  languages: readonly string[] | undefined,
  namespace: string | undefined,
): Promise<Rendered> {
  const { sourceLanguage, targetLanguages, revision } = snapshot.project;
  const wanted = languages ?? [sourceLanguage, ...targetLanguages];
  const content = await renderToSpool(jsonOf(snapshot, wanted, namespace));
  return { ...content, revision, mediaType: 'application/json; charset=utf-8', warnings: createWarnings() };
}

/** By hand: an object would reorder names that look like numbers, and lose `__proto__`. */
async function* jsonOf(
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
