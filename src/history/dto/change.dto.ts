import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { TRANSLATION_STATES, type TranslationState } from '../../common/translation-state';
import type { Page } from '../../http/queries/page';
import { PageDto } from '../../http/queries/page.dto';
import { CHANGE_ACTIONS, type ImportedFileRecord } from '../../project-write/change-record';
import {
  type Change,
  CHANGE_VIAS,
  type ChangeItem,
  type ChangeVia,
  type KeyVersion,
  type PublicCounts,
  type TextVersion,
} from '../change';
import type { ChangeWithItems } from '../change-items';
import type { KeyChange } from '../key-life';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { ChangeSummaryDto, CONFIRMED } from './change-summary.dto';

/** Numbers of what a change did. */
export class ChangeCountsDto {
  @ApiProperty({ type: 'integer', example: 0 })
  keysCreated!: number;

  @ApiProperty({ type: 'integer', example: 0 })
  keysDeleted!: number;

  @ApiProperty({
    description: 'Keys that got another name, description or length limit, or other tags.',
    type: 'integer',
    example: 0,
  })
  keysChanged!: number;

  @ApiProperty({ description: 'Texts that are new or different.', type: 'integer', example: 1 })
  textsSet!: number;

  @ApiProperty({ type: 'integer', example: 0 })
  textsRemoved!: number;

  @ApiProperty({
    description: 'Texts that got another state or were confirmed, and stayed the same.',
    type: 'integer',
    example: 0,
  })
  statesSet!: number;

  static from(counts: PublicCounts): ChangeCountsDto {
    const { keysCreated, keysDeleted, keysChanged, textsSet, textsRemoved, statesSet } = counts;
    return { keysCreated, keysDeleted, keysChanged, textsSet, textsRemoved, statesSet };
  }
}

/** The API key that made a change. */
export class ChangeAuthorDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.apiKey })
  id!: string;

  @ApiProperty({ description: 'The name that the API key had.', example: 'CI pipeline' })
  name!: string;
}

/** The person who made a change. */
export class ChangePersonDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.person })
  id!: string;

  @ApiProperty({ description: '`removed person` after the person has removed the account.', example: 'Jo Meyer' })
  name!: string;
}

/** The file of an import. */
export class ImportedFileDto {
  @ApiProperty({ description: 'Null if the request named none.', type: String, nullable: true, example: 'de.json' })
  fileName!: string | null;

  @ApiProperty({ example: 'json' })
  format!: string;

  @ApiProperty({ description: 'The languages of its texts.', type: [String], example: ['de'] })
  languages!: readonly string[];
}

/** A revision of a project, and what made it. */
export class ChangeDto {
  @ApiProperty({ description: 'The revision of the project after the change.', type: 'integer', example: 2 })
  revision!: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  at!: string;

  @ApiProperty({ enum: [...CHANGE_ACTIONS], enumName: 'ChangeAction', example: 'import' })
  action!: string;

  @ApiProperty({ nullable: true, type: ChangeAuthorDto, description: 'Null: a person made it.' })
  apiKey!: ChangeAuthorDto | null;

  @ApiProperty({ nullable: true, type: ChangePersonDto, description: 'Null: an API key made it.', example: null })
  person!: ChangePersonDto | null;

  @ApiProperty({
    description:
      'How the change was sent: by the HTTP API (`api`), of which the dashboard is a client, or by a tool of `POST /mcp` (`mcp`).',
    enum: [...CHANGE_VIAS],
    enumName: 'ChangeVia',
    example: 'api',
  })
  via!: ChangeVia;

  @ApiProperty({ type: ChangeCountsDto })
  counts!: ChangeCountsDto;

  @ApiProperty({
    description: 'The languages of the texts and files that the change concerned.',
    type: [String],
    example: ['de'],
  })
  languages!: string[];

  @ApiProperty({ description: 'The file of an import.', type: ImportedFileDto, required: false })
  import?: ImportedFileRecord;

  @ApiProperty({ description: 'The revision that this change undid.', type: 'integer', required: false })
  undoes?: number;

  @ApiProperty({
    description:
      'The only key for which this change undid that revision. Absent if it undid all that the revision did.',
    format: 'uuid',
    required: false,
  })
  undoesKeyId?: string;

