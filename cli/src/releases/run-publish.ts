import { randomUUID } from 'node:crypto';
import { bodyOf, type Schemas } from '../api/client';
import type { Run } from '../commands/command';
import { openRepository, type Repository } from '../config/connect';
import { ExitCode, usageError } from '../exit-code';
import { revisionOf } from '../history/revision';
import { printable } from '../history/text-lines';
import { countOf, sizeOf } from '../terminal/counts';
import type { Output } from '../terminal/output';

export interface PublishOptions extends Selection {
  channel: string;
  release?: string;
}

/** The options of a new release. */
interface Selection {
  format?: string;
  languages?: string;
  perNamespace?: boolean;
  fallback?: 'none' | 'auto';
  minState?: 'translated' | 'reviewed';
  failOn?: string;
  revision?: string;
}

type Body = Schemas['CreateRelease'];

export async function runPublish({ options, output }: Run<PublishOptions>): Promise<ExitCode> {
  const { channel, release } = options;
  const body = toBody(options);
  if (release !== undefined) assertAlone(body);
  const repository = await openRepository(options, output);
  if (release !== undefined) return moveChannel(repository, channel, release, output);
  const answer = await repository.api.POST('/api/v1/projects/{id}/releases', {
    params: { path: { id: repository.config.project }, header: { 'Idempotency-Key': randomUUID() } },
    body,
  });
  const { release: published } = bodyOf(answer);
  const { id, revision, languages, files } = published;
  for (const language of languages)
    output.line(`${language}  ${describe(files.filter((file) => file.language === language))}`);
  output.line(`Published revision ${revision} in ${printable(channel)}: ${describe(files)}. Release ${id}.`);
  output.result({ publish: { channel, release: published }, exitCode: ExitCode.done });
  return ExitCode.done;
}

const describe = (files: readonly { bytes: number }[]): string =>
  `${countOf(files.length, 'file')}, ${sizeOf(files.reduce((sum, { bytes }) => sum + bytes, 0))}`;

async function moveChannel(
  { api, config }: Repository,
  channel: string,
  id: string,
  output: Output,
): Promise<ExitCode> {
  const answer = await api.PUT('/api/v1/projects/{id}/channels/{name}', {
    params: { path: { id: config.project, name: channel } },
    body: { release: id },
  });
  const { release } = bodyOf(answer).channel;
  output.line(`${printable(channel)} serves the release ${release.id} of revision ${release.revision}.`);
  output.result({ publish: { channel, release }, exitCode: ExitCode.done });
  return ExitCode.done;
}

function toBody({
  channel,
  format,
  languages,
  perNamespace,
  fallback,
  minState,
  failOn,
  revision,
}: PublishOptions): Body {
  return {
    channel,
    ...(format !== undefined && { format: format as Body['format'] }),
    ...(languages !== undefined && { languages: listOf(languages) }),
    ...(perNamespace && { perNamespace }),
    ...(fallback !== undefined && { fallback }),
    ...(minState !== undefined && { minState }),
    ...(failOn !== undefined && { failOn: listOf(failOn) as Body['failOn'] }),
    ...(revision !== undefined && { revision: revisionOf(revision) }),
  };
}

/** @throws CommandError when options of a new release are beside `--release` */
function assertAlone({ channel: _channel, ...others }: Body): void {
  const [name] = Object.keys(others);
  if (name === undefined) return;
  const option = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw usageError(`--${option} is of a new release: it cannot be beside --release`);
}

const listOf = (option: string): string[] => option.split(',').map((item) => item.trim());
