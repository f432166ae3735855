import { BooleanField } from '../../common/validation/fields';

/** The option `languageFallback` of responses that have a `language`. */
export const LanguageFallbackField = (): PropertyDecorator =>
  BooleanField({
    optional: true,
    description:
      'Whether a language that the project does not have stands for the nearest one that it has: subtags are removed from the end (RFC 4647 §3.4), so that `de-CH` finds `de`. Without it, and if there is none, the response is a 400 `unknown_language`. Default: false.',
    example: false,
  });
