import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { ListField, StringField } from '../../common/validation/fields';
import { displayNameRules, type TextRule } from '../../common/validation/text-rules';
import type { OwnPasskey } from '../passkeys/passkey.entity';

/** Bytes in base64url, as browsers write them in JSON (W3C Web Authentication Level 3 §5.1.8). */
const bytesRules = (max: number): readonly TextRule[] => [
  {
    code: 'too_long',
    isValid: (value) => value.length <= max,
    detail: `at most ${max} characters`,
    schema: { maxLength: max },
  },
  { code: 'invalid_format', isValid: (value) => /^[\w-]+$/.test(value), detail: 'must be base64url without padding' },
];

const IdField = (): PropertyDecorator =>
  StringField(bytesRules(1_364), {
    description: 'The `id` of the credential.',
    example: 'q6urq6urq6urq6urq6urqw',
  });

const ClientDataField = (): PropertyDecorator =>
  StringField(bytesRules(16_384), {
    description: '`response.clientDataJSON` of the credential, with the challenge that was signed.',
    example:
      'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiQUFBQSIsIm9yaWdpbiI6Imh0dHBzOi8vZ2xvc3NhLmV4YW1wbGUuY29tIn0',
  });

const NameField = (): PropertyDecorator =>
  StringField(displayNameRules, { description: 'The name by which the person knows it.', example: 'Laptop' });

/** The options with which a browser asks an authenticator. */
export class PasskeyOptionsDto {
  @ApiProperty({
    description:
      'For `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()`. Its `challenge` can be signed once, for ' +
      'five minutes.',
    type: 'object',
    additionalProperties: true,
    example: {
      challenge: 'FHZ0ZcDpqd0ivQqCkEvKTBgAJJ6GUzJJ0dWMo0kT3eY',
      rpId: 'glossa.example.com',
      timeout: 300_000,
      userVerification: 'required',
    },
  })
  publicKey!: Record<string, unknown>;
}

/** The answer of an authenticator that has made a passkey. */
export class PasskeyAnswerDto {
  @IdField()
  id!: string;

  @ClientDataField()
  clientDataJSON!: string;

  @StringField(bytesRules(65_536), {
    description: '`response.attestationObject` of the credential, with the public key.',
    example: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
  })
  attestationObject!: string;
}

/** A passkey that a browser has made, with its name. */
export class NewPasskeyDto extends PasskeyAnswerDto {
  @NameField()
  name!: string;

  @ListField(
    [
      {
        code: 'invalid_format',
        isValid: (value) => /^[a-z-]{1,32}$/.test(value),
        detail: 'must be 1 to 32 small letters and hyphens',
      },
    ],
    {
      optional: true,
      max: 10,
      description: '`response.transports` of the credential: how browsers reach the authenticator.',
      example: ['internal'],
    },
  )
  transports?: string[];
}

export class RenamePasskeyDto {
  @NameField()
  name!: string;
}

/** The answer of an authenticator that has signed a challenge with a passkey. */
export class PasskeySignInDto {
  @IdField()
  id!: string;

  @ClientDataField()
  clientDataJSON!: string;

  @StringField(bytesRules(16_384), {
    description: '`response.authenticatorData` of the credential.',
    example: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
  })
  authenticatorData!: string;

  @StringField(bytesRules(4_096), {
    description: '`response.signature` of the credential.',
    example: 'MEUCIQDJ0dWMo0kT3eYFHZ0ZcDpqd0ivQqCkEvKTBgAJJ6GUzAIgSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2M',
  })
  signature!: string;

  @StringField(bytesRules(86), {
    description: '`response.userHandle` of the credential, which names the person.',
    example: 'AZqfPlscfkWNLj9KW2x9jg',
  })
  userHandle!: string;
}

/** A passkey of the person. */
export class PasskeyDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.passkey })
  id!: string;

  @ApiProperty({ example: 'Laptop' })
  name!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  createdAt!: string;

  @ApiProperty({
    description: 'The time of the last sign-in with it; null: none yet.',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-20T12:34:56.789Z',
  })
  lastUsedAt!: string | null;

  static from({ id, name, createdAt, lastUsedAt }: OwnPasskey): PasskeyDto {
    return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
  }
}

export class PasskeyListDto {
  @ApiProperty({ type: [PasskeyDto] })
  passkeys!: PasskeyDto[];
}

export class PasskeyResponseDto {
  @ApiProperty({ type: PasskeyDto })
  passkey!: PasskeyDto;
}
