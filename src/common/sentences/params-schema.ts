/** The schema of `params`. */
export const paramsSchema = {
  type: 'object' as const,
  description:
    'Names and values of what `detail` says, for programs that say it in another language: texts, numbers and lists of ' +
    'texts. `reason` tells the sentences of one code apart. Absent if the sentence has no parameters.',
  additionalProperties: {
    oneOf: [
      { type: 'string' as const },
      { type: 'integer' as const },
      { type: 'array' as const, items: { type: 'string' as const } },
    ],
  },
};
