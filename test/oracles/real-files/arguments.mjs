import { parseArgs } from 'node:util';

/** The options of all tools: the running Glossa, and the format of the files. */
const COMMON = {
  url: { type: 'string', default: process.env.GLOSSA_URL ?? 'http://127.0.0.1:3000' },
  key: { type: 'string', default: process.env.GLOSSA_API_KEY ?? '' },
  format: { type: 'string' },
};

/** Reads the arguments of a tool. @param own its further options, as `parseArgs` takes them */
export const readArguments = (own) => parseArgs({ allowPositionals: true, options: { ...COMMON, ...own } });
