import { type ApiResponse, type Client, type Json } from './client';

/** The bytes of a file, and its name where the client sends one. */
export interface FileToSend {
  bytes: Uint8Array | string;
  name?: string;
}

export type Options = Record<string, string | boolean | readonly string[] | undefined>;

/** Imports and exports files of one project over HTTP. */
export class Exchange {
  constructor(
    readonly api: Client,
    readonly projectId: string,
  ) {}

  /** Sends a file with a name as a multipart form, and one without as the raw body with the options in the query. */
  import({ bytes, name }: FileToSend, options: Options = {}): Promise<ApiResponse> {
    const body = new Uint8Array(Buffer.from(bytes));
    if (name === undefined) {
      return this.api.send('POST', `projects/${this.projectId}/import?${toSearchParams(options).toString()}`, { body });
    }
    const form = new FormData();
    for (const [option, value] of toSearchParams(options)) form.append(option, value);
    form.append('file', new Blob([body]), name);
    return this.api.send('POST', `projects/${this.projectId}/import`, { body: form });
  }

  /**
   * Imports a file with `details`.
   * @throws Error where the import is refused
   */
  async imported(file: FileToSend, options: Options = {}): Promise<Json> {
    return bodyOrThrow(await this.import(file, { details: true, ...options }));
  }

  export(options: Options = {}): Promise<ApiResponse> {
    return this.api.get(`projects/${this.projectId}/export?${toSearchParams(options).toString()}`);
  }

  async exported(options: Options = {}): Promise<Buffer> {
    const { status, bytes } = await this.export(options);
    if (status !== 200) throw new Error(`the export was refused: ${status} ${bytes.toString()}`);
    return bytes;
  }

  /** Returns the warnings of an export. */
  async lost(options: Options): Promise<Json[]> {
    return bodyOrThrow(await this.export({ ...options, details: true })).warnings;
  }

  /** Returns the texts by language and by key. */
  async texts(): Promise<Record<string, Record<string, string>>> {
    return bodyOrThrow(await this.api.get(`projects/${this.projectId}/translations`)).translations;
  }

  /** Returns the descriptions of the keys that have one. */
  async descriptions(): Promise<Record<string, string>> {
    const { keys } = bodyOrThrow(await this.api.get(`projects/${this.projectId}/keys?limit=1000`));
    const described = (keys as Json[]).filter(({ description }) => description);
    return Object.fromEntries(described.map(({ name, description }) => [name, description]));
  }

  async templates(): Promise<Json[]> {
    return bodyOrThrow(await this.api.get(`projects/${this.projectId}/templates`)).templates;
  }

  async languages(): Promise<string[]> {
    const { project } = bodyOrThrow(await this.api.get(`projects/${this.projectId}`));
    return [project.sourceLanguage, ...project.targetLanguages];
  }

  async create(name: string, value: string): Promise<void> {
    bodyOrThrow(await this.api.post(`projects/${this.projectId}/keys`, { name, value }), 201);
  }

  /** Changes one key, which is found by its name. */
  async put(name: string, body: Json): Promise<void> {
    bodyOrThrow(await this.api.put(`keys/${await this.keyId(name)}`, body));
  }

  async deleteKeys(...names: readonly string[]): Promise<void> {
    for (const name of names) bodyOrThrow(await this.api.delete(`keys/${await this.keyId(name)}`));
  }

  private async keyId(name: string): Promise<string> {
    const query = new URLSearchParams({ name }).toString();
    const { keys } = bodyOrThrow(await this.api.get(`projects/${this.projectId}/keys?${query}`));
    return keys[0].id;
  }
}

function bodyOrThrow({ status, body, bytes }: ApiResponse, expected = 200): Json {
  if (status !== expected) throw new Error(`the request was refused: ${status} ${bytes.toString()}`);
  return body;
}

function toSearchParams(options: Options): URLSearchParams {
  const query = new URLSearchParams();
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) query.append(option, String(item));
  }
  return query;
}
