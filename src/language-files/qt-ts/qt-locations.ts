import { type MetaValue, metaItems } from '../model/meta';
import type { XmlEdits } from '../xml/xml-edits';
import { type XmlElement, attribute, childElements } from '../xml/xml-tree';
import { attributes } from '../xml/xml-writer';

/** A location in the source code. Its line is absolute. */
export type Location = [file: string, line: string];

const RELATIVE = /^[+-]\d{1,9}$/;

/** Whether the locations of a message depend on the messages before it. */
export const hasRelativeLocation = (message: XmlElement): boolean =>
  childElements(message, 'location').some(
    (location) => attribute(location, 'filename') === undefined || RELATIVE.test(attribute(location, 'line') ?? ''),
  );

/**
 * Reads the source code locations of messages as absolute ones. In a file with relative locations, a line number is
 * relative to the last one of the same source file, and a message without a file name is in the file of the message
 * before it. Such locations depend on the order of messages, which is not kept.
 */
export class LocationReader {
  private file = '';
  private readonly lines = new Map<string, number>();

  read(message: XmlElement): Location[] {
    let file = this.file;
    return childElements(message, 'location').map((location, index) => {
      file = attribute(location, 'filename') ?? file;
      if (index === 0) this.file = file;
      return [file, this.resolveLine(file, attribute(location, 'line') ?? '')];
    });
  }

  private resolveLine(file: string, line: string): string {
    if (!RELATIVE.test(line)) return line;
    const absolute = (this.lines.get(file) ?? 0) + Number(line);
    this.lines.set(file, absolute);
    return String(absolute);
  }
}

/** Changes the relative locations of the messages of a file, one by one, to those that they shall have. */
export class LocationEditor {
  private file = '';
  private readonly lines = new Map<string, number>();

  constructor(private readonly edits: XmlEdits) {}

  /** @param wanted the locations. A message that has others keeps its own */
  change(message: XmlElement, wanted: readonly Location[] = []): void {
    let { file } = this;
    for (const [index, location] of childElements(message, 'location').entries()) {
      const found = attribute(location, 'filename') ?? file;
      const line = attribute(location, 'line') ?? '';
      const [wantedFile, wantedLine] = wanted[index] ?? [found];
      file = wantedFile;
      if (index === 0) this.file = file;
      if (found !== file) this.edits.setAttribute(location, 'filename', file, '');
      if (!RELATIVE.test(line)) continue;
      const before = this.lines.get(file) ?? 0;
      const after = wantedLine === undefined ? before + Number(line) : Number(wantedLine);
      this.lines.set(file, after);
      const step = after - before;
      if (step !== Number(line)) this.edits.setAttribute(location, 'line', `${step < 0 ? '' : '+'}${step}`, '');
    }
  }
}

/** Returns stored locations. */
export const readLocations = (stored: MetaValue | undefined): Location[] =>
  metaItems(stored).flatMap((location): Location[] => {
    const [file, line] = metaItems(location);
    return typeof file === 'string' && typeof line === 'string' ? [[file, line]] : [];
  });

/** Writes stored locations as `<location>` elements. */
export const writeLocations = (stored: MetaValue | undefined, key: string): string[] =>
  readLocations(stored).map(([file, line]) => {
    const pairs = [['filename', file] as const, ['line', line || undefined] as const];
    return `<location${attributes(pairs, key)}/>`;
  });
