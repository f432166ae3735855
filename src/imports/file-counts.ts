import type { FileOfSeveral } from './reading/archive-files';

/** The counts of what an import does with the translation units of one of its files. */
export interface FileCounts {
  name: string;
  /** The id of its format. */
  format: string;
  languages: readonly string[];
  imported: number;
  updated: number;
  skipped: number;
  /** Present if the import has a base: the conflicts about its texts and their states. */
  conflicts?: number;
}

/** The numbers of an import by its files, in the order of their translation units. */
export class CountsByFile {
  private readonly counts: FileCounts[];
  private place = 0;

  /** @param hasBase conflicts are counted */
  constructor(
    private readonly files: readonly FileOfSeveral[],
    units: number,
    private readonly hasBase: boolean,
  ) {
    this.counts = files.map(({ path: name, format, languages, firstUnit }, place) => ({
      ...{ name, format, languages, imported: 0, updated: 0 },
      skipped: (files[place + 1]?.firstUnit ?? units) - firstUnit,
      ...(hasBase && { conflicts: 0 }),
    }));
  }

  /** Counts a unit that has another outcome than `skipped`. @param index of units in the order of the files */
  add(index: number, outcome: 'imported' | 'updated'): void {
    const counts = this.of(index);
    if (!counts) return;
    counts[outcome]++;
    counts.skipped--;
  }

  addConflict(index: number): void {
    const counts = this.of(index);
    if (counts && this.hasBase) counts.conflicts = (counts.conflicts ?? 0) + 1;
  }

  get all(): readonly FileCounts[] {
    return this.counts;
  }

  private of(index: number): FileCounts | undefined {
    const { files } = this;
    while (this.place > 0 && (files[this.place]?.firstUnit ?? 0) > index) this.place--;
    while ((files[this.place + 1]?.firstUnit ?? Infinity) <= index) this.place++;
    return this.counts[this.place];
  }
}
