import type { TextRule } from '../common/validation/text-rules';

/** The part of delivery addresses that is no channel: it is followed by a hash. */
export const HASH_SEGMENT = 'f';

/** Names of channels: they are a part of addresses. */
export const channelNameRules: readonly TextRule[] = [
  {
    code: 'invalid_format',
    isValid: (value) => /^[a-z0-9][a-z0-9._-]{0,63}$/.test(value),
    detail: 'must be 1 to 64 lower-case letters, digits, dots, hyphens and underscores, the first a letter or a digit',
    schema: { minLength: 1, maxLength: 64 },
  },
  { code: 'not_allowed', isValid: (value) => value !== HASH_SEGMENT, detail: 'f is the address of files by hash' },
];
