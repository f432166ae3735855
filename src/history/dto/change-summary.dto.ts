import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { TRANSLATION_STATES, type TranslationState } from '../../common/translation-state';
import { CHANGED_FIELDS, type ChangeSummary, type SummaryItem } from '../change';

/** The property `confirmed` of items. */
export const CONFIRMED = {
  description:
    'Only of a text that stayed the same. True: it was confirmed, and is not outdated. False: a confirmation was undone.',
  required: false,
  example: true,
};

/** An item of a change in short. */
export class SummaryItemDto implements SummaryItem {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.key })
  keyId!: string;

  @ApiProperty({
    description: 'The name of the key after the change; of a deleted key, before it.',
    example: 'home.title',
  })
  name!: string;

  @ApiProperty({
    description: 'The language of the text; null if the item is the key itself.',
    type: String,
    nullable: true,
    example: 'de',
  })
  language!: string | null;

  @ApiProperty({
    description: 'The text, or the name of the key itself; null: it did not exist.',
    type: String,
    nullable: true,
    example: 'Hallo',
  })
  before!: string | null;

  @ApiProperty({ description: 'Null: it was removed.', type: String, nullable: true, example: 'Willkommen' })
  after!: string | null;

  @ApiProperty({
    description: 'The state of the text after the change.',
    enum: [...TRANSLATION_STATES],
    enumName: 'TranslationState',
    nullable: true,
    example: 'translated',
  })
  state!: TranslationState | null;

  @ApiProperty({
    description: 'What differs. Empty for an item with `confirmed`.',
    enum: [...CHANGED_FIELDS],
    isArray: true,
    example: ['text'],
  })
  changed!: SummaryItem['changed'];

  @ApiProperty(CONFIRMED)
  confirmed?: boolean;
}

/** What a change did, in short: names and texts are one line each, and long ones are shortened (`…`). */
export class ChangeSummaryDto implements ChangeSummary {
  @ApiProperty({ description: 'The first items of the change, at most 3.', type: [SummaryItemDto] })
  items!: SummaryItemDto[];

  @ApiProperty({ description: 'Whether the change has further items.', example: false })
  hasMore!: boolean;
}
