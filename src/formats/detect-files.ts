import type { FieldError } from '../common/errors/catalogue';
import { ValidationFailedError } from '../common/errors/domain-error';
import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { jsonPointer } from '../common/validation/json-pointer';
import { checkDto } from '../common/validation/validate-dto';
import { ArchivePaths, codecById, codecsByName, detectFormat } from '../language-files';
import {
  type DetectedFileDto,
  type DetectFilesDto,
  FileToDetectDto,
  MAX_DETECTED_FILES,
} from './dto/file-detection.dto';

/**
 * Detects what the files of a repository are, as an import of them in one zip would. A repository has files of programs
 * too, with the extensions of language files (`.ts`, `.xml`). It gives way to other requests between the files.
 *
 * @throws ValidationFailedError
 */
export async function detectFiles({ sourceLanguage, files: sent }: DetectFilesDto): Promise<DetectedFileDto[]> {
  const files = parseFiles(sent);
  const yielder = new EventLoopYielder();
  const listed = files.map(({ path }) => path);
  const paths = await ArchivePaths.read(listed, { sourceLanguage, targetLanguages: [] }, yielder);
  return yielder.map(files, ({ path, head }) => {
    const detected = detectFormat(path, Buffer.from(head));
    const named = 'format' in detected ? codecById(detected.format) : undefined;
    // The content has decided already where several formats have the extension.
    const isOther = head !== '' && codecsByName(path).length === 1 && named?.sniff?.(head) === 0;
    const codec = isOther ? undefined : named;
    const parts = codec?.multilingual ? undefined : paths.partsOf(path);
    return {
      path,
      format: codec?.id ?? null,
      candidates: 'candidates' in detected ? detected.candidates : [],
      language: parts?.language ?? null,
      namespace: parts?.namespace ?? '',
      pattern: parts?.pattern ?? null,
      languageName: parts?.languageName ?? null,
    };
  });
}

function parseFiles(sent: unknown): FileToDetectDto[] {
  const fail = (errors: FieldError[]): never => {
    throw new ValidationFailedError(errors);
  };
  const pointer = jsonPointer('files');
  if (!Array.isArray(sent)) return fail([{ pointer, code: 'wrong_type', detail: 'must be a list' }]);
  if (sent.length > MAX_DETECTED_FILES)
    return fail([{ pointer, code: 'too_many', detail: `at most ${MAX_DETECTED_FILES} items` }]);
  const checked = sent.map((file) => checkDto(FileToDetectDto, file, 'body'));
  const errors = checked.flatMap((file, index) =>
    file.errors.map((error) => ({ ...error, pointer: jsonPointer('files', index) + (error.pointer ?? '') })),
  );
  return errors.length > 0 ? fail(errors) : checked.map(({ instance }) => instance);
}
