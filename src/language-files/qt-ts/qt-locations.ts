import { type MetaValue, metaItems } from '../model/meta';
import { type XmlElement, attribute, childElements } from '../xml/xml-tree';
import { attributes } from '../xml/xml-writer';

/**
 * Reads the source code locations of messages as absolute ones. In a file with relative locations, a line number is
 * relative to the last one of the same source file, and a message without a file name is in the file of the message
 * before it. Such locations depend on the order of messages, which is not kept.
 */
export class LocationReader {
  private file = '';
  private readonly lines = new Map<string, number>();

  read(message: XmlElement): [file: string, line: string][] {
    let file = this.file;
    return childElements(message, 'location').map((location, index) => {
      file = attribute(location, 'filename') ?? file;
      if (index === 0) this.file = file;
      return [file, this.resolveLine(file, attribute(location, 'line') ?? '')];
    });
  }

  private resolveLine(file: string, line: string): string {
    if (!/^[+-]\d{1,9}$/.test(line)) return line;
    const absolute = (this.lines.get(file) ?? 0) + Number(line);
    this.lines.set(file, absolute);
    return String(absolute);
  }
}

/** Writes stored locations as `<location>` elements. */
export const writeLocations = (stored: MetaValue | undefined, key: string): string[] =>
  metaItems(stored).flatMap((location) => {
    const [file, line] = metaItems(location);
    if (typeof file !== 'string' || typeof line !== 'string') return [];
    const pairs = [['filename', file] as const, ['line', line || undefined] as const];
    return [`<location${attributes(pairs, key)}/>`];
  });
