import { isBreaking } from './checks';
import type { FileFinding } from './find-findings';

/** Returns the line by which GitHub Actions shows a finding beside its text. */
export function annotationOf({ file, line, key, language, code, detail }: FileFinding): string {
  const level = isBreaking(code) ? 'error' : 'warning';
  const properties = `file=${escapeProperty(file)},line=${line},title=${escapeProperty(code)}`;
  return `::${level} ${properties}::${escapeData(`${key} (${language}): ${detail}`)}`;
}

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
