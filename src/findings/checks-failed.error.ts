import type { CheckCode } from '../checks/finding';
import { DomainError } from '../common/errors/domain-error';

/** Findings that an error names. */
export const MAX_NAMED_FINDINGS = 100;

/** A finding in a text that is not written. */
interface RefusedFinding {
  /** The name of the key. */
  key: string;
  language: string;
  code: CheckCode;
  detail: string;
}

/** Texts fail checks that the request, or its operation, requires. */
export class ChecksFailedError extends DomainError {
  /**
   * @param count of all findings
   * @param named some of them
   * @param texts what has the findings
   * @param required what the checks are
   */
  constructor(
    count: number,
    named: readonly RefusedFinding[],
    { texts, required }: { texts: string; required: string } = { texts: 'the file has', required: 'in failOn' },
  ) {
    const errors = named.map(({ key, language, code, detail }) => {
      return { key, language, code: 'checks_failed', detail: `${code}: ${detail}` } as const;
    });
    const findings = count === 1 ? '1 finding' : `${count} findings`;
    super('checks_failed', `${texts} ${findings} of the checks ${required}`, { errors });
  }
}
