import { ApiProperty } from '@nestjs/swagger';

/** All texts of a project. It is documentation only: the response is rendered from rows of the database. */
export class TranslationsDto {
  @ApiProperty({
    type: Object,
    additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
    description:
      'Texts by key name for each language: the source language first, then the target languages in their order.',
    example: { en: { 'home.title': 'Welcome', 'home.cta': 'Buy now' }, de: { 'home.title': 'Willkommen' } },
  })
  translations!: Record<string, Record<string, string>>;

  @ApiProperty({
    description: 'With `since`: the revision of the project.',
    type: 'integer',
    required: false,
    example: 57,
  })
  revision?: number;

  @ApiProperty({ description: 'The revision of the request.', type: 'integer', required: false, example: 56 })
  since?: number;

  @ApiProperty({
    type: Object,
    additionalProperties: { type: 'array', items: { type: 'string' } },
    description: 'With `since`: the names of the removed texts, for each language.',
    required: false,
    example: { en: [], de: ['home.subtitle'] },
  })
  removed?: Record<string, string[]>;
}
