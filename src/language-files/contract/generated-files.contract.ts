import type { GeneratedFile } from './generated-file.contract';
import { mutants } from './mutants.contract';
import { nestedFiles } from './nested-files.contract';
import { pumpedFiles } from './pumped-files.contract';

/** A recipe for files: data that a parent process can send to the child process that reads them. */
export type FileRecipe = MutantRecipe | NestedRecipe | PumpedRecipe;

interface MutantRecipe {
  kind: 'mutants';
  /** In base64. */
  files: string[];
  count: number;
}

interface NestedRecipe {
  kind: 'nested';
  /** A file with one text, `MARKER`, in base64. */
  sample: string;
  depths: number[];
  /** Larger files are left out. */
  maxBytes: number;
  /** One file of so many is kept. */
  every: number;
}

interface PumpedRecipe {
  kind: 'pumped';
  /** A file with one text, `MARKER`, in base64. */
  sample: string;
  /** In UTF-16 code units, the smallest first. */
  lengths: number[];
  /** One construct of so many is kept. */
  every: number;
}

/** Generates the same files for the same recipe. */
export function* generateFiles(recipe: FileRecipe): Generator<GeneratedFile> {
  switch (recipe.kind) {
    case 'mutants':
      return yield* mutantFiles(recipe);
    case 'nested':
      return yield* nestedFilesUpTo(recipe);
    case 'pumped':
      return yield* pumpedFiles(Buffer.from(recipe.sample, 'base64'), recipe.lengths, recipe.every);
  }
}

function* mutantFiles({ files, count }: MutantRecipe): Generator<GeneratedFile> {
  let number = 0;
  const originals = files.map((file) => Buffer.from(file, 'base64'));
  for (const bytes of mutants(originals, count)) yield { name: `mutant ${number++}`, bytes };
}

function* nestedFilesUpTo({ sample, depths, maxBytes, every }: NestedRecipe): Generator<GeneratedFile> {
  let number = 0;
  for (const file of nestedFiles(Buffer.from(sample, 'base64'), depths)) {
    if (file.bytes.length <= maxBytes && number++ % every === 0) yield file;
  }
}
