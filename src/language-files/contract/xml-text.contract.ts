/** Whether XML 1.0 can carry every character of a text (§2.2). */
export const isXmlText = (text: string): boolean =>
  [...text].every((c) => ['\t', '\n', '\r'].includes(c) || (c >= ' ' && !/[\uD800-\uDFFF\uFFFE\uFFFF]/u.test(c)));
