import { ApiProperty } from '@nestjs/swagger';
import { StringField } from '../../common/validation/fields';
import { storableRules, type TextRule } from '../../common/validation/text-rules';
import { TokenField } from './person-fields';

const MAX_PATH_LENGTH = 2_000;
/** An origin that no page has, to resolve a path against. */
const NOWHERE = 'https://path.invalid';

/** Whether an address leads to this host, whatever the host is: browsers read `//host` and `/\host` as other hosts. */
function isOwnPath(value: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(value) && URL.canParse(value, NOWHERE) && isNowhere(new URL(value, NOWHERE));
}

const isNowhere = ({ origin, pathname }: URL): boolean => origin === NOWHERE && !pathname.startsWith('//');

const pathRules: readonly TextRule[] = [
  ...storableRules,
  {
    code: 'too_long',
    isValid: (value) => value.length <= MAX_PATH_LENGTH,
    detail: `at most ${MAX_PATH_LENGTH} characters`,
    schema: { maxLength: MAX_PATH_LENGTH },
  },
  { code: 'invalid_format', isValid: isOwnPath, detail: 'must be the path of a page of this host, like /projects' },
];

/** A sign-in with single sign-on. */
export class BeginOidcDto {
  @StringField(pathRules, {
    optional: true,
    description: 'The path of the page to show afterwards, percent-encoded, with its query. Default: `/`.',
    example: '/projects',
  })
  returnTo?: string;

  @TokenField({ optional: true })
  token?: string;
}

/** Where the sign-in goes on. */
export class OidcBegunDto {
  @ApiProperty({
    description: 'The address of the page of the issuer that the browser opens.',
    format: 'uri',
    example: 'https://login.example.com/authorize?client_id=glossa&response_type=code&scope=openid+email+profile',
  })
  location!: string;
}
