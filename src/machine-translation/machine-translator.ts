import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import type { MachineProviderName } from '../config/machine-provider';
import type { Failed } from './machine-failure';
import type { Markup } from './protect/markup';
import { ProtectedText } from './protect/protected-text';
import type { ProviderAccount } from './provider-account';
import { ProviderAccounts } from './provider-accounts';
import { type ProviderAnswer, ProviderRequests, type RequestOptions } from './provider-requests';
import type { MachineProvider, ProviderRequest, TextContext } from './providers/provider';

/** The characters of one request. */
const MAX_CHARACTERS = 20_000;

/** A text to translate, with its context for a language model. */
export interface TextToTranslate {
  text: string;
  context?: TextContext;
}

export interface Languages {
  source: string;
  target: string;
}

export type MachineResult = { text: string } | Failed;

export interface TranslateOptions extends RequestOptions {
  /** Is called when a request begins. It returns what receives the results of the request, with the places of their texts. */
  onRequest?: () => (results: readonly (readonly [index: number, result: MachineResult])[]) => Promise<void>;
  /** Returns how many requests may be under way. It is asked before each one; 0 ends the translation. Default: 1. */
  requestsAtATime?: () => number;
  /** Whether each text has a request of its own, so that a failing text fails no other one. Default: false. */
  isAlone?: boolean;
}

type Send = (request: ProviderRequest) => Promise<ProviderAnswer>;

/** A text with the place of its result. */
interface Item {
  index: number;
  text: ProtectedText;
  context?: TextContext;
}

/** Makes the translators of organizations. */
@Injectable()
export class MachineTranslators {
  constructor(
    private readonly accounts: ProviderAccounts,
    private readonly requests: ProviderRequests,
  ) {}

  /** Returns the translator of an organization, as it is set up now. */
  async of(organizationId: string): Promise<MachineTranslator> {
    return new MachineTranslator(await this.accounts.of(organizationId), this.requests);
  }
}

/**
 * Translates texts of an organization. A fault of the provider is a result, and no error. Without a provider, nothing is sent anywhere.
 */
export class MachineTranslator {
  constructor(
    private readonly account: ProviderAccount | undefined,
    private readonly requests: ProviderRequests,
  ) {}

  get name(): MachineProviderName | null {
    return this.account?.name ?? null;
  }

  /** Whether the provider receives the context of a text. */
  get readsContext(): boolean {
    return this.account?.provider?.isLanguageModel ?? false;
  }

  /** Returns a hash that texts have in common if the provider receives them alike: SHA-256 in base64. */
  hashOf({ source, target }: Languages, { text, context }: TextToTranslate): string {
    const { name, url, model } = this.account ?? {};
    const asked = [name, url, model, source, target, text, this.readsContext ? context : null];
    return createHash('sha256').update(JSON.stringify(asked)).digest('base64');
  }

  /**
   * @returns a result for each text, in the same order; undefined: the translation ended before the text was sent
   * @throws the reason of the signal, as soon as all requests that were sent have ended
   */
  async translate(
    languages: Languages,
    texts: readonly TextToTranslate[],
    options: TranslateOptions,
  ): Promise<(MachineResult | undefined)[]> {
    const { account } = this;
    if (!account?.provider) return texts.map(() => ({ failure: account ? 'secret_unreadable' : 'not_set_up' }));
    const { provider } = account;
    const results = texts.map((): MachineResult | undefined => ({ failure: 'not_translatable' }));
    const items = await itemsOf(texts, languages, provider.markup);
    for (const { index } of items) results[index] = undefined;
    const send: Send = async (request) => {
      // A text whose repair nobody would wait for stays broken.
      if (request.problems && options.isLate?.()) return { failure: 'broken' };
      return this.requests.send(account, provider, request, options);
    };
    await forEachAtATime(batchesOf(items, provider, options.isAlone), options.requestsAtATime, async (batch) => {
      const onAnswer = options.onRequest?.();
      const translated = await this.translateFitting(account, languages, batch, send);
      const answer = batch.map(({ index }, place) => [index, translated[place] ?? { failure: 'broken' }] as const);
      for (const [index, result] of answer) results[index] = result;
      await onAnswer?.(answer);
    });
    return results;
  }

