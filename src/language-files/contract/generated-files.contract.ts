import { mutants } from './mutants.contract';
import { nestedFiles } from './nested-files.contract';

/** A recipe for files: data that a parent process can send to the child process that reads them. */
export type FileRecipe = MutantRecipe | NestedRecipe;

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

export interface GeneratedFile {
  name: string;
  bytes: Uint8Array;
}

/** Generates the same files for the same recipe. */
export function* generateFiles(recipe: FileRecipe): Generator<GeneratedFile> {
  if (recipe.kind === 'nested') {
    let number = 0;
    for (const file of nestedFiles(Buffer.from(recipe.sample, 'base64'), recipe.depths)) {
      if (file.bytes.length <= recipe.maxBytes && number++ % recipe.every === 0) yield file;
    }
    return;
  }
  const files = recipe.files.map((file) => Buffer.from(file, 'base64'));
  for (const bytes of mutants(files, recipe.count)) yield { name: 'mutant', bytes };
}
