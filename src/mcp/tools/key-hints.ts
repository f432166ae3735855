import { Injectable } from '@nestjs/common';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { KeyContext } from '../../keys/key-context';
import { KeySuggestions, meetsNextText, type SuggestionsOfKey } from '../../memory/key-suggestions';
import { UnknownLanguageError } from '../../project-write/project-errors';
import type { ShownKey } from '../shown-key';
import type { ToolCaller } from '../tool';
import { bytesOf, MAX_RESULT_BYTES, withCutTexts } from '../tool-result';

/** Keys that have hints, and suggestions of a key. */
const MAX_KEYS = 20;
const MAX_SUGGESTIONS = 3;
/** Bytes of a hint. The texts of a longer one are cut. */
const MAX_HINT_BYTES = MAX_RESULT_BYTES / 4;
/** The most bytes that a translation takes for each byte of its source text: an English letter may become a Thai one, of three bytes. */
const MAX_GROWTH = 4;
/** Bytes that the lists of hints of a key take without hints. */
const FRAME_BYTES = bytesOf({ memory: [], terms: [] } satisfies Hints);
const COMMA = 1;
/** Milliseconds after which a machine is sent no further request: clients give a call up after a minute, and the last request may take 45 s. */
const MAX_ASKING_MS = 10_000;

/** Hints for the translation of a key. */
export interface Hints {
  memory?: object[];
  terms?: object[];
}

/** Hints for the keys of a result. */
interface HintsOfKeys {
  /** By the ids of the keys. */
  hints: Map<string, Hints>;
  /** The names of the keys that may have hints for which there was no room, or no time. */
  left: string[];
}

/** Hints for the translation of keys: suggestions of the memory and of a machine, terms of the glossary. */
@Injectable()
export class KeyHints {
  constructor(
    private readonly suggestions: KeySuggestions,
    private readonly contexts: KeyContext,
  ) {}

  /**
   * Fills the rest of a result with hints, key by key. A machine is asked only where its translation will have room, because it is paid.
   * After a failure that the next text would meet too, it is not asked any more, and the keys that follow have this failure.
   *
   * @param sent the language `memory`, without which there are no hints, and whether a machine is asked
   * @param bytes that the hints may take
   * @throws ValidationFailedError, UnknownLanguageError, MissingScopeError, LanguageNotAllowedError
   */
  async of(
    keys: readonly Pick<ShownKey, 'id' | 'key'>[],
    { memory: language, machine = false }: { memory?: unknown; machine?: unknown },
    bytes: number,
    caller: ToolCaller,
  ): Promise<HintsOfKeys> {
    const hints = new Map<string, Hints>();
    if (typeof machine !== 'boolean') throw wrongType('/machine', 'must be a boolean');
    if (language === undefined) return { hints, left: [] };
    if (typeof language !== 'string') throw wrongType('/memory', 'must be a string');
    const left: string[] = [];
    const room = new Room(bytes);
    const begunAt = performance.now();
    const isLate = (): boolean => performance.now() - begunAt > MAX_ASKING_MS;
    let failure: MachineError = null;
    for (const [place, { id, key }] of keys.entries()) {
      if (place >= MAX_KEYS || !room.beginKey()) {
        left.push(key);
        continue;
      }
      const asks = machine && failure === null;
      const isLeft = asks && isLate();
      const query = { language, machine: asks && !isLeft };
      const { found, unasked } = await this.suggest(id, query, room, caller, isLate);
      const error: MachineError = failure ?? found.machine.error;
      if (meetsNextText(error)) failure = error;
      // Translations of the machine come first: they cost characters.
      const translated = room.take(machineHints(found, error, unasked), { always: true });
      const terms = room.take(await this.terms(id, language, caller));
      const memory = [...room.take(memoryHints(found)), ...translated];
      if (room.endKey() || unasked === 'no_room' || isLeft) left.push(key);
      hints.set(id, { ...(memory.length > 0 && { memory }), ...(terms.length > 0 && { terms }) });
    }
    return { hints, left };
  }

  /** @returns with the reason why a machine was not asked for this text */
  private async suggest(
    id: string,
    query: { language: string; machine: boolean },
    room: Room,
    { principal, client }: ToolCaller,
    isLate: () => boolean,
  ): Promise<{ found: SuggestionsOfKey; unasked?: Unasked }> {
    let unasked: Unasked | undefined;
    const isWanted = (source: string): boolean => {
      const bytes = MAX_GROWTH * bytesOf(source);
      if (bytes > MAX_HINT_BYTES) unasked = 'too_long';
      else if (bytes > room.bytes) unasked = 'no_room';
      return unasked === undefined;
    };
    try {
      return { found: await this.suggestions.ofKey(principal, id, query, client, { isWanted, isLate }), unasked };
    } catch (error) {
      // The service has another name for the language.
      if (error instanceof UnknownLanguageError)
        throw new UnknownLanguageError([query.language], () => ({ pointer: '/memory' }));
      throw error;
    }
  }

  private async terms(id: string, language: string, caller: ToolCaller): Promise<object[]> {
    const { terms } = await this.contexts.of(caller.principal, id, { language }, caller.client);
    return terms.map(({ term, definition, doNotTranslate, forbidden, translations }) => ({
      ...{ term, translations },
      ...(definition !== null && { definition }),
      ...(doNotTranslate && { doNotTranslate }),
      ...(forbidden && { forbidden }),
    }));
  }
}

type MachineError = SuggestionsOfKey['machine']['error'];

/** Why a machine is not asked for a text: its translation has room in no result, or not in this one any more. */
type Unasked = 'too_long' | 'no_room';

const machineHints = (
  { suggestions }: SuggestionsOfKey,
  error: MachineError,
  unasked: Unasked | undefined,
): object[] => [
  ...suggestions.flatMap((each) => (each.kind === 'machine' ? [{ text: each.text, machine: each.from.provider }] : [])),
  ...(error === null ? [] : [{ machineError: error }]),
  ...(unasked === 'too_long' ? [{ machineError: unasked }] : []),
];

const memoryHints = ({ suggestions }: SuggestionsOfKey): object[] =>
  suggestions
    .flatMap((each) =>
      each.kind === 'memory'
        ? [{ text: each.text, match: each.match, source: each.source, reviewed: each.from.reviewed }]
        : [],
    )
    .slice(0, MAX_SUGGESTIONS);

/** The rest of a result. */
class Room {
  private isShort = false;

  constructor(public bytes: number) {}

  /** Takes the room of the lists of a key. @returns whether hints of it have room */
  beginKey(): boolean {
    if (this.bytes <= FRAME_BYTES) return false;
    this.bytes -= FRAME_BYTES;
    return true;
  }

  /** Returns the hints that have room, with cut texts if they are long. @param always whether all of them have room */
  take(hints: readonly object[], { always = false } = {}): object[] {
    return hints.flatMap((hint) => {
      const limit = Math.min(MAX_HINT_BYTES, always ? this.bytes : MAX_HINT_BYTES);
      const shown = bytesOf(hint) > limit ? (withCutTexts(hint) as object) : hint;
      const size = bytesOf(shown) + COMMA;
      if (size > this.bytes && !always) {
        this.isShort = true;
        return [];
      }
      this.bytes -= size;
      return [shown];
    });
  }

  /** @returns whether a hint had no room since the last call */
  endKey(): boolean {
    const { isShort } = this;
    this.isShort = false;
    return isShort;
  }
}

const wrongType = (pointer: string, detail: string): ValidationFailedError =>
  new ValidationFailedError([{ pointer, code: 'wrong_type', detail }]);
