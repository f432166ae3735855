import { ApiProperty } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { Allow } from 'class-validator';
import type { FieldError } from '../../common/errors/catalogue';
import { canonicalLanguage } from '../../common/language-tag';
import { text } from '../../common/validation/text-rules';
import { MAX_LANGUAGES } from '../../projects/project-errors';
import { jsonPointer } from '../../common/validation/json-pointer';

/** Texts by canonical language tag; a map, because callers choose its names. */
export type TextsByLanguage = Map<string, string | null>;

/** `{"de": "Hallo"}`, as it was sent. */
export type SentTexts = Readonly<Record<string, string | null>>;

/** A `SentTexts`. What is wrong in it is told by `flawsOfTexts`. */
export const TextsField = ({ nullable }: { nullable: boolean }): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      required: false,
      type: Object,
      additionalProperties: { type: nullable ? ['string', 'null'] : 'string' },
      description: nullable
        ? 'Texts by language tag; `null` removes a text (not the source text).'
        : 'Texts by language tag, of languages that the project has.',
      example: { de: 'Willkommen' },
    }),
    Allow(),
  );

/** What is wrong with a `translations` member, each with its pointer. */
export function flawsOfTexts(texts: unknown, nullable: boolean): FieldError[] {
  if (texts === undefined) return [];
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts))
    return [{ pointer: '/translations', code: 'wrong_type', detail: 'must be an object of texts by language' }];
  if (Object.keys(texts).length > MAX_LANGUAGES)
    return [{ pointer: '/translations', code: 'too_many', detail: `at most ${MAX_LANGUAGES} languages` }];
  const seen = new Set<string>();
  return Object.entries(texts).flatMap(([tag, value]: [string, unknown]) => {
    const flaw = flawOfText(tag, value, nullable, seen);
    return flaw ? [{ pointer: jsonPointer('translations', tag), ...flaw }] : [];
  });
}

function flawOfText(
  tag: string,
  value: unknown,
  nullable: boolean,
  seen: Set<string>,
): Pick<FieldError, 'code' | 'detail'> | undefined {
  const language = canonicalLanguage(tag);
  if (!language) return { code: 'invalid_format', detail: 'is not a language tag (BCP 47)' };
  if (seen.has(language)) return { code: 'duplicate', detail: `${language} stands there twice` };
  seen.add(language);
  if (nullable && value === null) return undefined;
  return typeof value === 'string' ? text(value) : { code: 'wrong_type', detail: 'must be a string' };
}

/** The same under canonical tags; only for texts without a flaw. */
export const canonicalTexts = (texts: SentTexts = {}): TextsByLanguage =>
  new Map(Object.entries(texts).map(([tag, value]) => [canonicalLanguage(tag) ?? tag, value]));
