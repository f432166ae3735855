import { ApiExtraModels, ApiProperty, getSchemaPath, IntersectionType, OmitType, PartialType } from '@nestjs/swagger';
import { TRANSLATION_STATES, type TranslationState } from '../../common/translation-state';
import { TextFindingDto } from '../../findings/dto/finding.dto';
import type { FindingsOfKey } from '../../findings/key-findings';
import { JsonItems, JsonMembers } from '../../http/responses/json-stream';
import type { CheckedKey, KeyAsJson, KeyBatchResult, KeySummary, KeyWithTexts } from '../key';
import type { KeyPage } from '../key-list';
import { PageDto } from '../../http/queries/page.dto';
import { EXAMPLE_IDS } from '../../common/example-ids';

const ID = {
  description: 'The id of the key: a UUID of version 7.',
  example: EXAMPLE_IDS.key,
  format: 'uuid',
};
const NAME = { description: 'The name of the key.', example: 'home.title' };
const NAMESPACE = {
  description: 'The part of the name before the first dot; `""` if the name has no dot.',
  example: 'home',
};
const DESCRIPTION = {
  type: String,
  nullable: true,
  description: 'A description for translators; null if the key has none.',
  example: 'Headline of the start page',
} as const;
const TRANSLATIONS = {
  type: Object,
  additionalProperties: { type: 'string' },
  description: 'Texts by language, the source language first. Languages without a text are absent.',
  example: { en: 'Welcome', de: 'Willkommen' },
};

const STATES = {
  type: Object,
  additionalProperties: { type: 'string', enum: [...TRANSLATION_STATES] },
  description: 'The states of the texts by language: `draft`, `translated` or `reviewed`.',
  example: { en: 'translated', de: 'reviewed' },
};
const OUTDATED: { type: [typeof String]; description: string; example: string[] } = {
  type: [String],
  description: 'The languages whose text was set or confirmed before the source text changed.',
  example: [],
};

const CHECKS = {
  type: Object,
  additionalProperties: { type: 'array', items: { $ref: getSchemaPath(TextFindingDto) } },
  description: 'What the checks found in the texts, by language. Languages whose texts have no findings are absent.',
  example: { de: [{ code: 'too_long', detail: 'the text has 10 characters, and 8 are allowed', ignored: true }] },
};

const toChecks = (checks: FindingsOfKey): [language: string, findings: TextFindingDto[]][] =>
  Array.from(checks, ([language, findings]) => [language, findings.map((finding) => TextFindingDto.from(finding))]);

/** Returns the member `checks`, which may be read while it is sent. */
function checksOf({ checks }: CheckedKey): Record<string, TextFindingDto[]> | JsonMembers {
  if (typeof checks !== 'function') return Object.fromEntries(toChecks(checks));
  return new JsonMembers(async function* () {
    for await (const step of checks()) yield toChecks(step);
  });
}

const toTextMembers = (key: KeyWithTexts): Pick<KeyWithTranslationsDto, 'translations' | 'states' | 'outdated'> => ({
  translations: translationsOf(key),
  states: Object.fromEntries(Array.from(key.texts, ([language, { state }]) => [language, state])),
  outdated: [...key.texts].filter(([, { isOutdated }]) => isOutdated).map(([language]) => language),
});

/** Returns the member `translations`, which may be read while it is sent. */
function translationsOf({ texts, readTexts }: KeyWithTexts): Record<string, string> | JsonMembers {
  if (readTexts) return new JsonMembers(readTexts);
  return Object.fromEntries(
    Array.from(texts).flatMap(([language, { text }]) => (text === null ? [] : [[language, text]])),
  );
}

/** A key in the response to its creation. */
export class CreatedKeyDto {
  @ApiProperty(ID)
  id!: string;

  @ApiProperty(NAME)
  name!: string;

  @ApiProperty({ description: 'The source text; empty if the key was created without one.', example: 'Welcome' })
  value!: string;

  @ApiProperty(NAMESPACE)
  namespace!: string;

  static from({ id, name, value, namespace }: KeyWithTexts): CreatedKeyDto {
    return { id, name, value: value ?? '', namespace };
  }
}

/** A key in the response to a change. */
export class UpdatedKeyDto {
  @ApiProperty(ID)
  id!: string;

  @ApiProperty(NAME)
  name!: string;

  /** The object keeps the order of the languages, because a language tag is neither an integer nor `__proto__`. */
  @ApiProperty(TRANSLATIONS)
  translations!: Record<string, string> | JsonMembers;

  static from(key: KeyWithTexts): UpdatedKeyDto {
    return { id: key.id, name: key.name, translations: translationsOf(key) };
  }
}

/** A key in a list. */
class KeyDto {
  @ApiProperty(ID)
  id!: string;

  @ApiProperty(NAME)
  name!: string;

