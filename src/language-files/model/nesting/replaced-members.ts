/** The last of several members of a name. */
export interface LastMember {
  /** The offset of its value. */
  start: number;
  line: number;
  isContainer: boolean;
}

/** The members of a name. */
interface Members extends LastMember {
  starts: number[];
  hasContainer: boolean;
}

/** Receives the members of a file, and the begin and the end of each object or array, directly behind its member. */
export interface MemberVisitor {
  /** @param hasNames false for an array, whose items do not replace each other */
  begin(hasNames: boolean): void;
  end(): void;
  /**
   * @param name undefined for an item
   * @param start the offset of the value, greater than 0
   * @param text undefined for an object or array
   */
  add(name: string | undefined, line: number, start: number, text: string | null | undefined): void;
}

/**
 * Finds the members of objects that a later member of the same name replaces. Where all of them are texts, they are
 * found by their keys.
 */
export class ReplacedMembers implements MemberVisitor {
  /** The last member of the name, by the offset of each earlier value, if one of them is an object or array. */
  readonly replaced = new Map<number, LastMember>();
  /** The members of the open objects by name, most of them as an offset, which is negative for an object or array. */
  private readonly open: (Map<string, Members | number> | undefined)[] = [];

  begin(hasNames: boolean): void {
    this.open.push(hasNames ? new Map() : undefined);
  }

  end(): void {
    this.open.pop();
  }

  add(name: string | undefined, line: number, start: number, text: string | null | undefined): void {
    if (name === undefined) return;
    const isContainer = text === undefined;
    const named = this.open.at(-1);
    const earlier = named?.get(name);
    if (earlier === undefined) {
      named?.set(name, isContainer ? -start : start);
      return;
    }
    const members = typeof earlier === 'number' ? membersAt(earlier) : earlier;
    named?.set(name, members);
    members.hasContainer ||= isContainer;
    if (members.hasContainer) for (const offset of members.starts.splice(0)) this.replaced.set(offset, members);
    members.starts.push(start);
    Object.assign(members, { start, line, isContainer });
  }
}

function membersAt(offset: number): Members {
  const [start, isContainer] = [Math.abs(offset), offset < 0];
  return { starts: [start], start, line: 0, isContainer, hasContainer: isContainer };
}
