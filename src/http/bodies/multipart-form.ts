import { setImmediate } from 'node:timers/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import type { FieldError } from '../../common/errors/catalogue';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { releaseMemory } from '../../common/memory/release-memory';
import { fileNameRules, findIssue } from '../../common/validation/text-rules';
import { bodyChunks } from './body-chunks';
import { BodyTooLargeError, IncompleteBodyError, MalformedUploadError } from './body-errors';
import { ByteCollector } from './byte-collector';
import { expectedBytes } from './read-bytes';

const MAX_FIELDS = 30;
const MAX_FIELD_BYTES = 65_536;

export interface UploadedFile {
  bytes: Buffer;
  /** Undefined for a raw body. */
  fileName?: string;
  /** The content type of a raw body; undefined for the file of a form. */
  contentType?: string;
}

/** The options of an upload as the client sent them; a repeated option has several values. */
export type UploadFields = Record<string, string | string[]>;

export interface UploadContent {
  /** The first file. */
  file: UploadedFile;
  /** All files, in the order of the form. */
  files: readonly UploadedFile[];
  fields: UploadFields;
}

/** The limits of the files of a form. */
export interface UploadLimits {
  /** The bytes of all files together. */
  maxBytes: number;
  maxFiles: number;
}

/** Collects the parts of a form with files, named `file`, and options, in any order. */
class MultipartForm {
  /** The first failure, after which the rest of the body is not parsed. */
  failure?: Error;
  private readonly fields = Object.create(null) as UploadFields;
  private readonly errors: FieldError[] = [];
  /** In the order of their beginnings. The parser reports the end of a file only after the beginning of the next. */
  private readonly files: (UploadedFile | undefined)[] = [];
  private bytes = 0;

  /** @param expectedBytes the size of the whole form, if the client announces it */
  constructor(
    private readonly limits: UploadLimits,
    private readonly expectedBytes: number | undefined,
  ) {}

  addField(name: string, value: string, truncated: boolean): void {
    if (truncated) this.addError(name, 'too_long', `at most ${MAX_FIELD_BYTES} bytes`);
    if (name === 'file') this.addError('file', 'wrong_type', 'must be a file, with a filename');
    const earlier = this.fields[name];
    this.fields[name] = earlier === undefined ? value : [earlier, value].flat();
  }

  addFile(name: string, stream: NodeJS.ReadableStream, fileName: string | undefined): void {
    if (name !== 'file')
      this.addError(name, 'unknown_field', 'must not be a file: the part with the file is named "file"');
    else if (this.files.length === this.limits.maxFiles) this.addError('file', 'too_many', this.describeLimit());
    const place = name === 'file' ? this.files.push(undefined) - 1 : undefined;
    const issue = fileName && findIssue(fileNameRules, fileName);
    if (issue) this.addError(name, issue.code, `the name of the file: ${issue.detail}`);
    const { maxBytes } = this.limits;
    const content = new ByteCollector(this.limits.maxFiles === 1 ? this.expectedBytes : undefined);
    stream.on('data', (chunk: Buffer) => {
      this.bytes += chunk.length;
      if (this.bytes > maxBytes) this.fail(new BodyTooLargeError(maxBytes));
      else content.add(chunk);
    });
    stream.on('limit', () => this.fail(new BodyTooLargeError(maxBytes)));
    stream.on('error', (error: Error) => this.fail(new MalformedUploadError(error.message)));
    stream.on('end', () => {
      if (place !== undefined) this.files[place] = { bytes: content.bytes, ...(fileName ? { fileName } : {}) };
    });
  }

  private describeLimit(): string {
    const { maxFiles } = this.limits;
    return maxFiles === 1 ? 'at most one file' : `at most ${maxFiles} files; a zip can contain more`;
  }

  fail(error: Error): void {
    this.failure ??= error;
  }

  /** @throws the failure, or a ValidationFailedError with each part that is wrong */
  content(): UploadContent {
    if (this.failure) throw this.failure;
    const files = this.files.filter((file) => file !== undefined);
    const [file] = files;
    if (!file && this.errors.length === 0) this.addError('file', 'required', 'is required');
    if (!file || this.errors.length > 0) throw new ValidationFailedError(this.errors);
    return { file, files, fields: this.fields };
  }

  private addError(parameter: string, code: FieldError['code'], detail: string): void {
    this.errors.push({ parameter, code, detail });
  }
}

/**
 * Reads a multipart form into memory.
 * @throws BodyTooLargeError, IncompleteBodyError, MalformedUploadError, ValidationFailedError
 */
export async function readMultipartForm(request: FastifyRequest, limits: UploadLimits): Promise<UploadContent> {
  const expected = expectedBytes(request);
  const form = new MultipartForm(limits, expected === undefined ? undefined : Math.min(expected, limits.maxBytes));
  const parser = createParser(request, limits);
  const finished = new Promise<void>((resolve) => {
    parser.on('finish', resolve);
    parser.on('error', (error: Error) => {
      form.fail(new MalformedUploadError(error.message));
      resolve();
    });
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => form.fail(new MalformedUploadError('it has too many parts')));
  }
  parser.on('field', (name, value, nameTruncated, valueTruncated) =>
    form.addField(name, value, nameTruncated || valueTruncated),
  );
  parser.on('file', (name, stream, fileName) => form.addFile(name, stream, fileName));
  await parse(request, parser, form);
  await finished;
  return form.content();
}

async function parse(request: FastifyRequest, parser: BusboyInstance, form: MultipartForm): Promise<void> {
  try {
    for await (const chunk of bodyChunks(request.raw)) {
      if (form.failure) break;
      // The parser's back-pressure is ignored, because the file is collected in memory, up to its limit, anyway.
      parser.write(chunk);
      // The streams of the parts pass on what they hold of the chunk within this turn of the event loop.
      await setImmediate();
      releaseMemory(chunk);
    }
  } catch (error) {
    form.fail(error instanceof Error ? error : new IncompleteBodyError());
  }
  if (form.failure) parser.destroy(form.failure);
  else parser.end();
}

function createParser(request: FastifyRequest, { maxBytes, maxFiles }: UploadLimits): BusboyInstance {
  const contentType = request.headers['content-type'] ?? '';
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      limits: {
        fileSize: maxBytes,
        // One more than is accepted, so that it is reported as such.
        files: maxFiles + 1,
        fields: MAX_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
        fieldNameSize: 200,
        headerPairs: 50,
      },
    });
  } catch (error) {
    throw new MalformedUploadError(error instanceof Error ? error.message : 'it is not multipart/form-data');
  }
}
