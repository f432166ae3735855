import { Flag, readFlags } from './character-flags';
import { type Ending, readEnding } from './ending';
import { TAG_MARK, TOKEN_MARK } from './marks';
import { readNumbers } from './numbers';
import { type FoundPlaceholder, isFluentChoice, scanPlaceholders } from './placeholders';
import { readTags, TAG, type TagCounts } from './tags';
import { leadingSpace, trailingSpace } from './white-space';

const URL = /\b[a-z][a-z0-9+.-]{1,10}:\/\/[!#-;=?-Z\\^-~]+/gi;
/** Browsers read references to characters by number without `;` as well. */
export const REFERENCE = /&(?:#\d{1,7};?|#[xX][\da-fA-F]{1,6};?|[A-Za-z]\w{1,30};)/g;
/** Escapes of programming languages that stayed in the text: `\n`, `\u00e9`, `\033`. */
export const ESCAPE = /\\(?:u[\da-fA-F]{4}|u\{[\da-fA-F]{1,6}\}|x[\da-fA-F]{2}|[0-7]{3}|[a-zA-Z\\])/g;

/** A start tag is a part of a text, as is `<file>`; what ends with an end tag ends before it. */
const replaceTag = (tag: string, slash: string): string =>
  slash !== '' || tag.endsWith('/>') || /^<br>/i.test(tag) ? TAG_MARK : TOKEN_MARK;

/** Words that are joined by `-`, `_`, `:` or `.`, as names of settings are. */
const IDENTIFIER = /^[a-z]{2,40}(?:[-_:.][a-z0-9]{1,40}){1,10}$/;

/** A text without choices, and what the checks compare of it. Everything is computed when it is first asked for. */
export class TextFacts {
  readonly flags: number;
  private scanned: { found: FoundPlaceholder[]; rest: string } | undefined;
  private foundUrls: string[] | undefined;
  private visiblePlain: string | undefined;
  private foundNumbers: ReadonlyMap<string, string> | undefined;
  private foundTags: ReadonlyMap<string, Readonly<TagCounts>> | undefined;
  private foundEnding: Ending | undefined;
  private identifier: boolean | undefined;
  private spaceBefore: string | undefined;
  private spaceBehind: string | undefined;

  /** @param isIcuForm the text is a form of an ICU message, whose arguments are marked */
  constructor(
    readonly text: string,
    private readonly isIcuForm = false,
  ) {
    this.flags = readFlags(text);
  }

  has(flag: number): boolean {
    return (this.flags & flag) !== 0;
  }

  /** The text is a choice of Fluent, of which only the variables are known. */
  get isOpaque(): boolean {
    return this.has(Flag.brace) && isFluentChoice(this.text);
  }

  /**
   * The text is a name for something that each language has of its own: `translator-credits`, `calendar:week_start:0`.
   */
  get isIdentifier(): boolean {
    return (this.identifier ??= IDENTIFIER.test(this.text));
  }

  get placeholders(): readonly FoundPlaceholder[] {
    return this.scan().found;
  }

  get urls(): readonly string[] {
    return (this.foundUrls ??= this.text.includes('://') ? (this.text.match(URL) ?? []) : []);
  }

  /** The text as it is read: `TOKEN_MARK` for placeholders, URLs and escapes, `TAG_MARK` for tags and references. */
  get plain(): string {
    return (this.visiblePlain ??= this.computePlain());
  }

  /** The numbers by their digits in ASCII, with the way they are written. */
  get numbers(): ReadonlyMap<string, string> {
    return (this.foundNumbers ??= readNumbers(this.plain));
  }

  get tags(): ReadonlyMap<string, Readonly<TagCounts>> {
    return (this.foundTags ??= readTags(this.text));
  }

  get ending(): Ending {
    return (this.foundEnding ??= readEnding(this.plain));
  }

  get leadingSpace(): string {
    return (this.spaceBefore ??= leadingSpace(this.text));
  }

  get trailingSpace(): string {
    return (this.spaceBehind ??= trailingSpace(this.text));
  }

  private computePlain(): string {
    let { rest } = this.scan();
    if (rest.includes('://')) rest = rest.replace(URL, TOKEN_MARK);
    if (this.has(Flag.angle)) rest = rest.replace(TAG, replaceTag);
    if (this.has(Flag.ampersand)) rest = rest.replace(REFERENCE, TAG_MARK);
    if (this.has(Flag.backslash)) rest = rest.replace(ESCAPE, TOKEN_MARK);
    return rest;
  }

  private scan(): { found: FoundPlaceholder[]; rest: string } {
    return (this.scanned ??= scanPlaceholders(this.text, this.flags, TOKEN_MARK, this.isIcuForm));
  }
}
