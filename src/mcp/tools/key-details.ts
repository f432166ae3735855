import { Injectable } from '@nestjs/common';
import { KeyNeighbours, type Neighbours } from '../../keys/key-neighbours';
import type { ShownKey } from '../shown-key';
import type { ToolCaller } from '../tool';
import { bytesOf, firstWithin, MAX_RESULT_BYTES, withinBytes } from '../tool-result';
import { KeyHints } from './key-hints';

/** Bytes of a result beside its keys and the lists of names. */
const OTHER_BYTES = 500;

/** Keys that were read by their names. */
interface NamedKeys {
  names: readonly string[];
  /** The first keys that the project has of these, in the order of the names. */
  keys: readonly ShownKey[];
  /** Whether there are further keys. */
  hasMore: boolean;
  revision: number;
}

/** Shows keys whole, with what helps to translate them. */
@Injectable()
export class KeyDetails {
  constructor(
    private readonly neighbours: KeyNeighbours,
    private readonly hints: KeyHints,
  ) {}

  /**
   * Returns as many keys as have room, with their neighbours. The rest of the room is for hints. What has no room is named.
   *
   * @param asked see `KeyHints.of`
   */
  async show(
    project: string,
    { names, keys, hasMore, revision }: NamedKeys,
    asked: { memory?: unknown; machine?: unknown },
    caller: ToolCaller,
  ): Promise<object> {
    const ids = keys.map(({ id }) => id);
    const neighbours = await this.neighbours.of(caller.principal, project, ids, caller.client);
    const missing = hasMore ? [] : names.filter((name) => !keys.some(({ key }) => key === name));
    // Names can be so long that their list takes the whole result. It is cut then.
    const room = Math.max(MAX_RESULT_BYTES / 2, MAX_RESULT_BYTES - bytesOf(missing)) - OTHER_BYTES;
    const complete = keys.map((key) => ({ ...key, neighbours: withoutIds(neighbours.get(key.id)) }));
    // A key whose hints have no room is named.
    const nameBytes = ({ key }: ShownKey): number => (asked.memory === undefined ? 0 : bytesOf(key) + 1);
    const shown = firstWithin(complete, room, (key) => bytesOf(key) + nameBytes(key));
    const namesBytes = shown.reduce((bytes, key) => bytes + nameBytes(key), 0);
    const { hints, left } = await this.hints.of(shown, asked, room - bytesOf(shown) - namesBytes, caller);
    const more = [
      ...(hasMore || shown.length < keys.length ? ['the other names in another call'] : []),
      ...(left.length > 0 ? [MORE_HINTS] : []),
    ];
    return withinBytes(
      {
        revision,
        keys: shown.map((key) => ({ ...key, ...hints.get(key.id) })),
        ...(missing.length > 0 && { missing }),
        ...(left.length > 0 && { missingHints: left }),
        ...(more.length > 0 && { more: `ask for ${more.join(', and for ')}` }),
      },
      { keeps: ['keys', 'missingHints'] },
    );
  }
}

const MORE_HINTS = 'missingHints in calls with fewer names or languages';

/** The names are enough to ask for a neighbour. */
const withoutIds = ({ before, after }: Neighbours = { before: [], after: [] }) => {
  const shown = ({ name, value }: Neighbours['before'][number]) => ({ name, value });
  return { before: before.map(shown), after: after.map(shown) };
};
