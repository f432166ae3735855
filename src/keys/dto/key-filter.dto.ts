import { CrossField } from '../../common/validation/constraint';
import { KeyFilterFields } from './key-filter.fields';

/** The keys of a bulk change: all that match each member, as in the query of the list of keys. */
@CrossField<KeyFilterDto>({
  field: 'language',
  code: 'not_allowed',
  isValid: ({ language, state, outdated, check, openComments, assignee }) =>
    !language || (state ?? outdated ?? check ?? openComments ?? assignee) !== undefined,
  detail: 'needs state, outdated, check, openComments or assignee',
})
@CrossField<KeyFilterDto>({
  field: 'task',
  code: 'not_allowed',
  isValid: ({ task, assignee }) => task === undefined || assignee !== undefined,
  detail: 'needs assignee',
})
export class KeyFilterDto extends KeyFilterFields {}
