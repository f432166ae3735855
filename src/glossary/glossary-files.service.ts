import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { validateDto } from '../common/validation/validate-dto';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';
import { Database } from '../database/database';
import type { Upload } from '../http/bodies/upload';
import type { Once } from '../idempotency/once';
import { type ExportTermsQuery, ImportTermsQuery } from './dto/term-files.dto';
import { writeCsv } from './files/csv-terms';
import { writeTbx } from './files/tbx-terms';
import { TermReader } from './files/term-reader';
import { GlossaryTooLargeError } from './glossary-errors';
import { importTerms, type GlossaryImport } from './glossary-import';
import { type BoundedTerm, EXPORT } from './glossary-statements';
import { writeGlossary } from './glossary-write';
import type { TermFileFormat } from './term';

/** The largest file. A glossary has 4 MiB at most. */
const MAX_FILE_BYTES = 8 * 1_048_576;

/** Imports and exports terms. */
@Injectable()
export class GlossaryFiles {
  constructor(
    private readonly database: Database,
    private readonly reader: TermReader,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws TermFileError, GlossaryTooLargeError, GlossaryBusyError, ProjectBusyError, NotGrantableError, LanguageNotAllowedError, ValidationFailedError */
  async import(principal: Principal, upload: Upload, once?: Once<GlossaryImport>): Promise<GlossaryImport> {
    const { file, fields } = await upload.read(Math.min(MAX_FILE_BYTES, this.settings.maxUploadBytes));
    const { format = formatOf(file.bytes), language, dryRun } = validateDto(ImportTermsQuery, fields, 'query');
    const terms = await this.reader.read(principal.organizationId, { format, bytes: file.bytes, language });
    return writeGlossary(this.database, principal, (tx) => importTerms(tx, principal, terms, dryRun), { once, dryRun });
  }

  /** Returns the terms that the caller can see, as a file. @throws GlossaryTooLargeError */
  async export(
    { organizationId, projectIds }: Principal,
    { format, escapeFormulas }: ExportTermsQuery,
  ): Promise<string> {
    const terms = await this.database.rows<BoundedTerm>(EXPORT, [organizationId, projectIds]);
    if (terms.at(-1)?.hasNext) throw new GlossaryTooLargeError(terms.length);
    return format === 'csv' ? writeCsv(terms, escapeFormulas) : writeTbx(terms);
  }
}

/** XML begins with `<`, in UTF-8 and in UTF-16, behind a byte order mark. */
const formatOf = (bytes: Uint8Array): TermFileFormat =>
  /^[\s\u00ef\u00bb\u00bf\u00fe\u00ff\0]*</.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1')) ? 'tbx' : 'csv';
