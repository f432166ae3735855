import type { Span } from '../template/file-template';
import { extractedLines } from './po-comments';
import { isFormatFlag } from './po-format-flags';
import type { ParsedMessage, PoMessage, PreviousMessage } from './po-message';
import { printForms, printPrevious } from './po-message-printer';
import type { PoNotes } from './po-notes';
import type { PoStyle } from './po-style';

/** The changes of a message. Its parts whose members are undefined stay as they are. */
export interface PoMessageChange {
  /** Another context and msgid. The message has a context, or none, as before. */
  ids?: Pick<PoMessage, 'msgctxt' | 'msgid'>;
  /** Is set only for a message that had none. */
  msgidPlural?: string;
  /** The translations that change, by their index. */
  msgstr?: ReadonlyMap<number, string>;
  /** There are no other translations. */
  replacesForms?: boolean;
  fuzzy?: boolean;
  /** The flags of formats are removed; `fuzzy` stays. */
  removesFormats?: boolean;
  previous?: PreviousMessage;
  notes?: PoNotes;
  /** The lines with references, and the lines with flags, without their line ends. */
  reference?: readonly string[];
  flag?: readonly string[];
  /** The translator's comments are removed. */
  removesComments?: boolean;
}

interface Edit extends Span {
  text: string;
}

/** The kinds of the lines before the fields, in the order in which gettext writes them. */
const KINDS = ['comment', 'extracted', 'reference', 'flag', 'previous'] as const;
type Kind = (typeof KINDS)[number];

const KIND_BY_MARK: ReadonlyMap<string, Kind> = new Map([
  ['.', 'extracted'],
  [':', 'reference'],
  [',', 'flag'],
  ['!', 'flag'],
  ['=', 'flag'],
  ['|', 'previous'],
]);

/** Returns the kind of a line before the fields of a message. */
export const kindOf = (source: string, { start }: Span): Kind =>
  KIND_BY_MARK.get(source.charAt(start + 1)) ?? 'comment';

