import { digestOf } from '../../language-files';
import { NumberList } from './packed/number-list';

/**
 * What a file says about its keys that is not of its own language: in the order of the file, the index of a key, the digest of its
 * description, and the digest of the source text beside its text; 0 for none. Plain data.
 */
export interface FileClaims {
  keys: Uint32Array;
  descriptions: Uint32Array;
  sources: Uint32Array;
  /** 1 where the source is the name of the text, and no text of the source language. */
  names: Uint32Array;
}

export class FileClaimsList {
  private readonly keys = new NumberList();
  private readonly descriptions = new NumberList();
  private readonly sources = new NumberList();
  private readonly names = new NumberList();

  /**
   * @param source undefined: the file says nothing about it
   * @param isName the source is the name of the text
   */
  add(key: number, description: string | undefined, source: string | null | undefined, isName: boolean): void {
    this.keys.push(key);
    this.descriptions.push(digestOf(description));
    this.sources.push(digestOf(source ?? undefined));
    this.names.push(isName ? 1 : 0);
  }

  get packed(): FileClaims {
    const { keys, descriptions, sources, names } = this;
    return { keys: keys.array, descriptions: descriptions.array, sources: sources.array, names: names.array };
  }
}
