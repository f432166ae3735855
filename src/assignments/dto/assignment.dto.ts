import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { ChangeAuthorDto, ChangePersonDto } from '../../history/dto/change.dto';
import type { Page } from '../../http/queries/page';
import { PageDto } from '../../http/queries/page.dto';
import { ASSIGNMENT_TASKS, type AssignmentTask } from '../../keys/assignment-task';
import type { Assignment, ListedAssignment } from '../assignment';

/** The member of an assignment. */
class AssignedMemberDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.member })
  id!: string;

  @ApiProperty({ type: ChangePersonDto })
  person!: ChangePersonDto;
}

/** A member who is to translate or review a language of a project, or some of its keys in the language. */
export class AssignmentDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.assignment })
  id!: string;

  @ApiProperty({ type: AssignedMemberDto })
  member!: AssignedMemberDto;

  @ApiProperty({ example: 'de' })
  language!: string;

  @ApiProperty({
    description: 'What the member is to do.',
    enum: [...ASSIGNMENT_TASKS],
    enumName: 'AssignmentTask',
    example: 'translate',
  })
  task!: AssignmentTask;

  @ApiProperty({
    description: 'The number of keys that are assigned; null: all keys.',
    type: 'integer',
    nullable: true,
    example: null,
  })
  keys!: number | null;

  @ApiProperty({ description: 'The person who assigned first.', nullable: true, type: ChangePersonDto })
  assignedBy!: ChangePersonDto | null;

  @ApiProperty({
    description: 'The API key that assigned first.',
    nullable: true,
    type: ChangeAuthorDto,
    example: null,
  })
  apiKey!: ChangeAuthorDto | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  createdAt!: string;

  static from({ id, member, language, task, keys, assignedBy, apiKey, createdAt }: Assignment): AssignmentDto {
    return { id, member, language, task, keys, assignedBy, apiKey, createdAt: createdAt.toISOString() };
  }
}

/** An assignment with what is left of it. */
export class ListedAssignmentDto extends AssignmentDto {
  @ApiProperty({
    description:
      'The number of its keys that need work, or of a review, whose text is translated and not reviewed: the total of the list of keys with ' +
      '`assignee`, `task`, and `needsWork` or `state=translated` and `language`.',
    type: 'integer',
    example: 12,
  })
  left!: number;
}

export class AssignmentsResponseDto {
  @ApiProperty({ type: [AssignmentDto] })
  assignments!: AssignmentDto[];
}

export class AssignmentListDto extends PageDto {
  @ApiProperty({ type: [ListedAssignmentDto] })
  assignments!: ListedAssignmentDto[];

  static from({ items, nextCursor }: Page<ListedAssignment>): AssignmentListDto {
    return { assignments: items.map((item) => ({ ...AssignmentDto.from(item), left: item.left })), nextCursor };
  }
}
