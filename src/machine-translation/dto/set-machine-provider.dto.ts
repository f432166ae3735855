import { ChoiceField, IntegerField, StringField } from '../../common/validation/fields';
import { displayNameRules, type TextRule } from '../../common/validation/text-rules';
import { urlRules } from '../../common/validation/url-rules';
import {
  isProviderKey,
  MACHINE_PROVIDERS,
  MAX_CHARACTERS_PER_MONTH,
  type MachineProviderName,
  PROVIDER_KEY,
} from '../../config/machine-provider';

const addressRules: readonly TextRule[] = [
  ...urlRules,
  { code: 'not_allowed', isValid: (value) => new URL(value).search === '', detail: 'must not contain a query' },
];

/** The value is never repeated: it is secret. */
const keyRules: readonly TextRule[] = [{ code: 'invalid_format', isValid: isProviderKey, detail: PROVIDER_KEY }];

/** The provider of an organization. */
export class SetMachineProviderDto {
  @ChoiceField(MACHINE_PROVIDERS, {
    enumName: 'MachineProvider',
    description: '`openai` is any server with the chat completions of OpenAI.',
    example: 'openai',
  })
  provider!: MachineProviderName;

  @StringField(addressRules, {
    optional: true,
    nullable: true,
    description:
      'The address of a server of your own, of a regional one, or of one that is compatible: `https`, without user, query and fragment. ' +
      'Its host must have public addresses only, unless the operator has allowed others for webhooks. Null: the address of the ' +
      'provider. `libretranslate` needs it.',
    example: 'https://llm.example.com/v1',
  })
  url?: string | null;

  @StringField(keyRules, {
    optional: true,
    nullable: true,
    description:
      'The API key at the provider, which no answer contains. Absent: the API key that was set before stays if `provider` and `url` are ' +
      'the same. Null: none, which `libretranslate` and servers of `openai` at an address of their own can do without.',
    example: 'key-of-the-provider',
  })
  apiKey?: string | null;

  @StringField(displayNameRules, {
    optional: true,
    nullable: true,
    description: 'The model: needed by `openai`, and not allowed for the others.',
    example: 'gemma3:12b',
  })
  model?: string | null;

  @IntegerField(1, MAX_CHARACTERS_PER_MONTH, {
    optional: true,
    nullable: true,
    description:
      'The most characters that the organization sends to it in a calendar month (UTC). Null: no limit, the default.',
    example: 500_000,
  })
  charactersPerMonth?: number | null;
}
