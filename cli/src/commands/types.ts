import { type Command as Commander, Argument } from 'commander';
import type { TypesOptions } from '../types-of-keys/run-types';
import { defineCommand } from './command';

const LIBRARIES = ['i18next', 'next-intl', 'formatjs'];

export const types = defineCommand<TypesOptions>({
  name: 'types',
  summary: 'Write the names of the keys, and the parameters of their messages, as types of TypeScript',
  examples: [
    ['glossa types i18next --out src/i18next.d.ts', 'writes types with which t() refuses unknown keys'],
    ['glossa types next-intl --out src/messages.d.ts', 'also checks the arguments of ICU messages'],
    [
      'glossa types formatjs --out src/messages.d.ts --check',
      'ends with the exit code 1 if the file is not up to date',
    ],
  ],
  declare: (command: Commander) =>
    void command
      .addArgument(new Argument('<library>', 'whose types are written').choices(LIBRARIES))
      .option('-o, --out <file>', 'the file (default: standard output)')
      .option('--check', 'write nothing, and compare the file')
      .option('--default-namespace <name>', 'i18next: the namespace of keys without one'),
  run: async (run) => (await import('../types-of-keys/run-types')).runTypes(run),
});
