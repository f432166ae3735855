import { randomUUID } from 'node:crypto';
import { bodyOf, type Schemas } from '../api/client';
import type { Run } from '../commands/command';
import { openRepository, type Repository } from '../config/connect';
import { ExitCode, usageError } from '../exit-code';
import { revisionOf } from '../history/revision';
import { printable } from '../history/text-lines';
import { countOf, sizeOf } from '../terminal/counts';
import type { Output } from '../terminal/output';
import { describeOptions } from './release-options';

export interface PublishOptions extends Selection {
  channel: string;
  release?: string;
}

/** The options of a new release. An absent one is as in the release that the channel serves. */
interface Selection {
  format?: string;
  /** `*`: all languages. */
  languages?: string;
  perNamespace?: boolean;
  fallback?: 'none' | 'auto';
  minState?: 'any' | 'translated' | 'reviewed';
  /** `none`: no checks. */
  failOn?: string;
  revision?: string;
}

type Body = Omit<Schemas['CreateRelease'], 'channel'>;

export async function runPublish({ options, output }: Run<PublishOptions>): Promise<ExitCode> {
  const { channel, release } = options;
  const chosen = choose(options);
  if (release !== undefined) assertAlone(chosen);
  const repository = await openRepository(options, output);
  if (release !== undefined) return moveChannel(repository, channel, release, output);
  const served = await readServed(repository, channel);
  if (chosen.revision !== undefined && served.failOn && !('failOn' in chosen)) {
    output.note(`${served.failOn.join(', ')} are not checked: only the newest revision has findings`);
    delete served.failOn;
  }
  const answer = await repository.api.POST('/api/v1/projects/{id}/releases', {
    params: { path: { id: repository.config.project }, header: { 'Idempotency-Key': randomUUID() } },
    body: { channel, ...served, ...chosen },
  });
  const { release: published } = bodyOf(answer);
  const { id, revision, languages, files } = published;
  for (const language of languages)
    output.line(`${language}  ${describe(files.filter((file) => file.language === language))}`);
  output.line(`Published revision ${revision} in ${printable(channel)}: ${describe(files)}. Release ${id}.`);
  output.line(`Options: ${describeOptions(published)}`);
  output.result({ publish: { channel, release: published }, exitCode: ExitCode.done });
  return ExitCode.done;
}

/** Returns the options of the release that a channel serves; of a new channel, none. Languages that the project lost are left out. */
async function readServed({ api, config }: Repository, channel: string): Promise<Body> {
  const path = { id: config.project };
  const { channels } = bodyOf(await api.GET('/api/v1/projects/{id}/channels', { params: { path } }));
  const found = channels.find(({ name }) => name === channel);
  if (!found) return {};
  const params = { path: { id: found.release.id } };
  const { release } = bodyOf(await api.GET('/api/v1/releases/{id}', { params }));
  const { format, perNamespace, fallback, minState, failOn, allLanguages } = release;
  const options: Body = { format, perNamespace, fallback };
  if (minState !== null) options.minState = minState;
  if (failOn.length > 0) options.failOn = failOn;
  if (!allLanguages) {
    const { project } = bodyOf(await api.GET('/api/v1/projects/{id}', { params: { path } }));
    const known = [project.sourceLanguage, ...project.targetLanguages];
    const left = release.languages.filter((language) => known.includes(language));
    options.languages = left.length > 0 ? left : release.languages;
  }
  return options;
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

/** Returns the options that are given, as the request has them. */
function choose({ format, languages, perNamespace, fallback, minState, failOn, revision }: Selection): Body {
  return {
    ...(format !== undefined && { format: format as Body['format'] }),
    ...(languages !== undefined && { languages: languages === '*' ? undefined : listOf(languages) }),
    ...(perNamespace !== undefined && { perNamespace }),
    ...(fallback !== undefined && { fallback }),
    ...(minState !== undefined && { minState: minState === 'any' ? undefined : minState }),
    ...(failOn !== undefined && { failOn: failOn === 'none' ? [] : (listOf(failOn) as Body['failOn']) }),
    ...(revision !== undefined && { revision: revisionOf(revision) }),
  };
}

/** @throws CommandError when options of a new release are beside `--release` */
function assertAlone(chosen: Body): void {
  const [name] = Object.keys(chosen);
  if (name === undefined) return;
  const option = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw usageError(`--${option} is of a new release: it cannot be beside --release`);
}

const listOf = (option: string): string[] => option.split(',').map((item) => item.trim());
