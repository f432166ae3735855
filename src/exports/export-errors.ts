import { shorten } from '../common/shorten';
import { DomainError, ValidationFailedError } from '../common/errors/domain-error';
import { ArchiveError, FormatError, type Warning } from '../language-files';

/** The format cannot hold texts or names of the export. `errors` has the keys. */
export class UnwritableKeysError extends DomainError {
  /** @param keys the first ones, at least one. @param count of all */
  constructor(keys: readonly Warning[], count: number) {
    const [first] = keys;
    const more = count > 1 ? ` (and ${count - 1} more)` : '';
    const code = first?.code === 'plural_conflict' ? 'plural_conflict' : 'unwritable_text';
    super(code, `${first?.detail ?? ''}${more}; unwritable=skip leaves such keys out`, {
      errors: keys.map(({ key, language, detail }) => ({ key, language, code, detail })),
    });
  }
}

/** The export exceeds a limit of the format. `errors` has the key. */
class UnwritableExportError extends DomainError {
  constructor({ code, message, position }: FormatError) {
    super(code, message, { errors: [{ ...position, code, detail: message }] });
  }
}

/** The files of an export cannot be in a zip: a namespace cannot be the name of a file, or there are too many files. */
class UnwritablePathError extends DomainError {
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

/** The format has no names that `arbNames` could convert. */
export class ArbNamesNotAllowedError extends ValidationFailedError {
  constructor(format: string) {
    const detail = `only the format arb has names in camel case, not ${format}`;
    super([{ parameter: 'arbNames', code: 'not_allowed', detail }]);
  }
}

/** Spreadsheets run no cell of the format as a formula, so that `escapeFormulas` would only change texts. */
export class FormulasNotAllowedError extends ValidationFailedError {
  constructor(format: string) {
    const detail = `spreadsheets run no texts of ${format} as formulas, only texts of csv and tsv`;
    super([{ parameter: 'escapeFormulas', code: 'not_allowed', detail }]);
  }
}

/** The format has no nested objects, whose names `keySeparator` could split. */
export class SeparatorNotAllowedError extends ValidationFailedError {
  constructor(format: string) {
    const detail = `${format} has no nested objects`;
    super([{ parameter: 'keySeparator', code: 'not_allowed', detail }]);
  }
}

/** The most collisions of names that an error lists. */
export const MAX_COLLISIONS = 100;

/** Two keys of a project that would have the same name in a file. */
export interface NameCollision {
  written: string;
  one: string;
  other: string;
}

/** The options that change names, with what they do and the ways to avoid collisions. */
const RENAMING_OPTIONS = {
  stripNamespace: { names: 'without their namespaces', remedy: 'ask for one namespace, or for perNamespace' },
  arbNames: { names: 'in camel case', remedy: 'rename a key, or ask for arbNames=keep' },
};

/** Keys would have the same name in a file, because an option changes their names. */
export class DuplicateNameError extends DomainError {
  constructor(option: keyof typeof RENAMING_OPTIONS, collisions: readonly NameCollision[]) {
    const { names, remedy } = RENAMING_OPTIONS[option];
    const [first] = collisions.map(describe);
    super('duplicate_key', `${names}, ${first}; ${remedy}`, {
      errors: collisions.map((collision) => ({
        parameter: option,
        key: shorten(collision.written),
        code: 'duplicate_key',
        detail: describe(collision),
      })),
    });
  }
}

const describe = ({ written, one, other }: NameCollision): string =>
  `${quote(one)} and ${quote(other)} would both be named ${quote(written)}`;

const quote = (name: string): string => JSON.stringify(shorten(name));

/** Returns the refusal for an error of a format or an archive; other errors stay. */
export function toRefusal(error: unknown): unknown {
  if (error instanceof ArchiveError) return new UnwritablePathError(error);
  return error instanceof FormatError ? new UnwritableExportError(error) : error;
}
