import type { LocalFile } from '../files/working-tree';

/** Finds the lines of texts in files of any format, as well as their lines show it. */
export class FileLines {
  private readonly lines = new Map<LocalFile, string[]>();

  /**
   * Returns the number of the line that has the text, or the name of the key: a line with both, else with the text, else with the
   * name; 1 if none has.
   */
  find(file: LocalFile, name: string, text: string): number {
    const lines = this.linesOf(file);
    const [ownText = ''] = text.split('\n');
    const texts = ownText.trim() === '' ? [] : [JSON.stringify(ownText).slice(1, -1), ownText];
    const names = [...new Set([name, name.split('.').at(-1) ?? name])].filter((each) => each !== '');
    const hasText = (line: string): boolean => texts.some((each) => line.includes(each));
    const hasName = (line: string): boolean => names.some((each) => line.includes(each));
    let [withText, withName] = [-1, -1];
    for (const [index, line] of lines.entries()) {
      const isNamed = hasName(line);
      if (hasText(line)) {
        if (isNamed) return index + 1;
        if (withText < 0) withText = index;
      }
      if (isNamed && withName < 0) withName = index;
    }
    return Math.max(withText >= 0 ? withText : withName, 0) + 1;
  }

  private linesOf(file: LocalFile): string[] {
    const known = this.lines.get(file);
    if (known) return known;
    const { bytes } = file;
    const encoding =
      bytes[0] === 0xff && bytes[1] === 0xfe
        ? 'utf-16le'
        : bytes[0] === 0xfe && bytes[1] === 0xff
          ? 'utf-16be'
          : 'utf-8';
    const lines = new TextDecoder(encoding).decode(bytes).split(/\r\n|\r|\n/);
    this.lines.set(file, lines);
    return lines;
  }
}
