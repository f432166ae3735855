import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ThreadPool } from '../background/thread-pool';
import { ProjectBusyError } from '../common/errors/project-busy.error';
import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { FairSemaphore } from '../common/scheduling/fair-semaphore';
import { checkTexts, type TextFinding, type TextsToCheck } from './check-texts';
import { ThreadChecker } from './thread-checker';

const MAX_THREADS = 2;
const MAX_WAIT_MS = 30_000;
/** Characters of texts that are checked faster than they are passed to a thread and back. */
const MAX_INLINE_CHARACTERS = 4_096;
/** The same of texts that a page waits for: the threads may be busy with a check run. */
const MAX_URGENT_CHARACTERS = 65_536;

/** Checks texts in worker threads, so that the event loop stays free. Organizations take turns. */
@Injectable()
export class Checker implements OnApplicationShutdown {
  private readonly turns = new FairSemaphore({
    slots: MAX_THREADS,
    slotsPerGroup: MAX_THREADS - 1,
    timeoutMs: MAX_WAIT_MS,
    createRefusal: () => new ProjectBusyError(),
  });
  private readonly threads = new ThreadPool(() => new ThreadChecker());

  /** @throws ProjectBusyError when the texts have waited for 30 s */
  async check(organizationId: string, texts: TextsToCheck): Promise<TextFinding[]> {
    return JSON.parse(await this.checkPacked(organizationId, texts)) as TextFinding[];
  }

  /** Checks the texts that a page waits for, not behind the texts of a check run unless they are many. */
  async checkSoon(organizationId: string, texts: TextsToCheck): Promise<TextFinding[]> {
    return JSON.parse(await this.checkPacked(organizationId, texts, MAX_URGENT_CHARACTERS)) as TextFinding[];
  }

  /** @returns JSON of a list of `TextFinding`. @throws ProjectBusyError when the texts have waited for 30 s */
  async checkPacked(organizationId: string, texts: TextsToCheck, maxInline = MAX_INLINE_CHARACTERS): Promise<string> {
    if (texts.keys.length <= maxInline) return checkInline(texts);
    return this.turns.run(organizationId, () =>
      ThreadChecker.isAvailable ? this.threads.run((thread) => thread.check(texts)) : checkInline(texts),
    );
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.close();
  }
}

async function checkInline(texts: TextsToCheck): Promise<string> {
  const yielder = new EventLoopYielder();
  const findings: TextFinding[] = [];
  for (const found of checkTexts(texts)) {
    for (const finding of found) findings.push(finding);
    const due = yielder.yieldIfDue();
    if (due) await due;
  }
  return JSON.stringify(findings);
}
