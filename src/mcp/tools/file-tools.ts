import { Injectable } from '@nestjs/common';
import type { FieldError } from '../../common/errors/catalogue';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { TRANSLATION_STATES } from '../../common/translation-state';
import { BooleanField, IntegerField } from '../../common/validation/fields';
import { findIssue, storableRules } from '../../common/validation/text-rules';
import { validateDto } from '../../common/validation/validate-dto';
import type { Rendition } from '../../exports/cache/rendition';
import { ExportOptionsDto } from '../../exports/dto/export-options.dto';
import { ExportService } from '../../exports/export.service';
import { BodyTooLargeError } from '../../http/bodies/body-errors';
import type { Upload } from '../../http/bodies/upload';
import { ImportResultDto } from '../../imports/dto/import-result.dto';
import { ImportService } from '../../imports/import.service';
import { BREAKING_CHECKS } from '../../keys/checked-key-writes';
import { PROJECT, READS, splitProject, type Tool } from '../tool';
import { UndoOffer } from '../undo-offer';
import { MAX_RESULT_BYTES, withinBytes } from '../tool-result';

/** Bytes of a file in one result: in JSON, line breaks and quotes take two. */
const PART_BYTES = Math.floor(MAX_RESULT_BYTES / 2);

const STRING = { type: 'string' } as const;

class PartDto {
  @IntegerField(0, Number.MAX_SAFE_INTEGER, { optional: true, description: 'The first byte.', example: 0 })
  offset = 0;
}

class DryRunDto {
  @BooleanField({ optional: true, description: 'Whether nothing is written.', example: true })
  dryRun = true;
}

/** Tools that write and read files of other formats. */
@Injectable()
export class FileTools {
  constructor(
    private readonly exports: ExportService,
    private readonly imports: ImportService,
    private readonly undo: UndoOffer,
  ) {}

  readonly tools: readonly Tool[] = [
    {
      name: 'export_file',
      description: 'Write the texts of a language as a file. A long one comes in parts: go on with "next"',
      scopes: ['translations:read'],
      properties: {
        project: PROJECT,
        format: { type: 'string', description: 'Such as json, po, xliff, android' },
        language: STRING,
        namespace: STRING,
        minState: { enum: TRANSLATION_STATES.filter((state) => state !== 'draft') },
        revision: { type: 'integer' },
        offset: { type: 'integer' },
      },
      required: ['project', 'format', 'language'],
      annotations: READS,
      run: async (sent, { principal, client }) => {
        const { project, rest } = splitProject(sent);
        const { offset: from = 0, language, ...options } = rest;
        const { offset } = validateDto(PartDto, { offset: from }, 'arguments');
        if (typeof language !== 'string' || language === '*' || language.includes(',')) throw notOneLanguage();
        const plan = validateDto(ExportOptionsDto, { ...options, language: [language] }, 'arguments');
        let part: object | undefined;
        const send = async (rendition: Rendition): Promise<void> => {
          part = await readPart(rendition, offset);
        };
        await this.exports.export(principal, project, plan, send, client);
        if (!part) throw new Error('an export was not sent');
        return part;
      },
    },
    {
      name: 'import_file',
      description:
        'Import a file. Writes only with dryRun=false. base: the revision of the export from which the file was made, to merge. Texts that break are refused, as set_texts does. Translations that change are drafts, unless the file has states',
      scopes: ['translations:write'],
      properties: {
        project: PROJECT,
        content: STRING,
        filename: { type: 'string', description: 'Such as de.json' },
        format: STRING,
        language: STRING,
        namespace: STRING,
        state: { enum: [...TRANSLATION_STATES], description: 'Without base: also of texts that stay' },
        base: { type: 'integer' },
        conflict: { enum: ['refuse', 'overwrite', 'keep', 'keep-reviewed'] },
        deleteMissing: { type: 'boolean' },
        dryRun: { type: 'boolean', default: true },
      },
      required: ['project', 'content'],
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      run: async (sent, { principal, client }) => {
        const { project, rest } = splitProject(sent);
        const { content, dryRun: dry = true, ...options } = rest;
        if (typeof content !== 'string') {
          throw new ValidationFailedError([{ pointer: '/content', code: 'wrong_type', detail: 'must be a string' }]);
        }
        // A lone surrogate would become another character in UTF-8.
        const issue = content.isWellFormed() ? undefined : findIssue(storableRules, content);
        if (issue) throw new ValidationFailedError([{ pointer: '/content', ...issue }]);
        const { dryRun } = validateDto(DryRunDto, { dryRun: dry }, 'arguments');
        const fields = { ...options, dryRun, details: true, detailsOf: 'changes', failOn: [...BREAKING_CHECKS] };
        const upload = uploadOf(Buffer.from(content), fields);
        const imports = await this.imports.run(principal, project, upload, client(), { targetState: 'draft' });
        const { result, revision } = imports;
        const { imported, updated, skipped, details, warnings, warningCount } = ImportResultDto.from(result);
        const { pairs = [], ...more } = details ?? {};
        return withinBytes(
          {
            dryRun,
            revision: Number(revision),
            imported,
            updated,
            skipped,
            ...more,
            warningCount,
            warnings,
            changes: pairs,
            ...(await this.undo.of(principal, project, imports)),
          },
          { cutsTexts: true },
        );
      },
    },
  ];
}

