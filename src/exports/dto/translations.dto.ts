import { ApiProperty } from '@nestjs/swagger';

/** All texts of a project, for documentation: it is written as a stream. */
export class TranslationsDto {
  @ApiProperty({
    type: Object,
    additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
    description: 'Texts by key name, by language: the source language first, then the targets in their order.',
    example: { en: { 'home.title': 'Welcome', 'home.cta': 'Buy now' }, de: { 'home.title': 'Willkommen' } },
  })
  translations!: Record<string, Record<string, string>>;
}
