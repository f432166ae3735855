import { ApiProperty } from '@nestjs/swagger';
import { CHECK_CODES, type CheckCode } from '../../checks/finding';
import { findingParams, type SentenceParams } from '../../common/sentences';
import { ParamsField } from '../../common/sentences/params-field';
import { PageDto } from '../../http/queries/page.dto';
import type { FindingPage, ListedFinding } from '../finding-list';
import type { ShownFinding } from '../key-findings';
import { EXAMPLE_IDS } from '../../common/example-ids';

/** A finding of a check in a text. */
export class TextFindingDto {
  @ApiProperty({
    enum: [...CHECK_CODES],
    enumName: 'CheckCode',
    description: 'The check.',
    example: 'too_long',
  })
  code!: CheckCode;

  @ApiProperty({
    description: 'What was found, and where: a sentence in English.',
    example: 'the text has 10 characters, and 8 are allowed',
  })
  detail!: string;

  @ParamsField({ length: 10, max: 8 })
  params?: SentenceParams;

  @ApiProperty({ description: 'Whether it is ignored, until the text or its source text changes.', example: false })
  ignored!: boolean;

  static from({ code, detail, ignored }: ShownFinding): TextFindingDto {
    return { code, detail, ...findingParams(code, detail), ignored };
  }
}

/** A finding of a project. */
export class FindingDto extends TextFindingDto {
  @ApiProperty({
    description: 'The id of the key.',
    format: 'uuid',
    example: EXAMPLE_IDS.key,
  })
  keyId!: string;

  @ApiProperty({ description: 'The name of the key.', example: 'home.title' })
  name!: string;

  @ApiProperty({ description: 'The language tag of the text.', example: 'de' })
  language!: string;

  static override from({ keyId, name, language, ...finding }: ListedFinding): FindingDto {
    return { keyId, name, language, ...TextFindingDto.from(finding) };
  }
}

export class FindingListDto extends PageDto {
  @ApiProperty({ type: [FindingDto] })
  findings!: FindingDto[];

  @ApiProperty({
    type: Object,
    additionalProperties: { type: 'object', additionalProperties: { type: 'integer' } },
    description:
      'The numbers of findings that are not ignored, by language and code, of the namespace or of the project, whatever the ' +
      'other parameters are. Languages and codes without any are absent.',
    example: { de: { too_long: 1 } },
  })
  counts!: Record<string, Record<string, number>>;

  @ApiProperty({
    type: Object,
    additionalProperties: { type: 'object', additionalProperties: { type: 'integer' } },
    required: false,
    description:
      'With `by=namespace`: the numbers of findings that are not ignored, by namespace and language. Namespaces and languages without findings are absent.',
    example: { home: { de: 1 } },
  })
  namespaces?: Record<string, Record<string, number>>;

  @ApiProperty({ type: 'integer', description: 'The revision of the project whose findings these are.', example: 57 })
  revision!: number;

  static from({ items, counts, namespaces, revision, nextCursor }: FindingPage): FindingListDto {
    const findings = items.map((finding) => FindingDto.from(finding));
    return {
      findings,
      counts: toNumbers(counts.map(({ language, code, count }) => [language, code, count])),
      namespaces:
        namespaces && toNumbers(namespaces.map(({ namespace, language, count }) => [namespace, language, count])),
      revision: Number(revision),
      nextCursor,
    };
  }
}

/** Returns counts by two names. `Object.fromEntries` defines members of any name. */
function toNumbers(
  counts: readonly (readonly [outer: string, inner: string, count: number])[],
): Record<string, Record<string, number>> {
  const numbers = new Map<string, [inner: string, count: number][]>();
  for (const [outer, inner, count] of counts) {
    const found = numbers.get(outer) ?? [];
    numbers.set(outer, found);
    found.push([inner, count]);
  }
  return Object.fromEntries(Array.from(numbers, ([outer, inner]) => [outer, Object.fromEntries(inner)]));
}
