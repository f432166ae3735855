import type { FieldError } from '../../common/errors/catalogue';
import { RefusedFileError } from './refused-file-error';

/** Further issues are counted but not listed. */
const MAX_LISTED = 100;

/** Collects the entries of a file that cannot be imported. */
export class FileIssues {
  private readonly listed: FieldError[] = [];
  private count = 0;

  add(issue: FieldError): void {
    this.count++;
    if (issue.line === undefined) delete issue.line;
    if (this.listed.length < MAX_LISTED) this.listed.push(issue);
  }

  /** @throws RefusedFileError with the first 100 issues, if there are any */
  throwIfAny(): void {
    const [first] = this.listed;
    if (!first) return;
    const code = this.listed.every((issue) => issue.code === 'duplicate_key') ? 'duplicate_key' : 'malformed_file';
    const more = this.count > 1 ? ` (and ${this.count - 1} more)` : '';
    const subject = first.key === undefined ? '' : `${JSON.stringify(first.key)}: `;
    const detail = `${subject}${first.detail}${more}`;
    throw new RefusedFileError({ code, detail, errors: this.listed });
  }
}
