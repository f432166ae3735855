import { spaceEnd } from './characters';
import { usualNewline } from '../text/usual-newline';
import { textsOf } from '../template/rewrite-template';
import { isPlainText, isPrintable, isTypedScalar, quoteYaml } from './yaml-scalars';
import type { YamlList, YamlText } from './yaml-list';

type Quote = '"' | "'" | '';

/** White space that a file repeats for each new text is limited. */
const MAX_UNIT = 8;
const LITERAL = /^([|>])([0-9]?)([+-]?)([0-9]?)([ \t]+#[^\r\n]*)?(?=[\r\n]|$)/;

/** The style in which a YAML file is written. */
export class YamlStyle {
  /** The end of a line. */
  readonly newline: string;
  /** The indentation of a level. */
  readonly unit: number;
  /** The indentation of a list below its name. */
  readonly listUnit: number;
  /** The quotes of texts, of names, and of texts that need quotes. */
  private readonly quote: Quote;
  private readonly nameQuote: Quote;
  private readonly fallback: Quote;

  constructor(
    private readonly source: string,
    root: YamlList,
  ) {
    this.newline = usualNewline(source);
    const blocks = [...blockLists(root)];
    const columns = blocks.map((list) => list.column - (list.parent?.column ?? 0));
    const widthOf = (isArray: boolean): number | undefined => {
      const index = blocks.findIndex((list) => list.isArray === isArray && list.parent?.isArray === false);
      return columns[index];
    };
    this.unit = Math.min(MAX_UNIT, widthOf(false) || root.column || 2);
    this.listUnit = Math.min(MAX_UNIT, Math.max(0, widthOf(true) ?? this.unit));
    const texts = Array.from(textsOf(root), (text) => text as YamlText).filter(({ isDescription }) => !isDescription);
    const starts = texts.map(({ start }) => source.charAt(start));
    this.quote = mostFrequent(starts.map(toQuote));
    this.fallback = mostFrequent(starts.filter((char) => char === '"' || char === "'").map(toQuote)) || '"';
    this.nameQuote = mostFrequent(
      blocks
        .concat(root)
        .flatMap(({ elements }) =>
          elements.slice(0, 20).map(({ start }) => toQuote(source.charAt(spaceEnd(source, start)))),
        ),
    );
  }

  /** Writes a text in the style of the token that it replaces. */
  token(value: string, { start, end, list, isBlock = true }: YamlText): string {
    const old = this.source.slice(start, end);
    if (/^[|>]/.test(old) && !list.isFlow) {
      return this.block(value, old, { list, isLast: end === this.source.length, isBlock });
    }
    if (old.startsWith('"') || old.startsWith("'")) return this.scalar(value, toQuote(old), list.isFlow, old);
    const isTyped = isTypedScalar(old) && isTypedScalar(value);
    const isNone = old === '' || /^[~!*]|^null$/i.test(old);
    const token = isTyped ? value : this.scalar(value, isNone ? this.quote : '', list.isFlow);
    return old === '' && /\S/.test(this.source.charAt(start - 1)) ? ` ${token}` : token;
  }

  /** Writes a new text. */
  text(value: string, isFlow: boolean): string {
    return this.scalar(value, this.quote, isFlow);
  }

  name(name: string, isFlow: boolean): string {
    return this.scalar(name, this.nameQuote, isFlow);
  }

  /** Writes a name with the quotes of another one. */
  nameLike(name: string, old: string, isFlow: boolean): string {
    return this.scalar(name, /^["']/.exec(old)?.[0] === '"' ? '"' : old.startsWith("'") ? "'" : '', isFlow);
  }

  /** @param old the token that the text replaces */
  scalar(value: string, quote: Quote, isFlow: boolean, old = ''): string {
    if (quote === '' && isPlainText(value, isFlow)) return value;
    const wanted = quote || this.fallback;
    if (wanted === "'" && isPrintable(value) && !value.includes('\n')) return `'${value.replaceAll("'", "''")}'`;
    const quoted = quoteYaml(value);
    const escapes = /\\[ux]/.test(old) && !/[^\0-\x7f]/.test(old);
    return escapes
      ? quoted.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      : quoted;
  }

  /** Writes a block scalar; a text that none can hold is written in double quotes. */
  private block(
    value: string,
    old: string,
    { list, isLast, isBlock }: { list: YamlList; isLast: boolean; isBlock: boolean },
  ): string {
    const [header = '', kind, before, , behind, comment = ''] = LITERAL.exec(old) ?? [];
    const body = value.endsWith('\n') ? value.slice(0, -1) : value;
    const holds =
      isBlock &&
      isPrintable(value) &&
      !/^$|^[ \t\n]|\n$|\n[ \t]+(?:\n|$)|\n\t/.test(body) &&
      !(kind === '>' && body.includes('\n '));
    if (!holds || (isLast && value.endsWith('\n'))) return this.scalar(value, '"', false) + comment;
    const lines = old.slice(header.length).split(/\r?\n/).slice(1);
    const content = lines.find((line) => line.trim() !== '');
    const explicit = Number(before || behind);
    const indent =
      content === undefined || explicit > 0
        ? ' '.repeat(list.column + (explicit || this.unit))
        : content.slice(0, content.search(/\S/));
    const written = kind === '>' ? fold(body, lines, indent.length) : body.split('\n');
    const head = `${kind}${value.endsWith('\n') ? '' : '-'}${comment}`;
    return [head, ...written.map((line) => line && indent + line)].join(this.newline);
  }
}

/** Folds the lines of a text as long as those that it replaces. A line break in the text is an empty line. */
function fold(body: string, old: readonly string[], indent: number): string[] {
  const isFolded = old.some((line, index) => line.trim() !== '' && (old[index + 1] ?? '').trim() !== '');
  const width = isFolded ? Math.max(...old.slice(0, 1_000).map((line) => line.length)) - indent : Infinity;
  return body.split('\n').flatMap((line, index) => [...(index > 0 ? [''] : []), ...wrap(line, width)]);
}

function wrap(text: string, width: number): string[] {
  if (text === '') return [];
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of text.split(/(?<=\S) (?=\S)/)) {
    if (line === undefined) line = word;
    else if (line.length + word.length < width) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return lines.concat(line ?? []);
}

function* blockLists(list: YamlList): Generator<YamlList> {
  for (const inner of list.lists.values()) {
    if (!inner.isFlow) yield inner;
    yield* blockLists(inner);
  }
}

const toQuote = (token: string): Quote => (token.startsWith('"') ? '"' : token.startsWith("'") ? "'" : '');

/** Returns the most frequent quote; none if there is no text. */
function mostFrequent(quotes: readonly Quote[]): Quote {
  const counts = new Map<Quote, number>();
  for (const quote of quotes) counts.set(quote, (counts.get(quote) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}
