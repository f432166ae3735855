import type { CheckCode } from '../checks/finding';

/** The formats that browsers and applications load. */
export const RELEASE_FORMATS = [
  'json',
  'json-nested',
  'i18next',
  'icu-json',
  'arb',
  'fluent',
  'strings',
  'android',
  'po',
] as const;
export type ReleaseFormat = (typeof RELEASE_FORMATS)[number];

/** The file with the list of all files of a release. */
export const MANIFEST = 'manifest.json';

/** How the files of a release are rendered. */
export interface ReleaseOptions {
  format: ReleaseFormat;
  /** The languages that were asked for, also where the project does not have them any more. Null: all languages of the project. */
  languages: string[] | null;
  /** Whether each language has a file for each namespace. */
  perNamespace: boolean;
  /** `auto`: a language without files is answered with the files of the nearest one, as `de-AT` with `de`. */
  fallback: 'none' | 'auto';
  /** The lowest state of its texts; null: any. */
  minState: 'translated' | 'reviewed' | null;
  /** Checks whose findings refuse it. */
  failOn: CheckCode[];
}

/** The files of one revision of a project, which do not change. */
export interface Release {
  id: string;
  projectId: string;
  revision: string;
  /** The channel that it was published to. */
  channel: string;
  options: ReleaseOptions;
  /** The languages of its files. */
  languages: string[];
  fileCount: number;
  /** Of all files, uncompressed. */
  bytes: number;
  createdAt: Date;
  person: { id: string; name: string } | null;
  apiKey: { id: string; name: string } | null;
  /** The channels that serve it now. */
  channels: string[];
}

/** A file of a release, without its bytes. */
export interface ReleasedFile {
  language: string;
  /** Null: it has the keys of all namespaces, or of none. */
  namespace: string | null;
  /** Its address behind the channel. */
  path: string;
  /** Of its bytes, in hexadecimal. */
  sha256: string;
  /** The number of its bytes, uncompressed. */
  bytes: number;
}

export type ReleaseWithFiles = Release & { files: ReleasedFile[] };
