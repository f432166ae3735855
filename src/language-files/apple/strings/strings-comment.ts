/** Prints a block comment, or line comments if the text would close a block comment; without a line end behind it. */
export const printComment = (text: string): string =>
  text.includes('*/') ? printLineComments(text, '\n') : `/* ${text} */`;

/** @param separator what stands between the lines */
export const printLineComments = (text: string, separator: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => (line === '' ? '//' : `// ${line}`))
    .join(separator);
