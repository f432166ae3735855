import { brotliDecompressSync } from 'node:zlib';
import type { FileFacts, TemplateFile, TemplateOptions } from '../../language-files';

/** A template as it is stored: its files are compressed. Plain data. */
export interface StoredTemplate extends TemplateOptions, Pick<TemplateFile, 'isForeign' | 'isBeside'> {
  content: Uint8Array;
  /** The size of its files in bytes. */
  size: number;
  /** The content of the source language's file. */
  sourceContent?: Uint8Array;
}

/** A file that replaces the template of a file. */
export interface ReplacingTemplate extends Pick<StoredTemplate, 'content'> {
  options: TemplateOptions;
}

/** The facts about a file, with its template as it is stored. */
export type StoredFileFacts = Omit<FileFacts, 'template'> & { template?: StoredTemplate };

/** Decompresses the template of a file, which takes some milliseconds for a megabyte. */
export const readFacts = ({ template, ...file }: StoredFileFacts): FileFacts => ({
  ...file,
  template: template && readTemplate(template),
});

/** Returns the facts about a file with another template of its own. */
export function withTemplate({ template, ...file }: FileFacts, { content, options }: ReplacingTemplate): FileFacts {
  const bytes = brotliDecompressSync(content);
  return { ...file, template: { ...options, bytes, source: template?.source, isForeign: false } };
}

function readTemplate({ content, sourceContent, size: _size, ...template }: StoredTemplate): TemplateFile {
  const source = sourceContent && brotliDecompressSync(sourceContent);
  return { ...template, bytes: brotliDecompressSync(content), source };
}
