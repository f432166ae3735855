import { type MetaValue, metaItems } from '../model/meta';
import { type XmlElement, attribute, childElements } from '../xml/xml-tree';
import { attributes } from '../xml/xml-writer';

/**
 * Where messages are used. In a file with relative locations a line is counted from the last one of its source file, and
 * a message without a file name is in the file of the message before: that depends on the order, so it is resolved.
 */
export class Locations {
  private file = '';
  private readonly lines = new Map<string, number>();

  read(message: XmlElement): [file: string, line: string][] {
    let file = this.file;
    return childElements(message, 'location').map((location, i) => {
      file = attribute(location, 'filename') ?? file;
      if (i === 0) this.file = file;
      return [file, this.resolve(file, attribute(location, 'line') ?? '')];
    });
  }

  private resolve(file: string, line: string): string {
    if (!/^[+-]\d{1,9}$/.test(line)) return line;
    const absolute = (this.lines.get(file) ?? 0) + Number(line);
    this.lines.set(file, absolute);
    return String(absolute);
  }
}

export const writeLocations = (stored: MetaValue | undefined, key: string): string[] =>
  metaItems(stored).flatMap((location) => {
    const [file, line] = metaItems(location);
    if (typeof file !== 'string' || typeof line !== 'string') return [];
    return [`<location${attributes([['filename', file], ['line', line || undefined]], key)}/>`]; // prettier-ignore
  });
