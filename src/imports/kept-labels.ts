import type { ImportedKey } from './reading/packed/imported-keys';

/** A property of a key that a file may have. The reasons of conflicts have the same names. */
export type Label = 'description' | 'max_length';

/** The descriptions and length limits of the project's keys that an import leaves as they are, whatever its file says. */
export class KeptLabels {
  private readonly names = { description: new Set<string>(), max_length: new Set<string>() };
  private areAllKept = false;

  /** @param name of the key */
  add(label: Label, name: string): void {
    this.names[label].add(name);
  }

  addAll(): void {
    this.areAllKept = true;
  }

  /** Returns a key of the file without what it says about a description or a limit that stays. */
  without(key: ImportedKey): ImportedKey {
    const keepsDescription = this.isKept('description', key);
    const keepsLimit = this.isKept('max_length', key);
    if (!keepsDescription && !keepsLimit) return key;
    return {
      ...key,
      ...(keepsDescription && { description: undefined, descriptionRule: 'set' as const }),
      ...(keepsLimit && { maxLength: undefined }),
    };
  }

  private isKept(label: Label, { name }: ImportedKey): boolean {
    return this.areAllKept || this.names[label].has(name);
  }
}