const notOneLanguage = (): ValidationFailedError =>
  new ValidationFailedError([{ pointer: '/language', code: 'wrong_type', detail: 'must be one language tag' }]);

/** Returns a file of the arguments as an import reads it. */
const uploadOf = (bytes: Buffer, fields: object): Pick<Upload, 'read'> => ({
  read: (maxBytes) =>
    bytes.length > maxBytes
      ? Promise.reject(new BodyTooLargeError(maxBytes))
      : Promise.resolve({ file: { bytes }, files: [{ bytes }], fields: fields as Record<string, never> }),
});

/**
 * Returns a part of a file.
 *
 * @throws ValidationFailedError for a file that is no text, and for an offset that is not in it
 */
async function readPart(rendition: Rendition, offset: number): Promise<object> {
  const body = await rendition.body('identity');
  const size = Buffer.isBuffer(body) ? body.length : (body.size ?? 0);
  if (offset > size) throw refused('offset', 'too_large', `the file has ${size} bytes`);
  const bytes = Buffer.isBuffer(body)
    ? body.subarray(offset, offset + PART_BYTES)
    : await readRange(body.open(), offset);
  const end = offset + (offset + bytes.length < size ? wholeCharacters(bytes) : bytes.length);
  const text = decode(bytes.subarray(0, end - offset));
  const revision = Number(rendition.revision);
  const warnings = rendition.warnings.count;
  return {
    revision,
    bytes: size,
    ...(warnings > 0 && { warnings }),
    ...(end < size && { next: { offset: end, revision } }),
    content: text,
  };
}

async function readRange(stream: AsyncIterable<Buffer>, offset: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let position = 0;
  for await (const chunk of stream) {
    parts.push(chunk.subarray(Math.max(0, offset - position), Math.max(0, offset + PART_BYTES - position)));
    position += chunk.length;
    if (position >= offset + PART_BYTES) break;
  }
  return Buffer.concat(parts);
}

/** Returns the number of bytes of the characters of UTF-8 that are whole. */
function wholeCharacters(bytes: Buffer): number {
  // A character has a first byte and up to three bytes 10xxxxxx.
  let first = bytes.length - 1;
  while (first > bytes.length - 4 && ((bytes[first] ?? 0) & 0xc0) === 0x80) first--;
  const lead = bytes[first] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return first + length > bytes.length ? first : bytes.length;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused('format', 'not_allowed', 'the file is no text in UTF-8: download it by GET /projects/{id}/export');
  }
}

const refused = (argument: string, code: FieldError['code'], detail: string): ValidationFailedError =>
  new ValidationFailedError([{ pointer: `/${argument}`, code, detail }]);
