import { ApiProperty } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Allow } from 'class-validator';
import type { FieldError } from '../../common/errors/catalogue';
import { canonicalLanguage } from '../../common/language-tag';
import { text } from '../../common/validation/text-rules';
import { pointerTo } from '../../common/validation/validation.pipe';

/** Texts by language tag as they were sent; a map, because callers choose its names. */
export type TextsByLanguage = Map<string, string | null>;

/** `{"de": "Hallo"}`; kept as a `Map` under tags in canonical form. What is wrong in it is told by `flawsOfTexts`. */
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
    // From the object as it was sent: class-transformer would leave out members named like methods.
    Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => mapOf(obj[key])),
    Allow(),
  );

const mapOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : value;

/** What is wrong with a `translations` member, each with its pointer. */
export function flawsOfTexts(texts: unknown, nullable: boolean): FieldError[] {
  if (texts === undefined) return [];
  if (!(texts instanceof Map))
    return [{ pointer: '/translations', code: 'wrong_type', detail: 'must be an object of texts by language' }];
  const seen = new Set<string>();
  return [...(texts as Map<string, unknown>)].flatMap(([tag, value]) => {
    const flaw = flawOfText(tag, value, nullable, seen);
    return flaw ? [{ pointer: pointerTo('translations', tag), ...flaw }] : [];
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
export const canonicalTexts = (texts: TextsByLanguage | undefined): TextsByLanguage =>
  new Map([...(texts ?? [])].map(([tag, value]) => [canonicalLanguage(tag) ?? tag, value]));
