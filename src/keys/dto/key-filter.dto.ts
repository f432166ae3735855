import { CrossField } from '../../common/validation/constraint';
import { KeyFilterFields } from './key-filter.fields';

/** The keys of a bulk change: all that match each member, as in the query of the list of keys. */
@CrossField<KeyFilterDto>({
  field: 'language',
  code: 'not_allowed',
  isValid: ({ language, state, outdated, check, openComments }) =>
    !language || (state ?? outdated ?? check ?? openComments) !== undefined,
  detail: 'needs state, outdated, check or openComments',
})
export class KeyFilterDto extends KeyFilterFields {}
