import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { MachineProviderName } from '../config/machine-translation-variables';
import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';
import type { MachineFailure } from './machine-failure';
import type { Markup } from './protect/markup';
import { ProtectedText } from './protect/protected-text';
import { ProviderClient } from './provider-client';
import { type ProviderAnswer, ProviderRequests, type RequestOptions } from './provider-requests';
import { createProvider } from './providers';
import type { MachineProvider, ProviderRequest, TextContext } from './providers/provider';

/** Milliseconds that a provider has; a language model writes word by word. */
const TIMEOUT_MS = 15_000;
const MODEL_TIMEOUT_MS = 45_000;
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

export type MachineResult = { text: string } | { failure: MachineFailure };

export interface TranslateOptions extends RequestOptions {
  /** Receives the results of each request, with the places of their texts, as soon as they are there. */
  onAnswer?: (results: readonly (readonly [index: number, result: MachineResult])[]) => Promise<void>;
}

type Send = (request: ProviderRequest) => Promise<ProviderAnswer>;

/** A text with the place of its result. */
interface Item {
  index: number;
  text: ProtectedText;
  context?: TextContext;
}

/**
 * Translates texts by the provider of the operator's settings. What the provider does wrong is a result, and no error.
 * Without a provider, nothing is sent anywhere.
 */
@Injectable()
export class MachineTranslator {
  readonly name: MachineProviderName | null;
  private readonly model: string | undefined;
  private readonly provider: MachineProvider | undefined;

  constructor(
    @Inject(SETTINGS) { machineTranslation }: Settings,
    private readonly requests: ProviderRequests,
  ) {
    this.name = machineTranslation?.provider ?? null;
    this.model = machineTranslation?.model;
    if (!machineTranslation) return;
    const isPrivateAllowed = machineTranslation.privateAddresses;
    const timeoutMs = machineTranslation.provider === 'openai' ? MODEL_TIMEOUT_MS : TIMEOUT_MS;
    this.provider = createProvider(machineTranslation, new ProviderClient({ isPrivateAllowed, timeoutMs }));
  }

  /** Whether the provider receives the context of a text. */
  get readsContext(): boolean {
    return this.provider?.isLanguageModel ?? false;
  }

  /** Returns what is the same for texts that the provider receives alike: SHA-256 in base64. */
  hashOf({ source, target }: Languages, { text, context }: TextToTranslate): string {
    const asked = [this.name, this.model, source, target, text, this.readsContext ? context : null];
    return createHash('sha256').update(JSON.stringify(asked)).digest('base64');
  }

  /**
   * @returns a result for each text, in the same order
   * @throws the reason of the signal
   */
  async translate(
    organizationId: string,
    languages: Languages,
    texts: readonly TextToTranslate[],
    options: TranslateOptions,
  ): Promise<MachineResult[]> {
    const { provider } = this;
    if (!provider) return texts.map(() => ({ failure: 'not_set_up' }));
    const results = texts.map((): MachineResult => ({ failure: 'not_translatable' }));
    const items = await itemsOf(texts, languages, provider.markup);
    await Promise.all(
      batchesOf(items, provider).map(async (batch) => {
        const send = (request: ProviderRequest): Promise<ProviderAnswer> =>
          this.requests.send(provider, organizationId, request, options);
        const translated = await this.translateBatch(languages, batch, send);
        for (const [place, { index }] of batch.entries()) results[index] = translated[place] ?? { failure: 'broken' };
        const indexes = batch.map(({ index }) => index);
        await options.onAnswer?.(indexes.map((index) => [index, results[index] ?? { failure: 'broken' }]));
      }),
    );
    return results;
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

  /** Asks a language model once more, with what was wrong. */
  private async repair(
    request: ProviderRequest,
    { text }: Item,
    problems: readonly string[],
    send: Send,
  ): Promise<MachineResult> {
    const answer = await send({ ...request, texts: text.texts, problems });
    if ('failure' in answer) return { failure: 'broken' };
    const restored = text.restore(answer);
    return 'text' in restored ? restored : { failure: 'broken' };
  }
}

/** Protects texts, without texts that are too long or cannot be protected. */
async function itemsOf(texts: readonly TextToTranslate[], languages: Languages, markup: Markup): Promise<Item[]> {
  const items = await new EventLoopYielder().map([...texts.entries()], ([index, { text, context }]): Item[] => {
    const protectedText = ProtectedText.of(text, languages, markup);
    const characters = protectedText?.texts.reduce((sum, each) => sum + each.length, 0) ?? 0;
    return protectedText && characters <= MAX_CHARACTERS ? [{ index, text: protectedText, context }] : [];
  });
  return items.flat();
}

/** Divides texts into requests. Those of a language model have the text of one key each, so that none has an effect on another. */
function batchesOf(items: readonly Item[], { textsPerRequest, isLanguageModel }: MachineProvider): Item[][] {
  if (isLanguageModel) return items.map((item) => [item]);
  const batches: Item[][] = [];
  let [texts, characters] = [0, 0];
  for (const item of items) {
    const size = item.text.texts.reduce((sum, each) => sum + each.length, 0);
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
