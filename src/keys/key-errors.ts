import type { FieldError } from '../common/errors/catalogue';
import { DomainError } from '../common/errors/domain-error';
import type { JsonPointer } from '../common/validation/json-pointer';

export class KeyNotFoundError extends DomainError {
  constructor(at: JsonPointer = '') {
    const errors: FieldError[] =
      at === '' ? [] : [{ pointer: at, code: 'key_not_found', detail: 'there is no such key' }];
    super('key_not_found', 'there is no such key for this API key', errors.length > 0 ? { errors } : {});
  }
}

export class KeyExistsError extends DomainError {
  constructor(name: string, keyId: string, at: JsonPointer = '') {
    super('key_exists', `the project has a key named ${JSON.stringify(shortened(name))}`, {
      extensions: { keyId },
      errors: [{ pointer: `${at}/name`, code: 'key_exists', detail: 'another key has this name' }],
    });
  }
}

export class NamespaceMismatchError extends DomainError {
  constructor(name: string, namespace: string, at: JsonPointer = '') {
    super(
      'namespace_mismatch',
      `${JSON.stringify(shortened(name))} does not lie in the namespace ${JSON.stringify(shortened(namespace))}`,
      {
        errors: [
          { pointer: `${at}/namespace`, code: 'namespace_mismatch', detail: 'the name lies in another namespace' },
        ],
      },
    );
  }
}

export class SourceTextRequiredError extends DomainError {
  constructor(pointer: string) {
    super('source_text_required', 'the source text cannot be missing', {
      errors: [{ pointer, code: 'source_text_required', detail: 'the source text cannot be missing' }],
    });
  }
}

const shortened = (name: string): string => (name.length > 100 ? `${name.slice(0, 100)}…` : name);
