import { ApiProperty } from '@nestjs/swagger';
import { BooleanField, ChoiceField, IntegerField, StringField } from '../../common/validation/fields';
import { idRule } from '../../common/validation/text-rules';
import { IfRevisionQuery } from '../../projects/dto/if-revision.query';
import type { ReversalResult } from '../change';
import { ChangeCountsDto, ChangeDto } from './change.dto';
import { EXAMPLE_IDS } from '../../common/example-ids';

const DRY_RUN = { optional: true, description: 'Whether nothing is written. Default: false.', example: false };

export class UndoDto extends IfRevisionQuery {
  @ChoiceField(['refuse', 'skip'], {
    optional: true,
    description:
      'What happens if something was changed again since: the request is refused with 400 `undo_conflict` (`refuse`, the default), or that stays as it is and all else is undone (`skip`).',
    example: 'refuse',
  })
  conflict: 'refuse' | 'skip' = 'refuse';

  @StringField([idRule], {
    optional: true,
    format: 'uuid',
    description: 'Only what the change did to this key is undone. Default: all that it did.',
    example: EXAMPLE_IDS.key,
  })
  keyId?: string;

  @BooleanField(DRY_RUN)
  dryRun = false;
}

export class RestoreDto extends IfRevisionQuery {
  @IntegerField(0, Number.MAX_SAFE_INTEGER, { description: 'The revision whose state returns.', example: 2 })
  revision!: number;

  @BooleanField(DRY_RUN)
  dryRun = false;
}

/** A text, a key or a setting that stays as it is, because it was changed again or is in use. */
export class ConflictDto {
  @ApiProperty({
    description: 'Null if the conflict is one of the name or the languages of the project.',
    type: String,
    nullable: true,
    format: 'uuid',
    example: EXAMPLE_IDS.key,
  })
  keyId!: string | null;

  @ApiProperty({ description: 'The name of the key.', type: String, nullable: true, example: 'home.title' })
  name!: string | null;

  @ApiProperty({
    description: 'The language of the text; null if the conflict is one of the key itself.',
    type: String,
    nullable: true,
    example: 'de',
  })
  language!: string | null;
}

export class ReversalResultDto {
  @ApiProperty({
    description: 'The new change; null if there was nothing to do, or `dryRun` is set.',
    type: ChangeDto,
    nullable: true,
    example: null,
  })
  change!: ChangeDto | null;

  @ApiProperty({
    description: 'What the change did; with `dryRun`, what it would do.',
    type: ChangeCountsDto,
  })
  counts!: ChangeCountsDto;

  @ApiProperty({
    description: 'What stays as it is: up to 1,000, and names of up to 4 MiB together.',
    type: [ConflictDto],
    example: [],
  })
  conflicts!: ConflictDto[];

  static from({ change, counts, conflicts }: ReversalResult): ReversalResultDto {
    return { change: change && ChangeDto.from(change), counts: ChangeCountsDto.from(counts), conflicts };
  }
}
