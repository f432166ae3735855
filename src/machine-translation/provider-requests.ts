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
  /** Milliseconds for which a provider that is busy or away may answer nothing, until it is given up. */
  patienceMs: number;
  /** Returns whether no further request is sent, because nobody would wait for its answer. Default: false. */
  isLate?: () => boolean;
}

/** The translations of a provider, or the reason why it has not translated. */
export type ProviderAnswer = readonly string[] | Failed;

/** The outcome of a request that was sent. */
interface Attempt {
  /** Undefined: it is sent again after the pause. */
  answer?: ProviderAnswer;
  /** Whether the provider may have translated, and is paid for it. */
  isPaid: boolean;
  failedAt?: number;
}

/**
 * Sends requests to a provider: a bounded number at a time, within the characters of the organization, and again if it was busy or away.
 * A request that waits for the provider does not count among the requests at a time.
 */
@Injectable()
export class ProviderRequests {
  private readonly logger = new Logger('MachineTranslation');

  constructor(
    private readonly budget: CharacterBudget,
    private readonly clock: ProviderClock,
  ) {}

  /**
   * Sends a request if the organization has characters left for it. They are counted once, however often it is sent, unless the provider
   * may have translated it and is sent it again.
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
    let failedAt: number | undefined;
    const attempt = async (): Promise<ProviderAnswer | undefined> => {
      if (isLate()) return { failure: 'busy' };
      if (!pause.isOver) return undefined;
      reserved ??= await this.budget.reserve(account, charactersOf(request));
      if (!reserved) return { failure: 'month_used_up' };
      // After an unexpected error, the provider may have translated.
      isCharged = true;
      const sent = await this.ask(provider, account, request, failedAt);
      isCharged = sent.isPaid;
      failedAt ??= sent.failedAt;
      // The next attempt is counted too.
      if (!sent.answer && sent.isPaid) reserved = undefined;
      return sent.answer;
    };
    try {
      while (await pause.pass(patienceMs, signal)) {
        const answer = await account.slots.run(account.organizationId, attempt, { signal });
        if (answer) return answer;
      }
      return { failure: pause.cause };
    } finally {
      if (reserved && !isCharged) await this.budget.giveBack(reserved);
    }
  }

  /** Returns the characters that an organization has left in this month, if others take none meanwhile. */
  async charactersLeft(account: ProviderAccount): Promise<number> {
    const { charactersPerMonth } = account;
    return charactersPerMonth === null ? Infinity : charactersPerMonth - (await this.budget.usageOf(account));
  }

  /** @param failedAt when the request has failed for the first time */
  private async ask(
    provider: MachineProvider,
    { pause, owner, organizationId }: ProviderAccount,
    request: ProviderRequest,
    failedAt: number | undefined,
  ): Promise<Attempt> {
    const askedAt = this.clock.now();
    try {
      const answer = await provider.translate(request);
      pause.answered();
      return { answer, isPaid: true };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const whose = owner === 'operator' ? '' : ` of the organization ${organizationId}`;
      this.logger.warn(`the provider${whose} did not translate: ${error.message}`);
      const { failure, answer, isPassing, isAway } = error;
      const isPaid = MAY_BE_PAID.has(failure);
      // A provider that answers other requests is not away: this request fails. A time-out lasts so long that it is not waited for twice.
      const answersOthers = pause.hasAnsweredSince(failure === 'timeout' ? askedAt : (failedAt ?? Infinity));
      const isAskedAgain =
        isPassing && !(isAway && answersOthers) && pause.begin(askedAt, failure, answer?.retryAfterMs);
      if (isAskedAgain) return { isPaid, failedAt: this.clock.now() };
      return { answer: { failure, isOfAccount: answer?.isOfAccount }, isPaid };
    }
  }
}

/** Failures of requests that a provider may have translated. */
const MAY_BE_PAID: ReadonlySet<MachineFailure> = new Set<MachineFailure>(['bad_answer', 'timeout']);

/** Counts the characters that are sent: texts, and their context for a language model. */
function charactersOf({ texts, context, problems = [] }: ProviderRequest): number {
  const { styleNote, name, description, neighbours = [], memory = [], terms = [] } = context ?? {};
  const remembered = memory.flatMap(({ source, translation }) => [source, translation]);
  const glossary = terms.flatMap((term) => [term.term, term.definition, term.translation, ...(term.forbidden ?? [])]);
  const sent = [...texts, ...problems, styleNote, name, description, ...neighbours, ...remembered, ...glossary];
  return sent.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}
