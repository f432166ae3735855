import { DomainError, ValidationFailedError } from '../common/errors/domain-error';
import type { ArchiveError, FormatError } from '../language-files';

/** The format cannot hold a text or a key name of the export. `errors` has the key. */
export class UnwritableExportError extends DomainError {
  constructor({ code, message, position }: FormatError) {
    super(code, message, { errors: [{ ...position, code, detail: message }] });
  }
}

/** The files of an export cannot be those of a zip: a namespace cannot be the name of one, or there are too many. */
export class UnwritablePathError extends DomainError {
  constructor({ code: reason, message }: ArchiveError) {
    const code = reason === 'limit_exceeded' ? 'limit_exceeded' : 'unwritable_text';
    super(code, `the zip cannot be written: ${message}`, {
      errors: [{ parameter: 'namespace', code, detail: message }],
    });
  }
}

/** The format has one file for all languages, which cannot be split by namespace. */
export class NoFilePerNamespaceError extends ValidationFailedError {
  constructor(format: string) {
    const detail = `${format} has one file for all languages`;
    super([{ parameter: 'perNamespace', code: 'not_allowed', detail }]);
  }
}

/** An export cannot be rendered now. */
export class ExportsBusyError extends DomainError {
  /** @param retryAfter seconds */
  constructor(reason: string, retryAfter: number) {
    super('exports_busy', reason, { headers: { 'retry-after': String(retryAfter) } });
  }
}

/** Two keys of a project that have the same name without their namespaces. */
export interface NameCollision {
  stripped: string;
  one: string;
  other: string;
}

/** Keys would have the same name without their namespaces. */
export class DuplicateStrippedNameError extends DomainError {
  constructor(collisions: readonly NameCollision[]) {
    const [first] = collisions.map(describe);
    super('duplicate_key', `without their namespaces, ${first}; ask for one namespace, or for perNamespace`, {
      errors: collisions.map((collision) => ({
        parameter: 'stripNamespace',
        key: shorten(collision.stripped),
        code: 'duplicate_key',
        detail: describe(collision),
      })),
    });
  }
}

const describe = ({ stripped, one, other }: NameCollision): string =>
  `${quote(one)} and ${quote(other)} would both be named ${quote(stripped)}`;

const shorten = (name: string): string => (name.length > 200 ? `${name.slice(0, 200)}…` : name);

const quote = (name: string): string => JSON.stringify(shorten(name));