  /** Translates as many texts of a request as the month has characters for: in their order, without texts that are too long. */
  private async translateFitting(
    account: ProviderAccount,
    languages: Languages,
    batch: readonly Item[],
    send: Send,
  ): Promise<MachineResult[]> {
    const results = await this.translateBatch(languages, batch, send);
    if (batch.length < 2 || !results.every(isUsedUp)) return results;
    // Fewer characters are asked for than were refused, so that this ends although others give characters back.
    let left = Math.min(await this.requests.charactersLeft(account), charactersOf(batch) - 1);
    const fitting = batch.filter((item) => {
      const characters = charactersOf([item]);
      if (characters > left) return false;
      left -= characters;
      return true;
    });
    if (fitting.length === 0) return results;
    const translated = await this.translateFitting(account, languages, fitting, send);
    const byItem = new Map(fitting.map((item, place) => [item, translated[place]]));
    return batch.map((item, place) => byItem.get(item) ?? results[place] ?? { failure: 'broken' });
  }

  private async translateBatch(languages: Languages, batch: readonly Item[], send: Send): Promise<MachineResult[]> {
    const request: ProviderRequest = {
      ...languages,
      texts: batch.flatMap(({ text }) => text.texts),
      ...(this.readsContext && { context: batch[0]?.context }),
    };
    const answer = await send(request);
    if ('failure' in answer) return batch.map(() => answer);
    let place = 0;
    const restored = await new EventLoopYielder().map(batch, ({ text }) =>
      text.restore(answer.slice(place, (place += text.texts.length))),
    );
    return Promise.all(
      restored.map(async (result, index): Promise<MachineResult> => {
        if ('text' in result) return result;
        const item = batch[index];
        if (!item || !this.readsContext) return { failure: 'broken' };
        return this.repair(request, item, result.problems, send);
      }),
    );
  }

  /** Asks a language model once more, with the problems of its translation. */
  private async repair(
    request: ProviderRequest,
    { text }: Item,
    problems: readonly string[],
    send: Send,
  ): Promise<MachineResult> {
    const answer = await send({ ...request, texts: text.texts, problems });
    if ('failure' in answer) return answer;
    const restored = text.restore(answer);
    return 'text' in restored ? restored : { failure: 'broken' };
  }
}

/**
 * Does work for each item, in order.
 *
 * @param atATime returns how much work may be under way; 0: no more is begun
 * @throws the first error, as soon as all work has ended
 */
async function forEachAtATime<T>(
  items: readonly T[],
  atATime: () => number = () => 1,
  work: (item: T) => Promise<void>,
): Promise<void> {
  // Failed work stays in the set, so that its error is thrown.
  const running = new Set<Promise<unknown>>();
  try {
    for (const item of items) {
      while (running.size > 0 && running.size >= atATime()) await Promise.race(running);
      if (atATime() === 0) break;
      const ended: Promise<unknown> = work(item).then(() => running.delete(ended));
      running.add(ended);
    }
    await Promise.all(running);
  } finally {
    await Promise.allSettled(running);
  }
}

const isUsedUp = (result: MachineResult): boolean => 'failure' in result && result.failure === 'month_used_up';

/** The characters of texts with their elements. */
const charactersOf = (items: readonly Pick<Item, 'text'>[]): number =>
  items.reduce((sum, { text }) => sum + text.texts.reduce((each, { length }) => each + length, 0), 0);

/** Protects texts, without texts that are too long or cannot be protected. */
async function itemsOf(texts: readonly TextToTranslate[], languages: Languages, markup: Markup): Promise<Item[]> {
  const items = await new EventLoopYielder().map([...texts.entries()], ([index, { text, context }]): Item[] => {
    const protectedText = ProtectedText.of(text, languages, markup);
    const item = protectedText && { index, text: protectedText, context };
    return item && charactersOf([item]) <= MAX_CHARACTERS ? [item] : [];
  });
  return items.flat();
}

/** Divides texts into requests. A request to a language model has the text of one key, so that no text has an effect on another one. */
function batchesOf(
  items: readonly Item[],
  { textsPerRequest, isLanguageModel }: MachineProvider,
  isAlone = false,
): Item[][] {
  if (isLanguageModel || isAlone) return items.map((item) => [item]);
  const batches: Item[][] = [];
  let [texts, characters] = [0, 0];
  for (const item of items) {
    const size = charactersOf([item]);
    const last = batches.at(-1);
    if (last && texts + item.text.texts.length <= textsPerRequest && characters + size <= MAX_CHARACTERS) {
      last.push(item);
    } else {
      batches.push([item]);
      [texts, characters] = [0, 0];
    }
    texts += item.text.texts.length;
    characters += size;
  }
  return batches;
}
