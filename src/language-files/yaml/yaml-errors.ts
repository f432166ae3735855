import { FileLimitError, MalformedFileError, type SourcePosition } from '../model/format-errors';

export const createSyntaxError = (message: string, position: SourcePosition): MalformedFileError =>
  new MalformedFileError(`not valid YAML: ${message}`, position);

export const createDepthError = (maxDepth: number, position: SourcePosition): FileLimitError =>
  new FileLimitError(`nested deeper than ${maxDepth} levels`, position);
