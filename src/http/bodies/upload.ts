import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { bodyChunks } from './body-chunks';
import { BodyTooLargeError, IncompleteBodyError } from './body-errors';
import { readBytes } from './json-body.guard';
import type { FieldError } from '../../common/errors/catalogue';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { MalformedUploadError } from './body-errors';

const MAX_FIELDS = 30;
const MAX_FIELD_BYTES = 65_536;

export interface UploadedFile {
  bytes: Buffer;
  fileName?: string;
}

export interface ReadUpload {
  file: UploadedFile;
  /** The options as they were sent: each a string, or several of a repeated one. */
  fields: Record<string, string | string[]>;
}

/** An import's body, which nobody has read yet. */
export class Upload {
  constructor(private readonly request: FastifyRequest) {}

  /**
   * The file and its options: a multipart form, in any order of its parts, or the raw body and the query.
   * @throws BodyTooLargeError, MalformedUploadError, ValidationFailedError
   */
  async read(maxBytes: number): Promise<ReadUpload> {
    const query = { ...(this.request.query as Record<string, string | string[]>) };
    if (!/^\s*multipart\//i.test(this.request.headers['content-type'] ?? '')) {
      return { file: { bytes: await readBytes(this.request, maxBytes) }, fields: query };
    }
    const form = await readForm(this.request, maxBytes);
    const twice = Object.keys(query).filter((name) => form.fields[name] !== undefined);
    if (twice.length > 0)
      throw new ValidationFailedError(
        twice.map((parameter) => said(parameter, 'duplicate', 'is in the query and in the form')),
      );
    return { file: form.file, fields: { ...query, ...form.fields } };
  }
}

/** The body of the request, to be read when the service has decided to. */
export const UploadBody = createParamDecorator(
  (_: unknown, context: ExecutionContext) => new Upload(context.switchToHttp().getRequest<FastifyRequest>()),
);

const said = (parameter: string, code: FieldError['code'], detail: string): FieldError => ({ parameter, code, detail });

/** The parts of a multipart form as they come in. */
class FormReading {
  readonly fields = Object.create(null) as Record<string, string | string[]>;
  file?: UploadedFile;
  failure?: Error;
  private readonly errors: FieldError[] = [];
  /** The end of a file is told later than the begin of the next. */
  private fileBegan = false;

  constructor(private readonly maxBytes: number) {}

  addField(name: string, value: string, truncated: boolean): void {
    if (truncated) this.errors.push(said(name, 'too_long', `at most ${MAX_FIELD_BYTES} bytes`));
    if (name === 'file') this.errors.push(said('file', 'wrong_type', 'must be a file, with a filename'));
    const before = this.fields[name];
    this.fields[name] = before === undefined ? value : [before, value].flat();
  }

  addFile(name: string, stream: NodeJS.ReadableStream, fileName: string | undefined): void {
    if (name !== 'file')
      this.errors.push(said(name, 'unknown_field', 'is no file that is taken; the part is named "file"'));
    else if (this.fileBegan) this.errors.push(said('file', 'too_many', 'one file at a time; several go into a zip'));
    this.fileBegan ||= name === 'file';
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('limit', () => (this.failure ??= new BodyTooLargeError(this.maxBytes)));
    stream.on('error', (error: Error) => (this.failure ??= new MalformedUploadError(error.message)));
    stream.on('end', () => (this.file ??= { bytes: Buffer.concat(chunks), ...(fileName ? { fileName } : {}) }));
  }

  result(): ReadUpload {
    if (this.failure) throw this.failure;
    if (!this.file && this.errors.length === 0) this.errors.push(said('file', 'required', 'is required'));
    if (!this.file || this.errors.length > 0) throw new ValidationFailedError(this.errors);
    return { file: this.file, fields: this.fields };
  }
}

async function readForm(request: FastifyRequest, maxBytes: number): Promise<ReadUpload> {
  const form = new FormReading(maxBytes);
  const parser = parserOf(request, maxBytes);
  const finished = new Promise<void>((resolve) => {
    parser.on('finish', resolve);
    parser.on('error', (error: Error) => {
      form.failure ??= new MalformedUploadError(error.message);
      resolve();
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      parser.on(limit, () => (form.failure ??= new MalformedUploadError('it has too many parts')));
    }
  });
  parser.on('field', (name, value, nameTruncated, valueTruncated) =>
    form.addField(name, value, nameTruncated || valueTruncated),
  );
  parser.on('file', (name, stream, fileName) => form.addFile(name, stream, fileName));
  await feed(request, parser, form);
  await finished;
  return form.result();
}

async function feed(request: FastifyRequest, parser: BusboyInstance, form: FormReading): Promise<void> {
  try {
    for await (const chunk of bodyChunks(request.raw)) {
      if (form.failure) break;
      // Whatever it says of back-pressure: the file is held in memory, bounded, anyway.
      parser.write(chunk);
    }
  } catch (error) {
    form.failure ??= error instanceof Error ? error : new IncompleteBodyError();
  }
  if (form.failure) parser.destroy(form.failure);
  else parser.end();
}

function parserOf(request: FastifyRequest, maxBytes: number): BusboyInstance {
  const contentType = request.headers['content-type'] ?? '';
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      limits: {
        fileSize: maxBytes,
        files: 2,
        fields: MAX_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
        fieldNameSize: 200,
        headerPairs: 50,
      },
    });
  } catch (error) {
    throw new MalformedUploadError(error instanceof Error ? error.message : 'not multipart/form-data');
  }
}
