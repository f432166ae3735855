import type { Scope } from '../../common/access/scope';
import { StringField } from '../../common/validation/fields';
import { displayNameRules } from '../../common/validation/text-rules';
import { ExpiryField, LanguagesField, NameField, ProjectIdsField, RateLimitField, ScopesField } from './api-key-fields';

/** An API key to create. */
export class CreateApiKeyDto {
  @NameField({ description: 'The name: 1 to 200 characters, no control characters.' })
  name!: string;

  @ScopesField({
    description: 'The operations that it allows. Only scopes that the caller has can be granted.',
  })
  scopes!: Scope[];

  @ProjectIdsField('The only projects that it can access. Default, and `null`: all projects of the organization.')
  projectIds?: string[] | null;

  @LanguagesField(
    'The only languages in which it writes texts and their states; it reads all of them. Default, and `null`: all languages.',
  )
  languages?: string[] | null;

  @ExpiryField(
    'The time at which it expires (RFC 3339): if the caller is an API key that expires, not later. Default, and `null`: never.',
  )
  expiresAt?: string | null;

  @RateLimitField(
    'Requests per minute of this API key alone, below the limit of its organization, to which they count too. Default, and `null`: only the limit of the organization.',
  )
  rateLimit?: number | null;

  @StringField(displayNameRules, {
    optional: true,
    nullable: true,
    description:
      'The person or system that requests it. The text is stored as it is, and has no other effect. In the session of a person, it is the name of the person, whatever the request has.',
    example: 'jo@example.com',
  })
  createdBy?: string | null;
}
