import { defineCommand } from './command';

export interface InitOptions {
  yes?: boolean;
  name?: string;
  project?: string;
  sourceLanguage?: string;
  format?: string;
  dryRun?: boolean;
}

export const init = defineCommand<InitOptions>({
  name: 'init',
  summary: 'Find the language files of this repository, make or pick a project, and write glossa.json',
  examples: [
    ['glossa init', 'shows what it has found, and asks'],
    ['glossa init --yes --name "Web shop"', 'asks nothing, and makes a project with this name'],
    ['glossa init --server https://glossa.example.com', 'takes this server'],
    ['glossa init --yes --project 019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42', 'takes a project that exists'],
    ['glossa init --dry-run', 'only shows what it finds'],
  ],
  declare: (command) =>
    void command
      .option('--yes', 'ask nothing')
      .option('--name <name>', 'name of a new project (default: of the folder)')
      .option('--project <id>', 'id of a project that exists')
      .option('--source-language <tag>', 'the language that the texts are translated from (default: as found)')
      .option('--format <id>', 'format of files of which several are possible, for instance of JSON')
      .option('--dry-run', 'write nothing, here and on the server'),
  run: async (run) => (await import('../init/run-init')).runInit(run),
});