  @ApiProperty(NAMESPACE)
  namespace!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The source text; null if the key has none.',
    example: 'Welcome',
  })
  value!: string | null;

  @ApiProperty(DESCRIPTION)
  description!: string | null;

  @ApiProperty({ type: [String], description: 'Tags, in the order of their code points.', example: ['checkout'] })
  tags!: readonly string[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The greatest number of grapheme clusters that a text should have; null for no limit.',
    example: 8,
  })
  maxLength!: number | null;

  @ApiProperty({ format: 'date-time', description: 'The time of its creation.' })
  createdAt!: Date;

  @ApiProperty({ format: 'date-time', description: 'The time of the last change of the key or of one of its texts.' })
  updatedAt!: Date;

  static from({ id, name, namespace, value, description, tags, maxLength, createdAt, updatedAt }: KeySummary): KeyDto {
    return { id, name, namespace, value, description, tags, maxLength, createdAt, updatedAt };
  }
}

/** A key with its texts. */
@ApiExtraModels(TextFindingDto)
export class KeyWithTranslationsDto extends KeyDto {
  @ApiProperty(TRANSLATIONS)
  translations!: Record<string, string> | JsonMembers;

  @ApiProperty(STATES)
  states!: Record<string, TranslationState>;

  @ApiProperty(OUTDATED)
  outdated!: string[];

  @ApiProperty(CHECKS)
  checks!: Record<string, TextFindingDto[]> | JsonMembers;

  static override from(key: CheckedKey): KeyWithTranslationsDto {
    return { ...KeyDto.from(key), ...toTextMembers(key), checks: checksOf(key) };
  }
}

/** A key in a list, with texts if they were asked for. */
export class ListedKeyDto extends KeyDto {
  @ApiProperty({ ...TRANSLATIONS, required: false })
  translations?: Record<string, string>;

  @ApiProperty({ ...STATES, required: false })
  states?: Record<string, TranslationState>;

  @ApiProperty({ ...OUTDATED, required: false })
  outdated?: string[];

  @ApiProperty({ ...CHECKS, required: false })
  checks?: Record<string, TextFindingDto[]>;

  /** @returns its JSON */
  static toJson({ json, checks }: KeyAsJson): string {
    return checks ? `{${json},"checks":${JSON.stringify(Object.fromEntries(toChecks(checks)))}}` : `{${json}}`;
  }
}

export class CreatedKeyResponseDto {
  @ApiProperty({ type: CreatedKeyDto })
  key!: CreatedKeyDto;
}

/** A key in the response to its change: with all members of the key if they were asked for. */
export class SavedKeyDto extends IntersectionType(
  UpdatedKeyDto,
  PartialType(OmitType(KeyWithTranslationsDto, ['id', 'name', 'translations'])),
) {}

export class UpdatedKeyResponseDto {
  @ApiProperty({
    type: SavedKeyDto,
    description:
      'The key, with `id`, `name` and `translations`; with `include=translations` it has the other members too.',
  })
  key!: SavedKeyDto;
}

export class KeyResponseDto {
  @ApiProperty({ type: KeyWithTranslationsDto })
  key!: KeyWithTranslationsDto;
}

export class KeyListDto extends PageDto {
  @ApiProperty({ type: [ListedKeyDto] })
  keys!: ListedKeyDto[];

  @ApiProperty({
    required: false,
    type: 'integer',
    description: 'The number of keys on all pages; present with `total=true`.',
  })
  total?: number;

  /** @returns its JSON, or the document with a key that is read while it is sent */
  static from({ items, nextCursor, total }: KeyPage): string | object {
    const keys: string[] = [];
    for (const item of items) {
      if ('key' in item) return { keys: new JsonItems([KeyWithTranslationsDto.from(item.key)]), nextCursor, total };
      keys.push(ListedKeyDto.toJson(item));
    }
    return `{"keys":[${keys.join(',')}],${JSON.stringify({ nextCursor, total }).slice(1)}`;
  }
}

const toUpdated = (keys: readonly KeyWithTexts[]): UpdatedKeyDto[] => keys.map((key) => UpdatedKeyDto.from(key));

export class KeyBatchResponseDto {
  @ApiProperty({ type: [CreatedKeyDto], description: 'The created keys, in the order of `create`.' })
  created!: CreatedKeyDto[];

  @ApiProperty({ type: [UpdatedKeyDto], description: 'The changed keys, in the order of `update`.' })
  updated!: UpdatedKeyDto[] | JsonItems;

  @ApiProperty({ type: [String], description: 'The ids of the deleted keys.' })
  deleted!: string[];

  static from({ created, updated, deleted }: KeyBatchResult): KeyBatchResponseDto {
    return {
      created: created.map((key) => CreatedKeyDto.from(key)),
      updated: updated.some(({ readTexts }) => readTexts) ? new JsonItems(toUpdated(updated)) : toUpdated(updated),
      deleted,
    };
  }
}
