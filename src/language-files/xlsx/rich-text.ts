import { unescapeOoxml } from './ooxml-text';

/**
 * Collects the text of a shared or inline string from its `<t>` elements. The runs of rich text are joined; phonetic
 * readings (`rPh`) are ignored.
 */
export class RichText {
  private pieces: string[] = [];
  private inText = false;
  private inPhonetic = false;

  /** Starts a new string. */
  start(): void {
    this.pieces = [];
    this.inText = this.inPhonetic = false;
  }

  open(name: string): void {
    if (name === 'rPh') this.inPhonetic = true;
    if (name === 't') this.inText = !this.inPhonetic;
  }

  close(name: string): void {
    if (name === 'rPh') this.inPhonetic = false;
    if (name === 't') this.inText = false;
  }

  add(piece: string): void {
    if (this.inText) this.pieces.push(piece);
  }

  get value(): string {
    return unescapeOoxml(this.pieces.join(''));
  }
}
