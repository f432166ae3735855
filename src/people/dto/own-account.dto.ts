import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { Allow } from 'class-validator';
import {
  CROSS_FIELD,
  Constrained,
  ConstrainedEntries,
  CrossField,
  type EntryIssue,
} from '../../common/validation/constraint';
import { LanguageField } from '../../common/validation/domain-fields';
import { BooleanField, StringField, validateIfPresent } from '../../common/validation/fields';
import { displayNameRules, findIssue } from '../../common/validation/text-rules';
import type { OwnSession } from '../own-account.service';
import { newPasswordRules, PASSWORD_EXAMPLE, sentPasswordRules, TokenField } from './person-fields';

const RULES = { current: sentPasswordRules, new: newPasswordRules };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the issues with the members of the change of a password. */
function issuesOf(value: unknown): EntryIssue[] {
  if (!isObject(value)) return [];
  const unknown = Object.keys(value).filter((name) => !(name in RULES));
  return [
    ...unknown.slice(0, 10).map((entry) => ({ entry, code: 'unknown_field' as const, detail: 'is not known' })),
    ...Object.entries(RULES).flatMap(([entry, rules]): EntryIssue[] => {
      const sent = value[entry];
      if (sent === undefined) return [{ entry, code: 'required', detail: 'is required' }];
      if (typeof sent !== 'string') return [{ entry, code: 'wrong_type', detail: 'must be a string' }];
      const issue = findIssue(rules, sent);
      return issue ? [{ entry, ...issue }] : [];
    }),
  ];
}

const OPTIONAL = { ...validateIfPresent(true, false), groups: [CROSS_FIELD] };

const NewPasswordField = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      selfRequired: false,
      description: 'The password that the person has, and the new one: 12 to 128 characters, no common one.',
      type: 'object',
      properties: { current: { type: 'string' }, new: { type: 'string', minLength: 12, maxLength: 128 } },
      required: ['current', 'new'],
      example: { current: PASSWORD_EXAMPLE, new: 'seven amber owls by the sea' },
    }),
    Allow(),
    Constrained({ code: 'wrong_type', isValid: isObject, detail: 'must be an object' }, OPTIONAL),
    ConstrainedEntries(issuesOf, OPTIONAL),
  );

/** Changes of the own account. Absent fields stay as they are. */
@CrossField<ChangeMeDto>({
  code: 'required',
  isValid: ({ name, locale, inboxMail, password }) =>
    [name, locale, inboxMail, password].some((value) => value !== undefined),
  detail: 'at least one of name, locale, inboxMail, password',
})
export class ChangeMeDto {
  @StringField(displayNameRules, { optional: true, description: 'The new name.', example: 'Jo Meyer' })
  name?: string;

  @LanguageField({
    optional: true,
    nullable: true,
    description: 'The language of the dashboard; `null`: the language of the browser.',
    example: 'de',
  })
  locale?: string | null;

  @BooleanField({ optional: true, description: 'Whether unread items of the inbox are mailed.', example: true })
  inboxMail?: boolean;

  @NewPasswordField()
  password?: { current: string; new: string };
}

/** A new password, with the token of a link. */
export class ResetPasswordDto {
  @TokenField()
  token!: string;

  @StringField(newPasswordRules, {
    description: 'The new password: 12 to 128 characters, not the e-mail address and no common one.',
    example: PASSWORD_EXAMPLE,
  })
  password!: string;
}

/** A session of the person. */
export class OwnSessionDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.session })
  id!: string;

  @ApiProperty({ description: 'Whether it is the session of the request.', example: true })
  current!: boolean;

  @ApiProperty({
    description: 'The `User-Agent` of the browser at the sign-in.',
    type: String,
    nullable: true,
    example: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  userAgent!: string | null;

  @ApiProperty({
    description: 'The client address at the sign-in.',
    type: String,
    nullable: true,
    example: '192.0.2.1',
  })
  address!: string | null;

  @ApiProperty({ description: 'The name of the organization in which it is.', example: 'Acme' })
  organization!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  createdAt!: string;

  @ApiProperty({
    description: 'The time of its last use, accurate to about a minute.',
    format: 'date-time',
    example: '2026-11-20T12:34:56.789Z',
  })
  lastUsedAt!: string;

  static from(session: OwnSession, currentId: string | null): OwnSessionDto {
    const { id, userAgent, address, organizationName: organization, createdAt, lastUsedAt } = session;
    const times = { createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt.toISOString() };
    return { id, current: id === currentId, userAgent, address, organization, ...times };
  }
}

export class OwnSessionListDto {
  @ApiProperty({ type: [OwnSessionDto] })
  sessions!: OwnSessionDto[];
}
