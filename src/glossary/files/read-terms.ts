import { TermFileError } from '../glossary-errors';
import type { TermFileFormat } from '../term';
import { readCsvTerms } from './csv-terms';
import type { ImportedTerm } from './imported-term';
import { readTbxTerms } from './tbx-terms';
import { type ReadTerms, TermPages } from './term-pages';

/** A file of terms. */
export interface TermFile {
  format: TermFileFormat;
  bytes: Uint8Array;
  /** Of terms of which the file does not say it; undefined: the default of the format. */
  language: string | undefined;
}

type Reader = (bytes: Uint8Array, language: string | undefined, add: (term: ImportedTerm) => void) => void;

const READERS: Readonly<Record<TermFileFormat, Reader>> = { csv: readCsvTerms, tbx: readTbxTerms };

/** Reads a file, at most until it has more than a glossary. @throws TermFileError, GlossaryTooLargeError */
export function readTerms({ format, bytes, language }: TermFile): ReadTerms {
  const pages = new TermPages();
  try {
    READERS[format](bytes, language, (term) => pages.add(term));
  } catch (error) {
    // The parsers limit the depth of what they read. This is for a construct that they miss.
    if (error instanceof RangeError) throw new TermFileError('the file is nested too deeply');
    throw error;
  }
  return pages.end();
}
