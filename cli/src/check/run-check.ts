import type { Run } from '../commands/command';
import { ExitCode, usageError } from '../exit-code';
import { pathInRepository } from '../files/repository';
import { printable } from '../history/text-lines';
import { Session } from '../sync/session';
import type { Output } from '../terminal/output';
import { annotationOf } from './annotation';
import { CHECKS } from './checks';
import { findFindings, type FileFinding } from './find-findings';
import { toSarif } from './sarif';

export interface CheckOptions {
  format: 'text' | 'json' | 'sarif';
  only?: string;
  language?: string;
}

export function runCheck({ options, output }: Run<CheckOptions>): Promise<ExitCode> {
  const only = options.only === undefined ? undefined : parseChecks(options.only);
  return Session.read(options, output, async (session) => {
    const { files, languages, newLanguages, findings: all } = await findFindings(session);
    if (options.language !== undefined && !languages.has(options.language))
      throw usageError(
        `no file here has the language ${options.language}`,
        `There are ${[...languages].sort().join(', ')}.`,
      );
    if (newLanguages.length > 0) output.note(`Languages that the project does not have: ${newLanguages.join(', ')}`);
    const findings = all.filter(
      ({ code, language }) =>
        (only === undefined || only.has(code)) && (options.language === undefined || options.language === language),
    );
    // GitHub knows files by their paths in the repository, of which glossa.json may be in any folder.
    const inRepository = findings.map((each) => ({
      ...each,
      file: pathInRepository(session.config.folder, each.file),
    }));
    const exitCode = findings.length > 0 ? ExitCode.found : ExitCode.done;
    const result = { check: { files, findings }, exitCode };
    if (options.format === 'sarif') output.raw(`${JSON.stringify(toSarif(inRepository), null, 2)}\n`);
    else if (options.format === 'json') output.raw(`${JSON.stringify(result)}\n`);
    else {
      if (process.env.GITHUB_ACTIONS === 'true') for (const finding of inRepository) output.line(annotationOf(finding));
      else printFindings(findings, output);
      const found = findings.length === 1 ? '1 finding' : `${findings.length} findings`;
      output.line(`${found} in ${files === 1 ? '1 file' : `${files} files`}.`);
      output.result(result);
    }
    return exitCode;
  });
}

/** @throws CommandError */
function parseChecks(list: string): ReadonlySet<string> {
  const codes = list.split(',').map((code) => code.trim());
  const unknown = codes.find((code) => !(code in CHECKS));
  if (unknown === undefined) return new Set(codes);
  throw usageError(`there is no check ${JSON.stringify(unknown)}`, `There are ${Object.keys(CHECKS).join(', ')}.`);
}

function printFindings(findings: readonly FileFinding[], output: Output): void {
  for (const { file, line, key, language, code, detail } of findings) {
    const place = output.style('bold', `${printable(file)}:${line}`);
    output.line(`${place}  ${output.style('yellow', code)}  ${printable(key)} (${language}): ${printable(detail)}`);
  }
}
