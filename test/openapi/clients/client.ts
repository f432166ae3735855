/** The operations that the test calls. Each generated client has an adapter, which calls its functions with its types. */
export interface Client {
  createProject(project: NewProject): Promise<{ id: string }>;
  listProjects(limit: number): Promise<unknown>;
  createKey(projectId: string, key: NewKey): Promise<{ id: string }>;
  /** Returns the entity tag of a key. */
  tagOf(keyId: string): Promise<string>;
  updateKey(keyId: string, translations: Record<string, string>, ifMatch: string): Promise<unknown>;
  deleteKey(keyId: string): Promise<boolean>;
  listKeys(projectId: string, limit: number, cursor?: string): Promise<KeyPage>;
  importFile(projectId: string, file: File): Promise<unknown>;
  getTranslations(projectId: string, language: string[]): Promise<unknown>;
  exportJson(projectId: string, language: string[]): Promise<unknown>;
  exportProperties(projectId: string, language: string[]): Promise<unknown>;
  /** Returns the bytes of a zip, or a text where the generated function decodes any file. */
  exportZip(projectId: string, language: string[]): Promise<Uint8Array | string>;
  /** Returns the bytes of a file of the format `xlsx`, or a text as above. */
  exportWorkbook(projectId: string): Promise<Uint8Array | string>;
}

export interface NewProject {
  name: string;
  sourceLanguage: string;
  targetLanguages: string[];
}

export interface NewKey {
  name: string;
  value: string;
  translations: Record<string, string>;
}

export interface KeyPage {
  keys: { name: string }[];
  nextCursor: string | null;
}

/** The part of a problem document that the test reads. */
export interface Problem {
  code: string;
  detail: string;
  keyId?: string;
  errors?: { line?: number }[];
}

/** The error of a refused request. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(`${problem.code}: ${problem.detail}`);
  }
}

export const bytesOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());
