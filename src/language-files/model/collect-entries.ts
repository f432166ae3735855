import type { FileHead, FormatCodec, ParsedFile } from './codec';
import type { ParsedEntry } from './entry';

/** Returns the method `parse` of a codec that reads files as streams. */
export const collectEntries =
  (stream: NonNullable<FormatCodec['stream']>): FormatCodec['parse'] =>
  (bytes, context): ParsedFile => {
    const entries: ParsedEntry[] = [];
    let head: FileHead = {};
    stream(bytes, context, {
      begin: (begun) => (head = begun),
      add: (entry) => entries.push(entry),
    });
    return { ...head, entries };
  };
