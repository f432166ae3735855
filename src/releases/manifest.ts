import { lookUpLanguage } from '../common/language-tag';
import type { ReleasedFile, ReleaseOptions } from './release';

/** The facts of a release that its manifest names. */
interface ManifestHead {
  id: string;
  revision: string;
  createdAt: Date;
  options: Pick<ReleaseOptions, 'format' | 'fallback'>;
  /** In the order of the project. */
  languages: readonly string[];
}

/** A file in a manifest. */
export interface ManifestFile {
  namespace: string | null;
  /** The address by hash, relative to the manifest. */
  path: string;
  bytes: number;
  /** As `fetch` and `<script>` take it (W3C Subresource Integrity). */
  integrity: string;
}

/** The file `manifest.json` of a release. */
export interface Manifest {
  release: string;
  revision: number;
  createdAt: string;
  format: string;
  languages: Record<string, { fallbacks: string[]; files: ManifestFile[] }>;
}

/** Returns the manifest of a release. */
export function createManifest(
  { id, revision, createdAt, options, languages }: ManifestHead,
  files: readonly ReleasedFile[],
): Manifest {
  const fallbacksOf = (language: string): string[] =>
    options.fallback === 'auto' ? parentsOf(language, languages) : [];
  const listed = languages.map((language) => [
    language,
    { fallbacks: fallbacksOf(language), files: files.filter((file) => file.language === language).map(toManifestFile) },
  ]);
  return {
    release: id,
    revision: Number(revision),
    createdAt: createdAt.toISOString(),
    format: options.format,
    languages: Object.fromEntries(listed) as Manifest['languages'],
  };
}

function toManifestFile({ namespace, path, sha256, bytes }: ReleasedFile): ManifestFile {
  const extension = path.slice(path.lastIndexOf('.'));
  const integrity = `sha256-${Buffer.from(sha256, 'hex').toString('base64')}`;
  return { namespace, path: `../f/${sha256}${extension}`, bytes, integrity };
}

/** Returns the less specific languages that are available, the nearest first: `de` for `de-AT`. */
function parentsOf(language: string, available: readonly string[]): string[] {
  const parents: string[] = [];
  for (let tag = language; ;) {
    const shorter = tag.replace(/(-[^-])*-[^-]+$/, '');
    const parent = shorter === tag ? undefined : lookUpLanguage(shorter, available);
    if (parent === undefined) return parents;
    parents.push(parent);
    tag = parent;
  }
}
