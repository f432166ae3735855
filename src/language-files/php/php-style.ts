import { firstOf, Indentation } from '../template/indentation';
import { textsOf } from '../template/rewrite-template';
import { type PhpQuote, quoteOf, writeString } from './php-literals';
import type { PhpList, PhpMember } from './php-list';

/** The members at the end of an array that show its style. */
const MAX_MEMBERS = 20;
/** White space that a file repeats for each new text is limited. */
const MAX_WIDTH = 200;
/** Characters of a name that show how names are written. */
const MAX_NAME = 20;
const ARROW = /^([ \t]{0,20})=>([ \t]{0,20})/;

/** The style in which a PHP file is written. */
export class PhpStyle extends Indentation {
  readonly quote: PhpQuote;
  /** The brackets of arrays. */
  readonly brackets: readonly [open: string, close: string];
  /** Whether the last element has a comma, where elements have lines of their own. */
  readonly isTerminated: boolean;
  private readonly lastMember?: PhpMember;

  constructor(
    source: string,
    protected override readonly root: PhpList,
  ) {
    super(source, root, '    ');
    this.brackets = /\barray\s*\($/i.test(source.slice(Math.max(0, root.start - 50), root.start))
      ? ['array(', ')']
      : ['[', ']'];
    const { separator = { start: 0, end: 1 } } = root.elements.findLast((element) => element.separator) ?? {};
    this.isTerminated = this.newline !== '' && separator.end > separator.start;
    const quotes = Array.from(textsOf(root), ({ start }) => quoteOf(source.charAt(start)));
    this.quote = count(quotes, '"') > count(quotes, "'") ? '"' : "'";
    this.lastMember = root.members.at(-1);
  }

  text(value: string): string {
    return writeString(value, this.quote);
  }

  /** Returns what writes the names of new members of an array, with their arrows. */
  nameWriter({ members }: Pick<PhpList, 'members'>): (name: string) => string {
    const last = members.slice(-MAX_MEMBERS);
    const model = last.at(-1) ?? this.lastMember;
    const literal = model
      ? this.source.slice(model.name.start, Math.min(model.name.end, model.name.start + MAX_NAME))
      : '';
    const [, before = ' ', behind = ' '] = (model && ARROW.exec(this.sourceOfArrow(model))) ?? [];
    const width = alignedWidth(last);
    const quote = quoteOf(literal) ?? this.quote;
    const isNumber = /^\d+$/.test(literal);
    return (name) => {
      const written = isNumber && /^(?:0|[1-9]\d{0,8})$/.test(name) ? name : writeString(name, quote);
      return `${width === undefined ? written + before : `${written} `.padEnd(width)}=>${behind}`;
    };
  }

  private sourceOfArrow({ name, value }: PhpMember): string {
    return this.source.slice(name.end, Math.min(value, name.end + MAX_WIDTH));
  }

  /** Whether the elements of an array stand in one line. */
  isInline(list: PhpList): boolean {
    const { start } = list;
    const first = firstOf(list);
    return this.newline === '' || (first !== undefined && !/[\r\n]/.test(this.source.slice(start, first.start)));
  }
}

/** Returns the characters before the arrows that are aligned; undefined if none are. */
function alignedWidth(members: readonly PhpMember[]): number | undefined {
  const widths = new Set(members.map(({ name, arrow }) => arrow - name.start));
  const lengths = new Set(members.map(({ name }) => name.end - name.start));
  const [width = Infinity] = widths;
  return widths.size === 1 && lengths.size > 1 && width <= MAX_WIDTH ? width : undefined;
}

const count = <T>(items: readonly T[], wanted: T): number => items.filter((item) => item === wanted).length;
