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
}

export class FileClaimsList {
  private readonly keys = new NumberList();
  private readonly descriptions = new NumberList();
  private readonly sources = new NumberList();

  /** @param source undefined: the file says nothing about it */
  add(key: number, description: string | undefined, source: string | null | undefined): void {
    this.keys.push(key);
    this.descriptions.push(digestOf(description));
    this.sources.push(digestOf(source ?? undefined));
  }

  get packed(): FileClaims {
    return { keys: this.keys.array, descriptions: this.descriptions.array, sources: this.sources.array };
  }
}
