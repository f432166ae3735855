import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { TRANSLATION_STATES, type TranslationState } from '../../common/translation-state';
import { LanguageListField } from '../../common/validation/domain-fields';
import { BooleanField, ChoiceField, NumberField, StringField } from '../../common/validation/fields';
import { namespaceRules, storableRules } from '../../common/validation/text-rules';
import { MACHINE_FAILURES, type MachineFailure } from '../../machine-translation/machine-failure';
import { MAX_LANGUAGES } from '../../project-write/project-errors';
import { SAME_PLACE_MATCH } from '../match';
import { fromCursor, type Pretranslation, toCursor } from './pretranslate';

/** The least match that the memory offers. */
const LEAST_MATCH = 0.6;

/** What is translated, and how. */
export class PretranslateDto {
  @LanguageListField({ min: 1, max: MAX_LANGUAGES, description: 'Target languages.', example: ['de'] })
  languages!: string[];

  @NumberField(LEAST_MATCH, SAME_PLACE_MATCH, {
    optional: true,
    description: 'Default: 1.',
    example: 1,
  })
  minMatch?: number;

  @BooleanField({
    optional: true,
    description: 'Default: false.',
    example: true,
  })
  machine?: boolean;

  @ChoiceField(TRANSLATION_STATES, {
    enumName: 'TranslationState',
    optional: true,
    description: 'Default: `draft`.',
    example: 'draft',
  })
  state?: TranslationState;

  @StringField(namespaceRules, { optional: true, description: 'Only keys in this namespace.', example: 'home' })
  namespace?: string;

  @BooleanField({
    optional: true,
    description: 'Whether the numbers are only computed. Default: false.',
    example: false,
  })
  dryRun?: boolean;

  @StringField(storableRules, {
    optional: true,
    description: 'The `nextCursor` of the answer before: begins with the rest. Its content is opaque.',
    example: toCursor(EXAMPLE_IDS.key),
  })
  cursor?: string;
}

/** @throws ValidationFailedError for a wrong cursor */
export const toPretranslation = ({
  languages,
  minMatch = 1,
  machine = false,
  state = 'draft',
  namespace,
  dryRun = false,
  cursor,
}: PretranslateDto): Pretranslation => ({
  ...{ languages, minMatch, machine, state, namespace, dryRun },
  after: fromCursor(cursor),
});

const COUNT = { type: 'integer', example: 2 } as const;

/** What was translated. */
export class PretranslationResultDto {
  @ApiProperty({ example: false })
  dryRun!: boolean;

  @ApiProperty(COUNT)
  missing!: number;

  @ApiProperty(COUNT)
  memory!: number;

  @ApiProperty({ ...COUNT, description: 'Of a dry run, texts that a machine would be asked for.' })
  machine!: number;

  @ApiProperty(COUNT)
  moved!: number;

  @ApiProperty(COUNT)
  failed!: number;

  @ApiProperty({
    enum: MACHINE_FAILURES,
    enumName: 'MachineFailure',
    nullable: true,
    example: 'broken',
  })
  error!: MachineFailure | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The `cursor` of the request that continues with the rest; null: all missing texts were looked at.',
  })
  nextCursor!: string | null;
}

export class PretranslateResponseDto {
  @ApiProperty({ type: PretranslationResultDto })
  pretranslation!: PretranslationResultDto;
}

/** How far a pretranslation is. */
export class PretranslationProgressDto {
  @ApiProperty({ type: 'integer', description: 'Keys that are done.', example: 200 })
  done!: number;

  @ApiProperty({ type: 'integer', description: 'All keys of the project.', example: 1000 })
  total!: number;
}

export class PretranslationProgressResponseDto {
  @ApiProperty({ type: PretranslationProgressDto, nullable: true })
  pretranslation!: PretranslationProgressDto | null;
}
