import { bodyOf, type Schemas } from '../api/client';
import type { Run } from '../commands/command';
import { openRepository } from '../config/connect';
import { ExitCode } from '../exit-code';
import { limitOf } from '../history/revision';
import { printable } from '../history/text-lines';
import { countOf, sizeOf } from '../terminal/counts';
import type { Output } from '../terminal/output';
import { describeOptions } from './release-options';

export interface ReleasesOptions {
  channel?: string;
  limit: string;
}

type Release = Schemas['Release'];

/** Releases of one request. */
const PAGE = 100;

export async function runReleases({ options, output }: Run<ReleasesOptions>): Promise<ExitCode> {
  const { channel } = options;
  const limit = limitOf(options.limit);
  const { api, config } = await openRepository(options, output);
  const releases: Release[] = [];
  let cursor: string | null | undefined;
  do {
    const query = { channel, limit: Math.min(limit - releases.length, PAGE), ...(cursor && { cursor }) };
    const answer = await api.GET('/api/v1/projects/{id}/releases', { params: { path: { id: config.project }, query } });
    const page = bodyOf(answer);
    releases.push(...page.releases);
    cursor = page.nextCursor;
  } while (cursor && releases.length < limit);
  for (const release of releases) printRelease(release, output);
  if (releases.length === 0) output.line('There are no releases.');
  output.result({ releases: { releases, hasMore: Boolean(cursor) }, exitCode: ExitCode.done });
  return ExitCode.done;
}

function printRelease(release: Release, output: Output): void {
  const { id, revision, channel, languages, fileCount, bytes, createdAt, person, apiKey, channels } = release;
  const serves = channels.length > 0 ? output.style('green', `  serves ${channels.map(printable).join(', ')}`) : '';
  // A channel that follows the project publishes without anybody.
  const author = person ?? apiKey;
  const by = output.style('dim', author ? `by ${printable(author.name)}` : 'automatic');
  output.line(
    `${output.style('yellow', id)}  ${createdAt.slice(0, 16).replace('T', ' ')}  ${printable(channel)}${serves}  ${by}`,
  );
  output.line(
    `    revision ${revision}, ${languages.join(', ')}: ${countOf(fileCount, 'file')}, ${sizeOf(bytes)}  ${output.style('dim', describeOptions(release))}`,
  );
}
