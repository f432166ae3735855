import { shorten } from '../common/shorten';
import type { FieldError } from '../common/errors/catalogue';
import { DomainError } from '../common/errors/domain-error';
import { MAX_TAGS } from '../common/validation/text-rules';
import { type JsonPointer, jsonPointer } from '../common/validation/json-pointer';

/** The key does not exist, or the caller cannot see its project. */
export class KeyNotFoundError extends DomainError {
  constructor(pointer: JsonPointer = '') {
    const errors: FieldError[] =
      pointer === '' ? [] : [{ pointer, code: 'key_not_found', detail: 'there is no such key' }];
    super('key_not_found', 'there is no such key within reach', errors.length > 0 ? { errors } : {});
  }
}

export class KeyExistsError extends DomainError {
  constructor(name: string, keyId: string, pointer: JsonPointer = '') {
    super('key_exists', `the project has a key named ${JSON.stringify(shorten(name))}`, {
      extensions: { keyId },
      errors: [{ pointer: `${pointer}/name`, code: 'key_exists', detail: 'another key has this name' }],
    });
  }
}

export class NamespaceMismatchError extends DomainError {
  constructor(name: string, namespace: string, pointer: JsonPointer = '') {
    super(
      'namespace_mismatch',
      `${JSON.stringify(shorten(name))} is not in the namespace ${JSON.stringify(shorten(namespace))}`,
      {
        errors: [
          { pointer: `${pointer}/namespace`, code: 'namespace_mismatch', detail: 'the name is in another namespace' },
        ],
      },
    );
  }
}

/** An import would give a key more than 50 tags. */
export class TooManyTagsError extends DomainError {
  constructor(name: string) {
    const detail = `the key ${JSON.stringify(shorten(name))} would have more than ${MAX_TAGS} tags`;
    super('validation_failed', detail, { errors: [{ parameter: 'tags', code: 'too_many', detail }] });
  }
}

/** A text is another one than the client has seen. */
export class TextChangedError extends DomainError {
  /** @param texts that changed; a text that is too large to be named has no member `text` */
  constructor(texts: readonly { language: string; text?: string | null }[], pointer: JsonPointer = '') {
    const languages = texts.map(({ language }) => language).join(', ');
    super('text_changed', `the text in ${languages} changed since the client read it`, {
      extensions: { texts },
      errors: texts.map(({ language }) => ({
        pointer: `${pointer}${jsonPointer('expected', language)}`,
        code: 'text_changed',
        detail: 'is not the text now',
      })),
    });
  }
}

/** Texts that a request sets are others than at the revision at which the client has read them. */
export class TextsChangedSinceError extends DomainError {
  /**
   * @param count of all of them
   * @param texts some of them as they are now, null for none; a text that is too large to be named has no member `text`. The pointers
   *   are to the new texts in the request
   */
  constructor(
    revision: number,
    count: number,
    texts: readonly { pointer: JsonPointer; key: string; language: string; text?: string | null }[],
  ) {
    const changed = count === 1 ? '1 text' : `${count} texts`;
    super('text_changed', `${changed} changed since revision ${revision}`, {
      extensions: { texts: texts.map(({ pointer: _, ...text }) => text) },
      errors: texts.map(({ pointer, key, language }) => ({
        ...{ pointer, key: shorten(key), language },
        code: 'text_changed',
        detail: `changed since revision ${revision}`,
      })),
    });
  }
}

/** A request would leave a key without a source text. */
export class SourceTextRequiredError extends DomainError {
  constructor(pointer: string) {
    super('source_text_required', 'the source text is required', {
      errors: [{ pointer, code: 'source_text_required', detail: 'the source text is required' }],
    });
  }
}
