import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { KeyStatistics, LanguageStatistics, ProjectStatistics } from '../statistics';

/** The numbers of one language. */
export class LanguageStatisticsDto {
  @ApiProperty({ type: 'integer', description: 'Texts in the state `translated`.', example: 1_040 })
  translated!: number;

  @ApiProperty({ type: 'integer', description: 'Texts in the state `reviewed`.', example: 52 })
  reviewed!: number;

  @ApiProperty({ type: 'integer', description: 'Texts in the state `draft`.', example: 10 })
  draft!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Texts, in any state, whose source text changed after they were set or confirmed.',
    example: 3,
  })
  outdated!: number;

  @ApiProperty({ type: 'integer', description: 'Keys without a text.', example: 138 })
  untranslated!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Words of the source texts of the keys that have a text in this language.',
    example: 4_310,
  })
  words!: number;

  @ApiProperty({
    description: 'The share of keys with a text, rounded down to a tenth: 100 means all of them.',
    minimum: 0,
    maximum: 100,
    example: 88.8,
  })
  percent!: number;

  static from({
    translated,
    reviewed,
    draft,
    outdated,
    untranslated,
    words,
  }: LanguageStatistics): LanguageStatisticsDto {
    const done = translated + reviewed + draft;
    const percent = untranslated === 0 ? 100 : Math.floor((1_000 * done) / (done + untranslated)) / 10;
    return { translated, reviewed, draft, outdated, untranslated, words, percent };
  }
}

/** The numbers of the keys of a namespace. */
export class KeyStatisticsDto {
  @ApiProperty({ type: 'integer', description: 'Keys.', example: 1_240 })
  keys!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Words of the source texts (Unicode Standard Annex #29). A plural has the words of its longest form.',
    example: 5_020,
  })
  words!: number;

  @ApiProperty({
    type: Object,
    additionalProperties: { $ref: getSchemaPath(LanguageStatisticsDto) },
    description: 'The numbers of each language of the project, by language tag; the source language is the first.',
  })
  languages!: Record<string, LanguageStatisticsDto>;

  static from({ keys, words, languages }: KeyStatistics): KeyStatisticsDto {
    const numbers = Array.from(
      languages,
      ([language, counts]) => [language, LanguageStatisticsDto.from(counts)] as const,
    );
    return { keys, words, languages: Object.fromEntries(numbers) };
  }
}

/** The numbers of a project. */
export class StatisticsDto extends KeyStatisticsDto {
  @ApiProperty({ type: 'integer', description: 'The revision of the project.', example: 57 })
  revision!: number;

  @ApiProperty({
    required: false,
    type: Object,
    additionalProperties: { $ref: getSchemaPath(KeyStatisticsDto) },
    description:
      'Present with `by=namespace`: the numbers of each namespace; the empty one has the names without a dot.',
  })
  namespaces?: Record<string, KeyStatisticsDto>;

  /** `Object.fromEntries` defines members of any name, `__proto__` too. */
  static override from(statistics: ProjectStatistics & { by?: 'namespace' }): StatisticsDto {
    const { revision, namespaces, by } = statistics;
    const byName = Array.from(namespaces, ([name, numbers]) => [name, KeyStatisticsDto.from(numbers)] as const);
    return {
      revision: Number(revision),
      ...KeyStatisticsDto.from(statistics),
      ...(by === 'namespace' && { namespaces: Object.fromEntries(byName) }),
    };
  }
}

export class StatisticsResponseDto {
  @ApiProperty({ type: StatisticsDto })
  statistics!: StatisticsDto;
}