  @ApiProperty({
    description:
      'The revision of the last change that undid this one; in the list of the changes of a key, also of one that undid it for this key only.',
    type: 'integer',
    required: false,
  })
  undoneBy?: number;

  @ApiProperty({
    description: 'The revision that this change restored.',
    type: 'integer',
    required: false,
  })
  restores?: number;

  @ApiProperty({ description: 'With `include=summary`.', type: ChangeSummaryDto, required: false })
  summary?: ChangeSummaryDto;

  static from({ at, counts, ...rest }: Change): ChangeDto {
    const {
      revision,
      action,
      apiKey,
      person,
      via,
      languages,
      import: file,
      undoes,
      undoesKeyId,
      undoneBy,
      restores,
      summary,
    } = rest;
    return {
      revision,
      at: at.toISOString(),
      action,
      apiKey,
      person,
      via,
      counts: ChangeCountsDto.from(counts),
      languages,
      import: file,
      undoes,
      undoesKeyId,
      undoneBy,
      restores,
      summary,
    };
  }
}

/** A text as a change found or left it. */
export class TextVersionDto {
  @ApiProperty({ example: 'Willkommen' })
  text!: string;

  @ApiProperty({ enum: [...TRANSLATION_STATES], enumName: 'TranslationState', example: 'translated' })
  state!: TranslationState;
}

/** A key as a change found or left it. */
export class KeyVersionDto {
  @ApiProperty({ example: 'home.title' })
  name!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Headline of the start page' })
  description!: string | null;

  @ApiProperty({ type: [String], example: ['checkout'] })
  tags!: string[];

  @ApiProperty({ type: 'integer', nullable: true, example: 40 })
  maxLength!: number | null;
}

const VERSION = { anyOf: [{ $ref: getSchemaPath(TextVersionDto) }, { $ref: getSchemaPath(KeyVersionDto) }] };

/** The effect of a change on a text, or on a key itself. */
export class ChangeItemDto {
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
    description: 'Null: it did not exist.',
    ...VERSION,
    nullable: true,
    example: { text: 'Hallo', state: 'translated' },
  })
  before!: TextVersion | KeyVersion | null;

  @ApiProperty({
    description: 'Null: it was removed.',
    ...VERSION,
    nullable: true,
    example: { text: 'Willkommen', state: 'translated' },
  })
  after!: TextVersion | KeyVersion | null;

  @ApiProperty(CONFIRMED)
  confirmed?: boolean;

  static from({ keyId, name, language, before, after, confirmed }: ChangeItem): ChangeItemDto {
    return { keyId, name, language, before, after, confirmed };
  }
}

/** A page of changes. */
export class ChangeListDto extends PageDto {
  @ApiProperty({ type: [ChangeDto] })
  changes!: ChangeDto[];

  static from({ items, nextCursor }: Page<Change>): ChangeListDto {
    return { changes: items.map((change) => ChangeDto.from(change)), nextCursor };
  }
}

/** A change with a page of what it did. */
export class ChangeDetailsDto extends PageDto {
  @ApiProperty({ type: ChangeDto })
  change!: ChangeDto;

  @ApiProperty({ type: [ChangeItemDto] })
  items!: ChangeItemDto[];

  static from({ change, items, nextCursor }: ChangeWithItems): ChangeDetailsDto {
    return { change: ChangeDto.from(change), items: items.map((item) => ChangeItemDto.from(item)), nextCursor };
  }
}

/** A change with what it did to one key. */
export class KeyChangeDto extends ChangeDto {
  @ApiProperty({ type: [ChangeItemDto] })
  items!: ChangeItemDto[];

  static override from({ items, ...change }: KeyChange): KeyChangeDto {
    return { ...ChangeDto.from(change), items: items.map((item) => ChangeItemDto.from(item)) };
  }
}

/** A page of the changes of a key. */
export class KeyChangeListDto extends PageDto {
  @ApiProperty({ type: [KeyChangeDto] })
  changes!: KeyChangeDto[];

  static from({ items, nextCursor }: Page<KeyChange>): KeyChangeListDto {
    return { changes: items.map((change) => KeyChangeDto.from(change)), nextCursor };
  }
}