/** A context or a msgid with its strings. */
const ID = /(msgctxt|msgid)(?<=(?:^|["\r\n])\s*\1)\s*"(?:[^"\\\r\n]|\\.)*"(?:\s*"(?:[^"\\\r\n]|\\.)*")*/g;

/** Changes messages of a file in their places. */
export class PoMessageEditor {
  constructor(
    private readonly source: string,
    private readonly newline: string,
    private readonly style: PoStyle,
  ) {}

  /** Returns the source of the message with the changes. */
  change(message: ParsedMessage, change: PoMessageChange): string {
    const { ids, notes, previous, fuzzy, msgstr } = change;
    const edits = [
      ...(ids ? this.changeIds(message, ids) : []),
      ...(change.removesComments ? this.replaceLines(message, 'comment', []) : []),
      ...(notes ? this.replaceLines(message, 'extracted', extractedLines(notes)) : []),
      ...(fuzzy === undefined ? [] : this.changeFuzzy(message, fuzzy)),
      ...(change.reference ? this.replaceLines(message, 'reference', change.reference) : []),
      ...(change.flag ? this.replaceLines(message, 'flag', change.flag) : []),
      ...(change.removesFormats ? this.removeFlags(message, isFormatFlag) : []),
      ...(previous ? this.replaceLines(message, 'previous', this.printPrevious(previous)) : []),
      ...(msgstr ? this.changeForms(message, change, msgstr) : []),
    ];
    const parts: string[] = [];
    let offset = message.start;
    for (const { start, end, text } of edits.sort((one, other) => one.start - other.start || one.end - other.end)) {
      parts.push(this.source.slice(offset, start), text);
      offset = end;
    }
    return parts.join('') + this.source.slice(offset, message.end);
  }

  private printPrevious(previous: PreviousMessage): string[] {
    return printPrevious(previous, this.style).map((line) => `#| ${line}`);
  }

  private kindOf(line: Span): Kind {
    return kindOf(this.source, line);
  }

  /** Replaces all lines of a kind. */
  private replaceLines(message: ParsedMessage, kind: Kind, lines: readonly string[]): Edit[] {
    const text = lines.map((line) => line + this.newline).join('');
    const [first, ...others] = message.head.filter((line) => this.kindOf(line) === kind);
    if (first) return [{ ...first, text }, ...others.map((line) => ({ ...line, text: '' }))];
    return text === '' ? [] : [this.insertion(message, kind, text)];
  }

  /** Inserts lines before the first one of a later kind. */
  private insertion({ head, fields }: ParsedMessage, kind: Kind, text: string): Edit {
    const later = KINDS.slice(KINDS.indexOf(kind) + 1);
    const start = Math.min(head.find((line) => later.includes(this.kindOf(line)))?.start ?? fields, fields);
    return { start, end: start, text };
  }

  private changeIds({ fields, end, forms }: ParsedMessage, ids: NonNullable<PoMessageChange['ids']>): Edit[] {
    const [firstForm] = forms.values();
    const source = this.source.slice(fields, firstForm?.start ?? end);
    return Array.from(source.matchAll(ID), ({ 0: old, 1: keyword = '', index }): Edit => {
      const text = (keyword === 'msgid' ? ids.msgid : ids.msgctxt) ?? '';
      const start = fields + index;
      return { start, end: start + old.length, text: this.style.field(keyword, text).join(this.newline) };
    });
  }

  private changeFuzzy(message: ParsedMessage, fuzzy: boolean): Edit[] {
    if (!fuzzy) return this.removeFlags(message, (flag) => flag === 'fuzzy');
    const first = message.head.find((line) => this.kindOf(line) === 'flag');
    if (!first) return [this.insertion(message, 'flag', `#, fuzzy${this.newline}`)];
    return [{ start: first.start, end: first.start + 2, text: '#, fuzzy,' }];
  }

  private removeFlags({ head }: ParsedMessage, isRemoved: (flag: string) => boolean): Edit[] {
    return head.flatMap((line) => (this.kindOf(line) === 'flag' ? this.removeFlagsOf(line, isRemoved) : []));
  }

  private removeFlagsOf({ start, end }: Span, isRemoved: (flag: string) => boolean): Edit[] {
    const [whole = '', mark = '', list = '', lineEnd = ''] =
      /^(#.)([^\r\n]*)([\r\n]*)$/.exec(this.source.slice(start, end)) ?? [];
    const flags = list.split(',').map((flag) => flag.trim());
    const others = flags.filter((flag) => !isRemoved(flag) && flag !== '');
    if (whole === '' || !flags.some(isRemoved)) return [];
    return [{ start, end, text: others.length > 0 ? `${mark} ${others.join(', ')}${lineEnd}` : '' }];
  }

  private changeForms(
    { end, forms, msgidPlural: oldPlural }: ParsedMessage,
    { msgidPlural, replacesForms }: PoMessageChange,
    msgstr: ReadonlyMap<number, string>,
  ): Edit[] {
    const plural = msgidPlural === undefined ? [] : this.style.field('msgid_plural', msgidPlural);
    const print = (printed: Iterable<[number, string]>): string =>
      [...plural, ...printForms(msgidPlural ?? oldPlural, printed, this.style)].join(this.newline);
    const [first] = forms.values();
    if (first && (replacesForms || msgidPlural !== undefined))
      return [{ start: first.start, end, text: print(msgstr) }];
    const changed = [...msgstr].flatMap((form): Edit[] => {
      const place = forms.get(form[0]);
      return place ? [{ ...place, text: print([form]) }] : [];
    });
    const added = [...msgstr].filter(([index]) => !forms.has(index));
    return added.length === 0 ? changed : [...changed, { start: end, end, text: this.newline + print(added) }];
  }
}
