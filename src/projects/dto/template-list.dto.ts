import { ApiProperty } from '@nestjs/swagger';
import type { Page } from '../../http/queries/page';
import { PageDto } from '../../http/queries/page.dto';
import type { Template } from '../template-list';
import { EXAMPLE_IDS } from '../../common/example-ids';

/** An imported file that exports have the layout of. */
export class TemplateDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.template })
  id!: string;

  @ApiProperty({ description: 'The format of the file.', example: 'json-nested' })
  format!: string;

  @ApiProperty({
    description: 'The namespace of its keys, which stand in the file without it; empty if they have none.',
    example: 'home',
  })
  namespace!: string;

  @ApiProperty({
    description: 'The language of the file; null if it contains several.',
    type: String,
    nullable: true,
    example: 'de',
  })
  language!: string | null;

  @ApiProperty({
    description: 'The name of the file, or its path in the zip; null if the import had none.',
    type: String,
    nullable: true,
    example: 'locales/de/home.json',
  })
  path!: string | null;

  @ApiProperty({
    description:
      'The options of its import that determine the key names, and the languages of the file that were read as others (`languages`).',
    type: 'object',
    additionalProperties: true,
    example: { keySeparator: '::' },
  })
  options!: Record<string, unknown>;

  @ApiProperty({ description: 'Bytes of the file.', type: 'integer', example: 18_233 })
  size!: number;

  @ApiProperty({
    description: 'When an import last changed the template.',
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  })
  updatedAt!: string;

  static from({ language, updatedAt, beside: _beside, ...rest }: Template): TemplateDto {
    return { ...rest, language: language === '' ? null : language, updatedAt: updatedAt.toISOString() };
  }
}

/** A page of templates. */
export class TemplateListDto extends PageDto {
  @ApiProperty({ type: [TemplateDto] })
  templates!: TemplateDto[];

  static from({ items, nextCursor }: Page<Template>): TemplateListDto {
    return { templates: items.map((template) => TemplateDto.from(template)), nextCursor };
  }
}
