import type { Scope } from '../../common/access/scope';
import { CrossField } from '../../common/validation/constraint';
import { ExpiryField, LanguagesField, NameField, ProjectIdsField, RateLimitField, ScopesField } from './api-key-fields';

/** Changes of an API key. Absent fields stay as they are. */
@CrossField<ChangeApiKeyDto>({
  code: 'required',
  isValid: ({ name, scopes, projectIds, languages, expiresAt, rateLimit }) =>
    [name, scopes, projectIds, languages, expiresAt, rateLimit].some((value) => value !== undefined),
  detail: 'at least one field to change',
})
export class ChangeApiKeyDto {
  @NameField({ optional: true, description: 'The new name.' })
  name?: string;

  @ScopesField({ optional: true, description: 'The operations that it allows from now on.' })
  scopes?: Scope[];

  @ProjectIdsField('The only projects that it can access from now on. `null`: all projects of the organization.')
  projectIds?: string[] | null;

  @LanguagesField('The only languages in which it writes texts from now on. `null`: all languages.')
  languages?: string[] | null;

  @ExpiryField('The new time at which it expires (RFC 3339). `null`: never.')
  expiresAt?: string | null;

  @RateLimitField(
    'Requests per minute of this API key alone from now on, below the limit of its organization. `null`: only the limit of the organization.',
  )
  rateLimit?: number | null;
}
