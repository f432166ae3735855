import { usageError } from '../exit-code';
import { hideSecret } from '../terminal/secrets';

/**
 * Returns an API key without the white space around it. An error does not repeat the key.
 *
 * @param place where the key was read
 * @throws CommandError if a header of HTTP cannot have it
 */
export function parseApiKey(text: string, place: string): string {
  const key = text.trim();
  hideSecret(key);
  if (/^[!-~]+$/.test(key)) return key;
  throw key === ''
    ? usageError(`${place} is empty`, 'An API key begins with "glossa_".')
    : usageError(
        `${place} is no API key: it has a space, a line break or a letter that is not ASCII`,
        'Copy the API key again.',
      );
}
