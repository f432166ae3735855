import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface Options {
  /** Beginnings of the names of the suites to run; empty: all suites. */
  only: string[];
  /** Formats of the suites that measure each format; empty: all formats. */
  formats: string[];
  /** File that the figures are written to. */
  json?: string;
  /** Folder of the build to measure. */
  dist: string;
  /** Folder of the build to compare with, in place of the reference servers. */
  baseline?: string;
  /** PostgreSQL server on which a database is created and dropped. */
  databaseUrl: string;
  /** Number of rounds of each row; the figures are their medians. */
  rounds: number;
  /** Seconds of load in each round. */
  seconds: number;
  /** Minutes of the suite `soak` on each database, and of `editor-hour`. */
  minutes: number;
  /** Number of connections that the load uses. */
  connections: number;
  /** Log level of the measured service. */
  logLevel: string;
  /** Smaller data and fewer, shorter rounds, for work on the bench itself. */
  quick: boolean;
}

export const USAGE = `Usage: npm run bench -- [options]

DATABASE_URL must name a PostgreSQL server on which a database can be created. The load comes from wrk where it is
installed, which leaves the servers more of the processor than autocannon.

  --only a,b          suites to run, by the beginnings of their names (default: all)
  --formats a,b       formats of the suites codecs and templates (default: all)
  --baseline DIR      build to compare with instead of the reference servers, for instance ../before/dist
  --dist DIR          build to measure (default: dist, which is built first when it is old)
  --rounds N          rounds of each row (default: 5)
  --seconds N         seconds of load in each round (default: 5)
  --minutes N         minutes of the suite soak on each database, and of editor-hour (default: 60)
  --connections N     connections of the load (default: 16)
  --log-level LEVEL   log level of the service (default: info)
  --json FILE         file to write the figures to
  --quick             smaller data, fewer and shorter rounds
`;

/**
 * Parses the arguments of the command line.
 * @param root folder of the project, which relative build folders are resolved against
 * @returns undefined where `--help` was given
 */
export function readOptions(args: string[], root: string): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      only: { type: 'string', multiple: true, default: [] },
      formats: { type: 'string', multiple: true, default: [] },
      json: { type: 'string' },
      dist: { type: 'string', default: 'dist' },
      baseline: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      minutes: { type: 'string' },
      connections: { type: 'string', default: '16' },
      'log-level': { type: 'string', default: 'info' },
      quick: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const { DATABASE_URL: databaseUrl } = process.env;
  if (!databaseUrl) throw new Error('DATABASE_URL must name a PostgreSQL server on which a database can be created');
  const { quick } = values;
  return {
    only: splitLists(values.only),
    formats: splitLists(values.formats),
    json: values.json === undefined ? undefined : resolve(values.json),
    dist: resolve(root, values.dist),
    baseline: values.baseline === undefined ? undefined : resolve(root, values.baseline),
    databaseUrl,
    rounds: Number(values.rounds ?? (quick ? 3 : 5)),
    seconds: Number(values.seconds ?? (quick ? 1 : 5)),
    minutes: Number(values.minutes ?? (quick ? 2 : 60)),
    connections: Number(values.connections),
    logLevel: values['log-level'],
    quick,
  };
}

const splitLists = (lists: readonly string[]): string[] => lists.flatMap((list) => list.split(','));
