import type { FileLimitError, MalformedFileError, SourcePosition } from '../model/format-errors';
import { createDepthError, createSyntaxError } from './yaml-errors';

/** A file that is read from its start to its end. */
export class YamlSource {
  /** The offsets of the comments, in file order. */
  readonly comments: number[] = [];

  /** @param maxDepth levels of maps and sequences */
  constructor(
    readonly text: string,
    readonly maxDepth: number,
    private readonly getPosition: (offset: number) => SourcePosition,
  ) {}

  syntaxError(message: string, offset: number): MalformedFileError {
    return createSyntaxError(message, this.getPosition(offset));
  }

  depthError(offset: number): FileLimitError {
    return createDepthError(this.maxDepth, this.getPosition(offset));
  }
}
