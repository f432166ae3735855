import type { KeptFile } from './reading/kept-file';

/** Takes the files of an import that will be templates of exports, before the import has written them. */
export abstract class ReadAhead {
  abstract readAhead(projectId: string, files: readonly KeptFile[]): void;
}
