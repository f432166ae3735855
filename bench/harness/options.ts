import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface Options {
  /** Suites whose names begin so; none: all. */
  only: string[];
  /** File that the figures are written to. */
  json?: string;
  /** Folder of the built service. */
  dist: string;
  /** Of the server on which a database is made and dropped. */
  databaseUrl: string;
  /** Rounds of each row; the figures are their medians. */
  rounds: number;
  /** Of load in each round. */
  seconds: number;
  connections: number;
  logLevel: string;
  /** Smaller data and fewer rounds: for work on the bench itself. */
  quick: boolean;
}

/** @param root of the project */
export function readOptions(args: string[], root: string): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      json: { type: 'string' },
      dist: { type: 'string', default: 'dist' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string', default: '10' },
      'log-level': { type: 'string', default: 'info' },
      quick: { type: 'boolean', default: false },
    },
  });
  const { DATABASE_URL: databaseUrl } = process.env;
  if (!databaseUrl) throw new Error('DATABASE_URL must name a PostgreSQL server on which a database can be made');
  const { quick } = values;
  return {
    only: values.only.flatMap((list) => list.split(',')),
    json: values.json === undefined ? undefined : resolve(values.json),
    dist: resolve(root, values.dist),
    databaseUrl,
    rounds: Number(values.rounds ?? (quick ? 3 : 5)),
    seconds: Number(values.seconds ?? (quick ? 1 : 5)),
    connections: Number(values.connections),
    logLevel: values['log-level'],
    quick,
  };
}
