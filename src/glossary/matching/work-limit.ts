/**
 * Counts the comparisons of a search for terms. Beyond the limit it ends with what it has found: a glossary whose terms all begin alike, and a
 * long text that has that beginning everywhere, would take minutes.
 */
export class WorkLimit {
  private left = 500_000;

  /** @returns false when the limit is reached */
  spend(comparisons = 1): boolean {
    this.left -= comparisons;
    return this.left >= 0;
  }
}
