import { Injectable, Logger } from '@nestjs/common';
import { CharacterBudget, type Reservation } from './character-budget';
import { type Failed, type MachineFailure, ProviderError } from './machine-failure';
import { ProviderClock } from './provider-clock';
import type { ProviderAccount } from './provider-account';
import type { MachineProvider, ProviderRequest } from './providers/provider';

/** How long a caller waits. */
export interface RequestOptions {
  /** Ends the waits before a request is sent. A request that was sent is paid for, and its answer is waited for. */
  signal: AbortSignal;
  /** Milliseconds for which a busy provider may answer nothing, until it is given up. */
  patienceMs: number;
  /** Returns whether no further request is sent, because nobody would wait for its answer. Default: false. */
  isLate?: () => boolean;
}

/** The translations of a provider, or the reason why it has not translated. */
export type ProviderAnswer = readonly string[] | Failed;

/**
 * Sends requests to a provider: a bounded number at a time, within the characters of the organization, and again if it was too busy.
 * A request that waits for a busy provider does not count among the requests at a time.
 */
@Injectable()
export class ProviderRequests {
  private readonly logger = new Logger('MachineTranslation');

  constructor(
    private readonly budget: CharacterBudget,
    private readonly clock: ProviderClock,
  ) {}

  /**
   * Sends a request if the organization has characters left for it. They are counted once, however often it is sent.
   *
   * @throws the reason of the signal
   */
  async send(
    account: ProviderAccount,
    provider: MachineProvider,
    request: ProviderRequest,
    { signal, patienceMs, isLate = () => false }: RequestOptions,
  ): Promise<ProviderAnswer> {
    const { pause } = account;
    let reserved: Reservation | undefined;
    let isCharged = false;
    const attempt = async (): Promise<ProviderAnswer | undefined> => {
      if (isLate()) return { failure: 'busy' };
      if (!pause.isOver) return undefined;
      reserved ??= await this.budget.reserve(account, charactersOf(request));
      if (!reserved) return { failure: 'month_used_up' };
      // After an unexpected error, the provider may have translated.
      isCharged = true;
      const answer = await this.ask(provider, account, request);
      isCharged = answer !== undefined && !('failure' in answer && isUncharged(answer.failure));
      return answer;
    };
    try {
      while (await pause.pass(patienceMs, signal)) {
        const answer = await account.slots.run(account.organizationId, attempt, { signal });
        if (answer) return answer;
      }
      return { failure: 'busy' };
    } finally {
      if (reserved && !isCharged) await this.budget.giveBack(reserved);
    }
  }

  /** Returns the characters that an organization has left in this month, if others take none meanwhile. */
  async charactersLeft(account: ProviderAccount): Promise<number> {
    const { charactersPerMonth } = account;
    return charactersPerMonth === null ? Infinity : charactersPerMonth - (await this.budget.usageOf(account));
  }

  /** @returns undefined if the provider is too busy, and can be asked again after the pause */
  private async ask(
    provider: MachineProvider,
    { pause, owner, organizationId }: ProviderAccount,
    request: ProviderRequest,
  ): Promise<ProviderAnswer | undefined> {
    const askedAt = this.clock.now();
    try {
      const answer = await provider.translate(request);
      pause.answered();
      return answer;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const whose = owner === 'operator' ? '' : ` of the organization ${organizationId}`;
      this.logger.warn(`the provider${whose} did not translate: ${error.message}`);
      const { failure, answer } = error;
      if (failure === 'busy' && pause.begin(askedAt, answer?.retryAfterMs)) return undefined;
      return { failure, isOfAccount: answer?.isOfAccount };
    }
  }
}

/** Whether a provider has translated nothing. */
const isUncharged = (failure: MachineFailure): boolean => failure !== 'bad_answer' && failure !== 'timeout';

/** Counts the characters that are sent: texts, and their context for a language model. */
function charactersOf({ texts, context, problems = [] }: ProviderRequest): number {
  const { styleNote, name, description, neighbours = [], memory = [], terms = [] } = context ?? {};
  const remembered = memory.flatMap(({ source, translation }) => [source, translation]);
  const glossary = terms.flatMap((term) => [term.term, term.definition, term.translation, ...(term.forbidden ?? [])]);
  const sent = [...texts, ...problems, styleNote, name, description, ...neighbours, ...remembered, ...glossary];
  return sent.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}
