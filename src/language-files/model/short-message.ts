/** Maximum length of a message about a file, in UTF-16 code units. Messages quote parts of files, which may be long. */
const MAX_MESSAGE_LENGTH = 1_000;

/** Returns a copy: a slice would keep the text that it was taken from in memory. */
export function shortenMessage(message: string): string {
  if (message.length <= MAX_MESSAGE_LENGTH) return message;
  const start = message.slice(0, MAX_MESSAGE_LENGTH - 1).toWellFormed();
  return `${Buffer.from(start).toString()}…`;
}
