/** The last of several members of a name. */
export interface LastMember {
  line: number;
  isContainer: boolean;
}

/** The members of a name. */
interface Members extends LastMember {
  starts: number[];
  hasContainer: boolean;
}

/**
 * Finds the members of objects that a later member of the same name replaces. Where all of them are texts, they are
 * found by their keys.
 */
export class ReplacedMembers {
  /** The last member of the name, by the offset of each earlier value, if one of them is an object or array. */
  readonly replaced = new Map<number, LastMember>();
  /** The members of the open objects by name, most of them as an offset, which is negative for an object or array. */
  private readonly open: (Map<string, Members | number> | undefined)[] = [];

  /** @param hasNames false for an array, whose items do not replace each other */
  begin(hasNames: boolean): void {
    this.open.push(hasNames ? new Map() : undefined);
  }

  end(): void {
    this.open.pop();
  }

  /** @param start the offset of the value, greater than 0 */
  add(name: string, line: number, start: number, isContainer: boolean): void {
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
    Object.assign(members, { line, isContainer });
  }
}

function membersAt(offset: number): Members {
  const isContainer = offset < 0;
  return { starts: [Math.abs(offset)], line: 0, isContainer, hasContainer: isContainer };
}
