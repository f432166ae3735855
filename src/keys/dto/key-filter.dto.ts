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
export class KeyFilterDto extends KeyFilterFields {}
