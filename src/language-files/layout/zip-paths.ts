import type { FormatCodec } from '../model/codec';
import { parseFilePath } from '../model/path-language';
import { type FileLayout, fillPattern, type PathPattern } from './file-layout';
import { inferLanguageName } from './language-names';
import { pathOf } from './path-of';

/** The project whose files a zip contains. */
interface PathProject {
  sourceLanguage: string;
  targetLanguages: readonly string[];
}

/**
 * The paths of the files of a zip: the paths of the layout in which a zip was imported, else the paths that the
 * format's tools expect.
 */
export class ZipPaths {
  /** The namespaces that have files in the layout. */
  readonly namespaces: ReadonlySet<string>;
  /** The layout has files for the keys that are in none of these namespaces. */
  readonly hasRest: boolean;
  private readonly patterns: readonly PathPattern[];
  private readonly removed: ReadonlySet<string>;

  constructor(
    private readonly codec: FormatCodec,
    private readonly project: PathProject,
    layout?: FileLayout,
  ) {
    this.patterns = layout?.patterns ?? [];
    this.removed = new Set(layout?.removed);
    const all = this.patterns.flatMap(({ languages }) =>
      Object.values(languages).flatMap(({ namespaces }) => namespaces),
    );
    this.namespaces = new Set(all.filter((namespace) => namespace !== ''));
    this.hasRest = all.includes('');
  }

  /** Whether the layout has a file of this language and namespace. */
  has(language: string, namespace: string): boolean {
    return this.patterns.some((pattern) => hasFile(pattern, language, namespace));
  }

  /** Whether the last file of the language was missing in a zip that has all files. */
  isRemoved(language: string): boolean {
    return this.removed.has(language);
  }

  /** @param namespace `""`: of the keys in no namespace that has files */
  pathOf(language: string, namespace: string): string {
    const { codec, patterns } = this;
    const exact = patterns.find((pattern) => hasFile(pattern, language, namespace));
    if (exact) return this.fill(exact, language, namespace);
    const sibling =
      patterns.find((pattern) => isOpen(pattern) && hasNamespace(pattern, namespace)) ??
      this.findForNamespaces(language);
    const name = namespace === '' ? codec.naming?.defaultName : namespace;
    if (sibling && (hasNamespace(sibling, namespace) || name !== undefined)) {
      return this.fill(sibling, language, name ?? '');
    }
    const isSource = language === this.project.sourceLanguage;
    return pathOf(codec, language, namespace === '' ? undefined : namespace, isSource);
  }

  /** Whether an import of the file reads this language and this namespace from its path. */
  isReadBack(language: string, namespace: string): boolean {
    const { sourceLanguage, targetLanguages } = this.project;
    const context = { sourceLanguage, projectLanguages: [sourceLanguage, ...targetLanguages], archived: true };
    const parts = parseFilePath(this.pathOf(language, namespace), context);
    return parts?.language === language && parts.namespace === namespace;
  }

  /** Finds the pattern for namespaces that the layout does not have, preferably one with the language. */
  private findForNamespaces(language: string): PathPattern | undefined {
    const open = this.patterns.filter(({ path }) => path.includes('{namespace}'));
    return open.find(({ languages }) => language in languages) ?? open.find(isOpen);
  }

  private fill({ path, languages }: PathPattern, language: string, namespace: string): string {
    const names = new Map(Object.entries(languages).map(([known, { name }]) => [known, name]));
    const name = names.get(language) ?? inferLanguageName(this.codec, language, names, this.project.sourceLanguage);
    return fillPattern(path, name, namespace);
  }
}

/** The pattern has a place for other languages. */
const isOpen = ({ path }: PathPattern): boolean => path.includes('{language}');

const hasNamespace = ({ languages }: PathPattern, namespace: string): boolean =>
  Object.values(languages).some(({ namespaces }) => namespaces.includes(namespace));

const hasFile = ({ languages }: PathPattern, language: string, namespace: string): boolean =>
  languages[language]?.namespaces.includes(namespace) ?? false;
