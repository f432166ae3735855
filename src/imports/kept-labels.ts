import type { ImportedKey } from './reading/packed/imported-keys';

/** What a file says about a key itself, as the reasons of conflicts name it. */
export type Label = 'description' | 'max_length';

/** The descriptions and length limits of the project that an import leaves as they are, whatever its file says. */
export class KeptLabels {
  private readonly names = { description: new Set<string>(), max_length: new Set<string>() };

  /** @param name of the key */
  add(label: Label, name: string): void {
    this.names[label].add(name);
  }

  /** Returns a key of the file without what it says about a description or a limit that stays. */
  without(key: ImportedKey): ImportedKey {
    const { description, max_length: limit } = this.names;
    return {
      ...key,
      ...(description.has(key.name) && { description: undefined, descriptionRule: 'set' as const }),
      ...(limit.has(key.name) && { maxLength: undefined }),
    };
  }
}
