import { LanguageField } from '../../common/validation/domain-fields';

export class MemoryExportQuery {
  @LanguageField({ description: 'The source language.', example: 'en' })
  from!: string;

  @LanguageField({ description: 'The language of the translations.', example: 'de' })
  to!: string;
}
