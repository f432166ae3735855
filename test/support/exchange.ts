import { type Answer, type Client, type Json } from './client';

/** A file as a client has it: its bytes, and its name where the client says one. */
export interface FileToSend {
  bytes: Uint8Array | string;
  name?: string;
}

export type Options = Record<string, string | boolean | readonly string[] | undefined>;

/** Files into and out of one project, over HTTP. */
export class Exchange {
  constructor(
    private readonly api: Client,
    readonly projectId: string,
  ) {}

  /** The raw body, with the options in the query; a multipart form where the file has a name. */
  import({ bytes, name }: FileToSend, options: Options = {}): Promise<Answer> {
    const body = new Uint8Array(Buffer.from(bytes));
    if (name === undefined) {
      return this.api.send('POST', `projects/${this.projectId}/import?${queryOf(options).toString()}`, { body });
    }
    const form = new FormData();
    for (const [option, value] of queryOf(options)) form.append(option, value);
    form.append('file', new Blob([body]), name);
    return this.api.send('POST', `projects/${this.projectId}/import`, { body: form });
  }

  /** Imports what must be taken. */
  async imported(file: FileToSend, options: Options = {}): Promise<Json> {
    return taken(await this.import(file, { details: true, ...options }));
  }

  export(options: Options = {}): Promise<Answer> {
    return this.api.get(`projects/${this.projectId}/export?${queryOf(options).toString()}`);
  }

  async exported(options: Options = {}): Promise<Buffer> {
    const answer = await this.export(options);
    if (answer.status !== 200) throw new Error(`no export: ${answer.status} ${answer.bytes.toString()}`);
    return answer.bytes;
  }

  /** What an export cannot carry. */
  async lost(options: Options): Promise<Json[]> {
    return taken(await this.export({ ...options, details: true })).warnings;
  }

  /** By language, by key. */
  async texts(): Promise<Record<string, Record<string, string>>> {
    return taken(await this.api.get(`projects/${this.projectId}/translations`)).translations;
  }

  /** The descriptions of the keys that have one. */
  async descriptions(): Promise<Record<string, string>> {
    const { keys } = taken(await this.api.get(`projects/${this.projectId}/keys?limit=1000`));
    const described = (keys as Json[]).filter(({ description }) => description);
    return Object.fromEntries(described.map(({ name, description }) => [name, description]));
  }

  async languages(): Promise<string[]> {
    const { project } = taken(await this.api.get(`projects/${this.projectId}`));
    return [project.sourceLanguage, ...project.targetLanguages];
  }

  /** Changes texts as an integrator does. */
  async put(name: string, body: Json): Promise<void> {
    const { keys } = taken(
      await this.api.get(`projects/${this.projectId}/keys?${new URLSearchParams({ name }).toString()}`),
    );
    taken(await this.api.put(`keys/${keys[0].id}`, body));
  }
}

function taken({ status, body, bytes }: Answer): Json {
  if (status !== 200) throw new Error(`not taken: ${status} ${bytes.toString()}`);
  return body;
}

function queryOf(options: Options): URLSearchParams {
  const query = new URLSearchParams();
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined) continue;
    for (const each of Array.isArray(value) ? value : [value]) query.append(option, String(each));
  }
  return query;
}
