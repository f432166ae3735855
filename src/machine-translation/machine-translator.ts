import { Inject, Injectable, Logger } from '@nestjs/common';
import { FairSemaphore } from '../common/scheduling/fair-semaphore';
import type { MachineProviderName } from '../config/machine-translation-variables';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';
import { CharacterBudget } from './character-budget';
import { type MachineFailure, ProviderError } from './machine-failure';
import { ProtectedText } from './protect/protected-text';
import { ProviderClient } from './provider-client';
import { createProvider } from './providers';
import type { MachineProvider, ProviderRequest, TextContext } from './providers/provider';

/** Milliseconds that a provider has; a language model writes word by word. */
const TIMEOUT_MS = 15_000;
const MODEL_TIMEOUT_MS = 45_000;
/** Requests to the provider at a time: of the process, and of one organization. */
const REQUESTS = 16;
const REQUESTS_PER_ORGANIZATION = 4;
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
  private readonly provider: MachineProvider | undefined;
  private readonly semaphore = new FairSemaphore({ slots: REQUESTS, slotsPerGroup: REQUESTS_PER_ORGANIZATION });
  private readonly logger = new Logger('MachineTranslation');

  constructor(
    @Inject(SETTINGS) { machineTranslation }: Settings,
    private readonly budget: CharacterBudget,
  ) {
    this.name = machineTranslation?.provider ?? null;
    if (!machineTranslation) return;
    const isPrivateAllowed = machineTranslation.privateAddresses;
    const timeoutMs = machineTranslation.provider === 'openai' ? MODEL_TIMEOUT_MS : TIMEOUT_MS;
    this.provider = createProvider(machineTranslation, new ProviderClient({ isPrivateAllowed, timeoutMs }));
  }

  /** Whether the provider receives the context of a text. */
  get readsContext(): boolean {
    return this.provider?.isLanguageModel ?? false;
  }

  /**
   * @param signal ends all requests
   * @returns a result for each text, in the same order
   * @throws the reason of the signal
   */
  async translate(
    organizationId: string,
    languages: Languages,
    texts: readonly TextToTranslate[],
    signal: AbortSignal,
  ): Promise<MachineResult[]> {
    const { provider } = this;
    if (!provider) return texts.map(() => ({ failure: 'not_set_up' }));
    const results = texts.map((): MachineResult => ({ failure: 'not_translatable' }));
    const items = texts.flatMap(({ text, context }, index): Item[] => {
      const protectedText = ProtectedText.of(text, languages, provider.markup);
      const characters = protectedText?.texts.reduce((sum, each) => sum + each.length, 0) ?? 0;
      return protectedText && characters <= MAX_CHARACTERS ? [{ index, text: protectedText, context }] : [];
    });
    await Promise.all(
      batchesOf(items, provider).map(async (batch) => {
        const translated = await this.semaphore.run(
          organizationId,
          () => this.translateBatch(organizationId, languages, batch, signal),
          { signal },
        );
        for (const [place, { index }] of batch.entries()) results[index] = translated[place] ?? { failure: 'broken' };
      }),
    );
    return results;
  }

  private async translateBatch(
    organizationId: string,
    languages: Languages,
    batch: readonly Item[],
    signal: AbortSignal,
  ): Promise<MachineResult[]> {
    const request: ProviderRequest = {
      ...languages,
      texts: batch.flatMap(({ text }) => text.texts),
      ...(this.readsContext && { context: batch[0]?.context }),
    };
    const answer = await this.send(organizationId, request, signal);
    if ('failure' in answer) return batch.map(() => answer);
    let place = 0;
    const restored = batch.map(({ text }) => text.restore(answer.slice(place, (place += text.texts.length))));
    return Promise.all(
      restored.map(async (result, index): Promise<MachineResult> => {
        if ('text' in result) return result;
        const item = batch[index];
        if (!item || !this.readsContext) return { failure: 'broken' };
        return this.repair(organizationId, request, item, result.problems, signal);
      }),
    );
  }

  /** Asks a language model once more, with what was wrong. */
  private async repair(
    organizationId: string,
    request: ProviderRequest,
    { text }: Item,
    problems: readonly string[],
    signal: AbortSignal,
  ): Promise<MachineResult> {
    const answer = await this.send(organizationId, { ...request, texts: text.texts, problems }, signal);
    if ('failure' in answer) return { failure: 'broken' };
    const restored = text.restore(answer);
    return 'text' in restored ? restored : { failure: 'broken' };
  }

  /** Sends a request if the organization has characters left for it. */
  private async send(
    organizationId: string,
    request: ProviderRequest,
    signal: AbortSignal,
  ): Promise<readonly string[] | { failure: MachineFailure }> {
    const reserved = await this.budget.reserve(organizationId, charactersOf(request));
    if (!reserved) return { failure: 'month_used_up' };
    try {
      return (await this.provider?.translate(request, signal)) ?? { failure: 'not_set_up' };
    } catch (error) {
      // A provider that was asked and then left may have translated.
      if (!signal.aborted && isUncharged(error)) await this.budget.giveBack(reserved);
      signal.throwIfAborted();
      if (!(error instanceof ProviderError)) throw error;
      this.logger.warn(`${this.name} did not translate: ${error.message}`);
      return { failure: error.failure };
    }
  }
}

/** Failures after which a provider has translated nothing. */
const isUncharged = (error: unknown): boolean =>
  error instanceof ProviderError && error.failure !== 'bad_answer' && error.failure !== 'timeout';

/** Returns the number of characters of the texts and of their context. */
function charactersOf({ texts, context }: ProviderRequest): number {
  const told = context
    ? [
        context.name,
        context.description,
        ...(context.neighbours ?? []),
        ...(context.memory ?? []).flatMap(({ source, translation }) => [source, translation]),
      ]
    : [];
  return [...texts, ...told].reduce((sum, text) => sum + (text?.length ?? 0), 0);
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
