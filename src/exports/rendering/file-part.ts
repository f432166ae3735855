/** The prefixes of the names that have files of their own in a zip: each is a namespace, or several parts of a name. */
export class NamespaceFiles {
  private readonly lengths: ReadonlySet<number>;
  /** One list for all parts: a list of each would take quadratic memory. */
  private readonly list: readonly string[];

  constructor(readonly namespaces: ReadonlySet<string>) {
    this.list = [...namespaces];
    this.lengths = new Set(this.list.map(({ length }) => length));
  }

  /** Returns the longest namespace with a file to which a key belongs; `""` if there is none. */
  namespaceOf(name: string): string {
    if (this.namespaces.size === 0) return '';
    for (let dot = name.lastIndexOf('.', name.length - 2); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
      if (!this.lengths.has(dot)) continue;
      const namespace = name.slice(0, dot);
      if (this.namespaces.has(namespace)) return namespace;
    }
    return '';
  }

  /** Returns the part of the keys of a namespace, or with `""` of all keys that no namespace has. */
  part(namespace: string): FilePart {
    return { namespace, includes: (name) => this.namespaceOf(name) === namespace, others: this.list };
  }
}

/** The keys of one file of a zip that has a file for each namespace. */
export interface FilePart {
  /** The prefix of the names, which stand in the file without it; `""`: the keys that no other file has. */
  namespace: string;
  includes: (name: string) => boolean;
  /** The namespaces that have files. */
  others: readonly string[];
}
