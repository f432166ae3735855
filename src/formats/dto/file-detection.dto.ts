import { ApiProperty } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { LanguageField } from '../../common/validation/domain-fields';
import { StringField } from '../../common/validation/fields';
import { fileNameRules } from '../../common/validation/text-rules';

/** The most files of a request. */
export const MAX_DETECTED_FILES = 1_000;

/** A file whose format and language are to be detected. */
export class FileToDetectDto {
  @StringField(fileNameRules, {
    description: 'The path in the repository.',
    example: 'locales/de/common.json',
  })
  path!: string;

  @StringField([{ code: 'too_long', isValid: (value) => value.length <= 65_536, detail: 'at most 65536 characters' }], {
    optional: true,
    maxLength: 65_536,
    description: 'The start of the content.',
    example: '{"home": {"title": "Willkommen"}}',
  })
  head = '';
}

export class DetectFilesDto {
  @LanguageField({
    optional: true,
    description: 'The language of `values/strings.xml` and the like. Default: `en`.',
    example: 'en',
  })
  sourceLanguage = 'en';

  @ApiProperty({ type: [FileToDetectDto], maxItems: MAX_DETECTED_FILES, description: 'The files of a repository.' })
  @Allow()
  files!: unknown;
}

/** What a file was detected as. */
export class DetectedFileDto {
  @ApiProperty({ description: 'The path.', example: 'locales/de/common.json' })
  path!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The format; null: none, or one of several `candidates`.',
    example: 'json-nested',
  })
  format!: string | null;

  @ApiProperty({ type: [String], description: 'The formats that are possible.', example: [] })
  candidates!: string[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The language that the path names; null: none.',
    example: 'de',
  })
  language!: string | null;

  @ApiProperty({ description: 'The namespace that the path names; empty: none.', example: 'common' })
  namespace!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The path with `{language}` and `{namespace}`.',
    example: 'locales/{language}/{namespace}.json',
  })
  pattern!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What stands in the path for `{language}`.',
    example: 'de',
  })
  languageName!: string | null;
}

export class DetectedFileListDto {
  @ApiProperty({ type: [DetectedFileDto], description: 'In the order of the request.' })
  files!: DetectedFileDto[];
}
