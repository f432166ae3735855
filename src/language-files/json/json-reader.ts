import { type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { FileLimitError, MalformedFileError } from '../model/format-errors';
import type { JsonHandler, JsonPosition } from './json-handler';
import { JsonScanner, MAX_JSON_DEPTH } from './json-scanner';
import { assertTokenLengths } from './json-tokens';

/**
 * Reads strict JSON (RFC 8259) with an object as its root; comments and trailing commas are errors.
 * Takes time linear in the length of the text.
 *
 * @param text the file's text without a byte order mark (see `decodeText`)
 * @throws MalformedFileError with line and column, if the text is not valid JSON or its root is not an object
 * @throws FileLimitError beyond 100 levels, 2,000,000 values, or 1,000,000 characters in one string
 */
export function visitJson(text: string, handler: JsonHandler): void {
  if (new JsonScanner(text, handler).scan()) return;
  assertTokenLengths(text);
  visit(text, new ErrorFinder(text).callbacks(), { disallowComments: true, allowTrailingComma: false });
  throw new MalformedFileError('not valid JSON', { line: 1 });
}

/** Throws the first error that jsonc-parser finds in a text that is not JSON. */
class ErrorFinder {
  private depth = 0;

  constructor(private readonly text: string) {}

  callbacks(): JSONVisitor {
    return {
      onObjectBegin: (_offset, _length, line, character) => this.enter({ line: line + 1, column: character + 1 }),
      onObjectEnd: () => this.depth--,
      onArrayBegin: (_offset, _length, line, character) => {
        const position = { line: line + 1, column: character + 1 };
        this.refuseAsRoot('an array', position);
        this.enter(position);
      },
      onArrayEnd: () => this.depth--,
      onLiteralValue: (value: unknown, _offset, _length, line, character) => {
        const kind = value === null ? 'null' : typeof value;
        this.refuseAsRoot(`a ${kind}`, { line: line + 1, column: character + 1 });
      },
      onError: (error, offset, _length, line, character) => {
        throw new MalformedFileError(this.describeError(error, offset), { line: line + 1, column: character + 1 });
      },
    };
  }

  /** jsonc-parser recurses. */
  private enter(position: JsonPosition): void {
    if (++this.depth > MAX_JSON_DEPTH) {
      throw new FileLimitError(`nested deeper than ${MAX_JSON_DEPTH} levels`, position);
    }
  }

  private refuseAsRoot(found: string, position: JsonPosition): void {
    if (this.depth === 0) throw new MalformedFileError(`the root must be an object, not ${found}`, position);
  }

  private describeError(error: ParseErrorCode, offset: number): string {
    const excerpt = this.text.slice(offset, offset + 20);
    const name = printParseErrorCode(error).replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return `not valid JSON: ${name} at ${excerpt === '' ? 'the end of the file' : JSON.stringify(excerpt)}`;
  }
}
