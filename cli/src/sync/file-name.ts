import { printable } from '../history/text-lines';

/** Names a file of the project that has no path here. @param language null or undefined: the file holds all languages */
export const describeFile = ({ language, namespace }: { language?: string | null; namespace: string }): string =>
  [language ?? 'all languages', namespace && `namespace ${printable(namespace)}`].filter(Boolean).join(', ');
