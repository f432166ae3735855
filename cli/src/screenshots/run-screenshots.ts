import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { bodyOf, RefusedError, type Schemas } from '../api/client';
import type { Run } from '../commands/command';
import { openRepository, type Repository } from '../config/connect';
import { CommandError, ExitCode, usageError } from '../exit-code';
import { printable } from '../history/text-lines';
import { countOf } from '../terminal/counts';
import { findPictures, type LocalPicture } from './find-pictures';

export interface ScreenshotsOptions {
  dryRun?: boolean;
}

type Screenshot = Schemas['Screenshot'];
type Region = Schemas['Region'];

/** Names of keys in one request: all of them are in its address. */
const NAMES = 20;
/** Names of unknown keys that a message lists. */
const MAX_LISTED = 10;

type Outcome = 'added' | 'changed' | 'unchanged';

/** Sends pictures that the project does not have, and regions that differ. Regions and names of keys are checked before anything is sent. */
export async function runScreenshots({ args, options, output }: Run<ScreenshotsOptions>): Promise<ExitCode> {
  const [folder = '.'] = args;
  const { dryRun = false } = options;
  const pictures = findPictures(folder);
  const repository = await openRepository(options, output);
  const ids = await findKeys(repository, pictures);
  const present = await findScreenshots(repository);
  const files: { file: string; outcome: Outcome; id?: string }[] = [];
  for (const [index, picture] of pictures.entries()) {
    output.progress(`${index + 1} of ${pictures.length}: ${printable(picture.path)}`);
    const regions = picture.regions?.map(({ key, ...region }): Region => ({ keyId: ids.get(key) ?? '', ...region }));
    const screenshot = present.get(picture.sha256);
    const outcome = outcomeOf(screenshot, regions);
    const id =
      dryRun || outcome === 'unchanged' ? screenshot?.id : await send(repository, picture, screenshot, regions);
    files.push({ file: picture.path, outcome, ...(id !== undefined && { id }) });
    if (outcome !== 'unchanged') output.line(`${outcome.padEnd(7)}  ${printable(picture.path)}`);
  }
  const count = (outcome: Outcome): number => files.filter((file) => file.outcome === outcome).length;
  const [added, changed, unchanged] = [count('added'), count('changed'), count('unchanged')];
  output.line(`${countOf(files.length, 'picture')}: ${added} added, ${changed} changed, ${unchanged} unchanged.`);
  if (dryRun) output.line('Nothing was sent.');
  output.result({ screenshots: { dryRun, added, changed, unchanged, files }, exitCode: ExitCode.done });
  return ExitCode.done;
}

/** A picture without a file of regions keeps the regions that it has. */
function outcomeOf(screenshot: Screenshot | undefined, regions: Region[] | undefined): Outcome {
  if (!screenshot) return 'added';
  return regions === undefined || isSame(screenshot.keys, regions) ? 'unchanged' : 'changed';
}

function isSame(some: readonly Region[], others: readonly Region[]): boolean {
  const sorted = (regions: readonly Region[]): string =>
    regions
      .map(({ keyId, x, y, width, height }) => [keyId, x, y, width, height].join())
      .sort()
      .join(';');
  return sorted(some) === sorted(others);
}

/** @returns the id of the screenshot. @throws CommandError with the file that the server refuses */
async function send(...sent: Parameters<typeof request>): Promise<string> {
  try {
    return await request(...sent);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const [, { path }] = sent;
    const { exitCode, message, hint, details } = error;
    throw new CommandError(exitCode, `${printable(path)}: ${message}`, hint, { ...details, file: path });
  }
}

async function request(
  { api, config }: Repository,
  picture: LocalPicture,
  screenshot: Screenshot | undefined,
  regions: Region[] = [],
): Promise<string> {
  if (screenshot) {
    const params = { path: { id: screenshot.id } };
    return bodyOf(await api.PATCH('/api/v1/screenshots/{id}', { params, body: { keys: regions } })).screenshot.id;
  }
  const form = new FormData();
  form.append('keys', JSON.stringify(regions));
  form.append('file', new Blob([readFileSync(picture.path)]), basename(picture.path));
  const answer = await api.POST('/api/v1/projects/{id}/screenshots', {
    params: { path: { id: config.project }, header: { 'Idempotency-Key': randomUUID() } },
    body: { file: '' },
    bodySerializer: () => form,
  });
  return bodyOf(answer).screenshot.id;
}

/** Returns the ids of the keys that regions name. @throws CommandError if there is no such key */
async function findKeys({ api, config }: Repository, pictures: readonly LocalPicture[]): Promise<Map<string, string>> {
  const names = [...new Set(pictures.flatMap(({ regions = [] }) => regions.map(({ key }) => key)))];
  const ids = new Map<string, string>();
  for (let at = 0; at < names.length; at += NAMES) {
    const params = { path: { id: config.project }, query: { name: names.slice(at, at + NAMES) } };
    for (const { id, name } of bodyOf(await api.GET('/api/v1/projects/{id}/keys', { params })).keys) ids.set(name, id);
  }
  const unknown = names.filter((name) => !ids.has(name));
  if (unknown.length === 0) return ids;
  const listed = unknown.slice(0, MAX_LISTED).map((name) => {
    const { path = '' } = pictures.find(({ regions }) => regions?.some(({ key }) => key === name)) ?? {};
    return `\n  ${printable(name)} (${printable(path)})`;
  });
  throw usageError(`the project lacks ${countOf(unknown.length, 'key')} of the regions:${listed.join('')}`);
}

/** Returns the screenshots of the project by the hashes of their files. */
async function findScreenshots({ api, config }: Repository): Promise<Map<string, Screenshot>> {
  const found = new Map<string, Screenshot>();
  for (let cursor: string | undefined; ;) {
    const params = { path: { id: config.project }, query: { cursor } };
    const page = bodyOf(await api.GET('/api/v1/projects/{id}/screenshots', { params }));
    for (const screenshot of page.screenshots) found.set(screenshot.sha256, screenshot);
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}
