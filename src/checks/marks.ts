/** Stands for a placeholder, a URL or an escape. */
export const TOKEN_MARK = '\uFFFC';
/** Stands for a tag or a reference to a character, which is not seen in the text. */
export const TAG_MARK = '\uFFFB';
