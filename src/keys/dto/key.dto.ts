import { ApiProperty } from '@nestjs/swagger';
import type { KeyWithTexts } from '../key-store';

const ID = { description: 'UUID, version 7.', example: '019a9f3e-7b2d-7c61-9a4f-5d6e7f8a9b0c', format: 'uuid' };
const NAME = { description: 'Dotted key name.', example: 'home.title' };
const NAMESPACE = {
  description: 'The part of the name before the first dot, `""` where there is none.',
  example: 'home',
};
const DESCRIPTION = { type: String, nullable: true, example: 'Headline of the start page' } as const;
const TRANSLATIONS = {
  type: Object,
  additionalProperties: { type: 'string' },
  description: 'Texts by language, the source language first; languages without a text are absent.',
  example: { en: 'Welcome', de: 'Willkommen' },
};

/** A key that was just created, as the specification shows it. */
export class CreatedKeyDto {
  @ApiProperty(ID)
  id!: string;

  @ApiProperty(NAME)
  name!: string;

  @ApiProperty({ description: 'The source text.', example: 'Welcome' })
  value!: string;

  @ApiProperty(NAMESPACE)
  namespace!: string;

  static from(key: KeyWithTexts, sourceLanguage: string): CreatedKeyDto {
    return { id: key.id, name: key.name, value: key.texts.get(sourceLanguage) ?? '', namespace: key.namespace };
  }
}

/** A key that was just changed, as the specification shows it. */
export class UpdatedKeyDto {
  @ApiProperty(ID)
  id!: string;

  @ApiProperty(NAME)
  name!: string;

  @ApiProperty(TRANSLATIONS)
  translations!: Record<string, string>;

  static from(key: KeyWithTexts, languages: readonly string[]): UpdatedKeyDto {
    return { id: key.id, name: key.name, translations: textsInOrder(key.texts, languages) };
  }
}

/** A key as lists show it. */
export class KeyDto {
  @ApiProperty(ID)
  id!: string;

  @ApiProperty(NAME)
  name!: string;

  @ApiProperty(NAMESPACE)
  namespace!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The source text; null where the key has none.',
    example: 'Welcome',
  })
  value!: string | null;

  @ApiProperty(DESCRIPTION)
  description!: string | null;

  @ApiProperty({ format: 'date-time' })
  createdAt!: Date;

  @ApiProperty({ format: 'date-time', description: 'When the key or one of its texts was changed last.' })
  updatedAt!: Date;
}

export class KeyWithTranslationsDto extends KeyDto {
  @ApiProperty(TRANSLATIONS)
  translations!: Record<string, string>;

  static from(key: KeyWithTexts, languages: readonly string[]): KeyWithTranslationsDto {
    const { id, name, namespace, description, createdAt, updatedAt, texts } = key;
    const value = texts.get(languages[0] ?? '') ?? null;
    return {
      id,
      name,
      namespace,
      value,
      description,
      createdAt,
      updatedAt,
      translations: textsInOrder(texts, languages),
    };
  }
}

/** Language tags are no integers and never `__proto__`, so that an object keeps them and their order. */
function textsInOrder(texts: ReadonlyMap<string, string>, languages: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    languages.flatMap((language) => {
      const text = texts.get(language);
      return text === undefined ? [] : [[language, text]];
    }),
  );
}

export class CreatedKeyResponseDto {
  @ApiProperty({ type: CreatedKeyDto })
  key!: CreatedKeyDto;
}

export class UpdatedKeyResponseDto {
  @ApiProperty({ type: UpdatedKeyDto })
  key!: UpdatedKeyDto;
}

export class KeyResponseDto {
  @ApiProperty({ type: KeyWithTranslationsDto })
  key!: KeyWithTranslationsDto;
}

export class KeyListDto {
  @ApiProperty({ type: [KeyDto] })
  keys!: KeyDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The `cursor` of the next page; null on the last.',
    example: null,
  })
  nextCursor!: string | null;
}

export class KeyBatchResponseDto {
  @ApiProperty({ type: [CreatedKeyDto], description: 'In the order of `create`.' })
  created!: CreatedKeyDto[];

  @ApiProperty({ type: [UpdatedKeyDto], description: 'In the order of `update`.' })
  updated!: UpdatedKeyDto[];

  @ApiProperty({ type: [String], description: 'The ids of `delete`.' })
  deleted!: string[];
}
