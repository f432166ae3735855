import type { CheckCode } from '../checks/finding';

/** A number of findings of a code in a language. */
export interface FindingCount {
  language: string;
  code: CheckCode;
  count: number;
}

/** A number of findings in a language of a namespace. */
export interface NamespaceCount {
  namespace: string;
  language: string;
  count: number;
}
