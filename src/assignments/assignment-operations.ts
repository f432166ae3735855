import { EXAMPLE_IDS } from '../common/example-ids';
import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';
import { AssignmentListDto, AssignmentsResponseDto } from './dto/assignment.dto';

export const assignmentOperations = {
  list: {
    id: 'listAssignments',
    answer: 'page',
    summary: 'List assignments',
    description:
      'Lists who is to translate or review what in a project, the oldest assignment first, and the number of keys that are left for each ' +
      'one. The list of keys shows them with `assignee`, `task`, and `needsWork` (to translate) or `state=translated` and `language` ' +
      '(to review). Assignments that the member could not do now are left out: of a member who cannot see the project, or write or review ' +
      'in the language any more, and of a language that the project does not have any more.',
    response: AssignmentListDto,
    errors: ['project_not_found', 'person_required', 'project_busy'],
  },
  assign: {
    id: 'assign',
    answer: 'object',
    summary: 'Assign a member',
    description:
      'Assigns a member to languages, or to keys in these languages, to translate or to review them (`task`). The member has to see the ' +
      'project, and to write texts in the languages; to review, with a role that has `translations:review`. A member can have both tasks. ' +
      'Keys are added to the keys that the member has in a language for the task; a language that is assigned as a whole stays so. A request that is ' +
      'repeated changes nothing. A project has at most 10,000 assignments, of a member to a language for a task each, with 100,000 keys together ' +
      '(400 `limit_exceeded`).',
    response: AssignmentsResponseDto,
    errors: ['project_not_found', 'key_not_found', 'unknown_language', 'limit_exceeded', 'project_busy'],
    requestExample: { memberId: EXAMPLE_IDS.member, languages: ['de'] },
  },
  remove: {
    id: 'removeAssignment',
    answer: 'object',
    summary: 'End an assignment',
    description: 'Ends an assignment, or takes keys from it. Texts stay as they are. A request body is ignored.',
    response: DeletedDto,
    errors: ['assignment_not_found', 'project_busy'],
  },
} satisfies Record<string, OperationOptions>;
