import type { CheckCode } from '../checks/finding';

/** A number of findings of a code in a language. */
export interface FindingCount {
  language: string;
  code: CheckCode;
  count: number;
}
