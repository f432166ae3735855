import { ApiProperty } from '@nestjs/swagger';
import { LanguageField } from '../../common/validation/domain-fields';
import { BooleanField, ChoiceField } from '../../common/validation/fields';
import { TERM_FILE_FORMATS, type TermFileFormat } from '../term';

export class ExportTermsQuery {
  @ChoiceField(TERM_FILE_FORMATS, { optional: true, description: 'The format. Default: `csv`.', example: 'csv' })
  format: TermFileFormat = 'csv';

  @BooleanField({
    optional: true,
    description:
      'Whether an apostrophe is put before what a spreadsheet may run as a formula, because a cell or translation begins with `=`, `+`, `-` or `@`. An import removes it. Without effect on `tbx`. Default: false.',
    example: false,
  })
  escapeFormulas = false;
}

/** The options of an import of terms. */
export class ImportTermsQuery {
  @ChoiceField(TERM_FILE_FORMATS, {
    optional: true,
    description: 'The format. Default: `tbx` if the file begins with `<`, else `csv`.',
    example: 'csv',
  })
  format?: TermFileFormat;

  @LanguageField({
    optional: true,
    description:
      'The language of terms of which the file does not say it. Default: `en`; in TBX, the first language of each entry.',
    example: 'en',
  })
  language?: string;

  @BooleanField({ optional: true, description: 'Writes nothing. Default: false.', example: false })
  dryRun = false;
}

/** The form of an import. It is documentation only: `Upload` reads the form from a stream. */
export class ImportTermsFormDto extends ImportTermsQuery {
  @ApiProperty({
    type: String,
    format: 'binary',
    description: 'The file.',
    example: 'term,de\ninvoice,Rechnung|Faktura\n',
  })
  file!: unknown;
}

export class GlossaryImportDto {
  @ApiProperty({ type: 'integer', description: 'Terms that the glossary did not have.', example: 3 })
  created!: number;

  @ApiProperty({ type: 'integer', description: 'Terms that it had otherwise.', example: 1 })
  updated!: number;

  @ApiProperty({ type: 'integer', description: 'Terms that it had.', example: 0 })
  unchanged!: number;
}
