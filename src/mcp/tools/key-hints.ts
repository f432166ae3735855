import { Injectable } from '@nestjs/common';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { KeyContext } from '../../keys/key-context';
import { KeySuggestions } from '../../memory/key-suggestions';
import type { ToolCaller } from '../tool';

/** Keys that have hints, and what they have. */
const MAX_KEYS = 20;
const MAX_SUGGESTIONS = 3;
const MAX_CHARACTERS = 1_000;
/** Failures of a machine after which it is asked for the next key. */
const OF_ONE_TEXT: readonly string[] = ['broken', 'not_translatable'];

/** Hints for the translation of a key. */
interface Hints {
  memory?: object[];
  terms?: object[];
}

/** Hints for the translation of keys: suggestions of the memory and of a machine, terms of the glossary. */
@Injectable()
export class KeyHints {
  constructor(
    private readonly suggestions: KeySuggestions,
    private readonly contexts: KeyContext,
  ) {}

  /**
   * @param sent the language `memory`, without which there are no hints, and whether a machine is asked
   * @returns the hints of the first keys, by their ids
   */
  async of(
    ids: readonly string[],
    { memory: language, machine = false }: { memory?: unknown; machine?: unknown },
    caller: ToolCaller,
  ): Promise<Map<string, Hints>> {
    const found = new Map<string, Hints>();
    if (typeof machine !== 'boolean') throw wrongType('/machine', 'must be a boolean');
    if (language === undefined) return found;
    if (typeof language !== 'string') throw wrongType('/memory', 'must be a string');
    let isMachineDown = false;
    for (const id of ids.slice(0, MAX_KEYS)) {
      const query = { language, machine: machine && !isMachineDown };
      const { suggestions, machine: state } = await this.suggestions.ofKey(caller.principal, id, query, caller.client);
      isMachineDown ||= state.error !== null && !OF_ONE_TEXT.includes(state.error);
      const short = suggestions.filter(({ text, source }) => text.length + source.length <= MAX_CHARACTERS);
      const ofMemory = short.flatMap((each) =>
        each.kind === 'memory'
          ? [{ text: each.text, match: each.match, source: each.source, reviewed: each.from.reviewed }]
          : [],
      );
      const ofMachine = short.flatMap((each) =>
        each.kind === 'machine' ? [{ text: each.text, machine: each.from.provider }] : [],
      );
      const failed = state.error === null ? [] : [{ machineError: state.error }];
      const memory = [...ofMemory.slice(0, MAX_SUGGESTIONS), ...ofMachine, ...failed];
      const terms = await this.terms(id, language, caller);
      found.set(id, { ...(memory.length > 0 && { memory }), ...(terms.length > 0 && { terms }) });
    }
    return found;
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

const wrongType = (pointer: string, detail: string): ValidationFailedError =>
  new ValidationFailedError([{ pointer, code: 'wrong_type', detail }]);
