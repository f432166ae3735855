import { FileLimitError, MalformedFileError, type SourcePosition } from '../model/format-errors';
import { NOT_XML } from './xml-grammar';

/** The most entities that a file declares. */
export const MAX_ENTITIES = 1_000;
/** The most characters that one reference stands for. */
export const MAX_ENTITY_LENGTH = 65_536;
/** The most entities that are nested in one. */
const MAX_ENTITY_DEPTH = 10;
/** The most characters that all references of a file stand for. */
export const MAX_ENTITY_TOTAL = 8 * 1024 * 1024;

/** The entities that every file has (XML 1.0, §4.6). */
export const PREDEFINED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

const PROLOG = /\s+|<\?[^]*?\?>|<!--[^]*?-->/y;
const ENTITY = /<!ENTITY\s+([^\s%"'<>&;]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/y;
const BETWEEN_DECLARATIONS = /\s+|<\?[^]*?\?>|<!--[^]*?-->|%[^;\s]*;/y;
const REFERENCE = /&([^&;\s]*);|&|</g;

/**
 * The internal general entities of a document type declaration (XML 1.0, §4.2.1). Only texts are resolved: an entity
 * with markup, and one whose content is in another file, cannot be used.
 */
export class XmlEntities {
  private readonly literals = new Map<string, string>();
  private readonly resolved = new Map<string, string>();
  private total = 0;

  /**
   * @param declaration what is behind `<!DOCTYPE`; what follows the declaration is not read
   * @param position the position that errors give
   * @throws FileLimitError for more than `MAX_ENTITIES`
   */
  constructor(
    declaration = '',
    private readonly position: () => SourcePosition = () => ({}),
  ) {
    const subset = findMark(declaration, 0);
    if (declaration[subset] === '[') this.readSubset(declaration, subset + 1);
    if (this.literals.size > MAX_ENTITIES) throw new FileLimitError(`more than ${MAX_ENTITIES} entities`, position());
  }

  private readSubset(declaration: string, start: number): void {
    let offset = start;
    for (;;) {
      const [whole, name, quoted, apostrophed] = matchAt(ENTITY, declaration, offset) ?? [];
      // The first declaration of a name is used (§4.2).
      if (name !== undefined && !this.literals.has(name)) this.literals.set(name, quoted ?? apostrophed ?? '');
      const [skipped] = whole === undefined ? (matchAt(BETWEEN_DECLARATIONS, declaration, offset) ?? []) : [whole];
      if (skipped !== undefined) offset += skipped.length;
      else if (!declaration.startsWith('<!', offset)) return;
      else offset = findMark(declaration, offset) + 1;
      if (offset === 0) return;
    }
  }

  /** Finds the document type declaration of a file. */
  static of(source: string): XmlEntities {
    let offset = 0;
    for (;;) {
      const [skipped] = matchAt(PROLOG, source, offset) ?? [];
      if (skipped === undefined) break;
      offset += skipped.length;
    }
    return new XmlEntities(source.startsWith('<!DOCTYPE', offset) ? source.slice(offset + '<!DOCTYPE'.length) : '');
  }

  /** Whether the declaration has an entity. */
  has(name: string): boolean {
    return this.literals.has(name);
  }

  /**
   * Returns the text that a reference stands for.
   *
   * @throws MalformedFileError for an entity that is not a text
   * @throws FileLimitError for more than `MAX_ENTITY_LENGTH`, `MAX_ENTITY_DEPTH` or `MAX_ENTITY_TOTAL`
   */
  use(name: string): string {
    const text = this.resolve(name, 1);
    this.total += text.length;
    if (this.total > MAX_ENTITY_TOTAL) {
      throw new FileLimitError(
        `references to entities of more than ${MAX_ENTITY_TOTAL} characters together`,
        this.position(),
      );
    }
    return text;
  }

  private resolve(name: string, depth: number): string {
    const known = PREDEFINED_ENTITIES.get(name) ?? this.resolved.get(name);
    if (known !== undefined) return known;
    const literal = this.literals.get(name);
    if (literal === undefined) throw new MalformedFileError(`the entity ${name} is not declared`, this.position());
    if (depth > MAX_ENTITY_DEPTH)
      throw new FileLimitError(`entities are nested deeper than ${MAX_ENTITY_DEPTH} levels`, this.position());
    let [text, start] = ['', 0];
    // Character references are resolved before other references (§4.5), so that `&#38;lt;` is a reference, too.
    const replacement = this.resolveCharacters(literal);
    for (const { 0: whole, 1: inner, index } of replacement.matchAll(REFERENCE)) {
      if (inner === undefined)
        throw new MalformedFileError(`the entity ${name} is not a text: only texts are read`, this.position());
      const part = inner.startsWith('#') ? this.resolveCharacters(whole) : this.resolve(inner, depth + 1);
      text += replacement.slice(start, index) + part;
      start = index + whole.length;
      if (text.length > MAX_ENTITY_LENGTH) break;
    }
    text += replacement.slice(start);
    if (text.length > MAX_ENTITY_LENGTH) {
      throw new FileLimitError(`the entity ${name} has more than ${MAX_ENTITY_LENGTH} characters`, this.position());
    }
    this.resolved.set(name, text);
    return text;
  }

  private resolveCharacters(text: string): string {
    return text.replace(/&(#[^&;]*);/g, (reference, name: string) => {
      const character = characterOf(name);
      if (character === undefined)
        throw new MalformedFileError(`${reference} is not a character of XML`, this.position());
      return character;
    });
  }
}

/** Returns the character of a reference such as `#233` or `#xe9` (§4.1); undefined for one that is none of XML's. */
export function characterOf(name: string): string | undefined {
  const [, hexadecimal, decimal] = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/.exec(name) ?? [];
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
  return character === undefined || NOT_XML.test(character) ? undefined : character;
}

/** Returns the offset of the next bracket or `>` outside of quotes, or -1. */
function findMark(text: string, from: number): number {
  const mark = /["'[\]>]/g;
  mark.lastIndex = from;
  for (;;) {
    const { 0: found, index } = mark.exec(text) ?? { index: -1 };
    if (found !== '"' && found !== "'") return index;
    mark.lastIndex = text.indexOf(found, index + 1) + 1;
    if (mark.lastIndex === 0) return -1;
  }
}

function matchAt(sticky: RegExp, text: string, offset: number): RegExpExecArray | null {
  sticky.lastIndex = offset;
  return sticky.exec(text);
}
