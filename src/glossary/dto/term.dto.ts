import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/example-ids';
import type { Page } from '../../http/queries/page';
import { PageDto } from '../../http/queries/page.dto';
import { type PartOfSpeech, PARTS_OF_SPEECH, type Term } from '../term';
import { CASE_SENSITIVE, DO_NOT_TRANSLATE, FORBIDDEN } from './term-fields';

/** A term of the glossary. */
export class TermDto {
  @ApiProperty({ description: 'The id of the term.', format: 'uuid', example: EXAMPLE_IDS.term })
  id!: string;

  @ApiProperty({ example: 'invoice' })
  term!: string;

  @ApiProperty({ description: 'The language of the term.', example: 'en' })
  language!: string;

  @ApiProperty({ type: String, nullable: true, example: 'A bill that a customer has to pay' })
  definition!: string | null;

  @ApiProperty({ enum: PARTS_OF_SPEECH, enumName: 'PartOfSpeech', nullable: true, example: 'noun' })
  partOfSpeech!: PartOfSpeech | null;

  @ApiProperty({ description: CASE_SENSITIVE, example: false })
  caseSensitive!: boolean;

  @ApiProperty({ description: DO_NOT_TRANSLATE, example: false })
  doNotTranslate!: boolean;

  @ApiProperty({ description: FORBIDDEN, example: false })
  forbidden!: boolean;

  @ApiProperty({
    type: [String],
    nullable: true,
    description: 'The projects to which it applies, as far as the caller can see them. Null: all projects.',
    example: null,
  })
  projectIds!: string[] | null;

  @ApiProperty({
    type: Object,
    additionalProperties: { type: 'array', items: { type: 'string' } },
    description: 'Translations by language tag, the preferred one first.',
    example: { de: ['Rechnung', 'Faktura'] },
  })
  translations!: Record<string, readonly string[]>;

  @ApiProperty({ format: 'date-time', example: '2026-11-27T12:00:00.000Z' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-27T12:00:00.000Z' })
  updatedAt!: string;

  static from({ projectIds, createdAt, updatedAt, ...rest }: Term): TermDto {
    const { id, term, language, definition, partOfSpeech, caseSensitive, doNotTranslate, forbidden, translations } =
      rest;
    return {
      ...{ id, term, language, definition, partOfSpeech, caseSensitive, doNotTranslate, forbidden, translations },
      projectIds: projectIds && [...projectIds],
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  }
}

export class TermResponseDto {
  @ApiProperty({ type: TermDto })
  term!: TermDto;
}

export class TermListDto extends PageDto {
  @ApiProperty({ type: [TermDto] })
  terms!: TermDto[];

  static from({ items, nextCursor }: Page<Term>): TermListDto {
    return { terms: items.map((term) => TermDto.from(term)), nextCursor };
  }
}
