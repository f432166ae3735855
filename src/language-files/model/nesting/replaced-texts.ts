import { isDeepStrictEqual } from 'node:util';
import type { LastMember, MemberVisitor } from './replaced-members';

/** The members of an object by name, and the items of an array by index. */
type Container = Map<string | number, Container | string | null>;

/** Reads the values that replace each other, to compare their texts. */
export class ReplacedTexts implements MemberVisitor {
  private readonly starts: ReadonlySet<number>;
  private readonly values = new Map<number, Container | string | null>();
  /** The open objects and arrays; undefined for one outside of these values. */
  private readonly open: (Container | undefined)[] = [];
  private added?: Container;

  constructor(replaced: ReadonlyMap<number, LastMember>) {
    this.starts = new Set([...replaced].flatMap(([start, last]) => [start, last.start]));
  }

  begin(): void {
    this.open.push(this.added);
    this.added = undefined;
  }

  end(): void {
    this.open.pop();
  }

  add(name: string | undefined, _line: number, start: number, text: string | null | undefined): void {
    const parent = this.open.at(-1);
    this.added = undefined;
    if (!parent && !this.starts.has(start)) return;
    const value = text === undefined ? (this.added = new Map()) : text;
    parent?.set(name ?? parent.size, value);
    if (this.starts.has(start)) this.values.set(start, value);
  }

  /** Whether a value has the same texts as the last one of its name. */
  areSame(start: number, last: LastMember): boolean {
    return isDeepStrictEqual(this.values.get(start), this.values.get(last.start));
  }
}
