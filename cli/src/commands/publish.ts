import { Option } from 'commander';
import type { PublishOptions } from '../releases/run-publish';
import { defineCommand } from './command';

/** An option that is left out is as in the release that the channel serves. */
const AS_BEFORE = 'default: as the channel before, at first ';

export const publish = defineCommand<PublishOptions>({
  name: 'publish',
  summary: 'Publish the texts of the project for applications, or move a channel to an earlier release',
  examples: [
    ['glossa publish --format icu-json', 'publishes a file for each language in the channel production'],
    ['glossa publish --channel beta --format i18next --per-namespace', 'a file for each language and namespace'],
    [
      'glossa publish --fail-on icu_syntax,placeholder_missing',
      'publishes with the options of the release before, and nothing if a text fails one of these checks',
    ],
    [
      'glossa publish --release 019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42',
      'moves the channel to a release of "glossa releases"',
    ],
  ],
  declare: (command) =>
    void command
      .option('--channel <name>', 'the channel from which applications load', 'production')
      .option('--format <format>', `format of the files (${AS_BEFORE}json)`)
      .option('--languages <tags>', `only these languages, separated by commas, or all of them: "*" (${AS_BEFORE}"*")`)
      .option('--per-namespace', 'a file for each namespace (default: as the channel before)')
      .option('--no-per-namespace', `one file for each language (${AS_BEFORE}so)`)
      .addOption(
        new Option(
          '--fallback <rule>',
          `how a language without files is answered: not, or with the files of the nearest one (${AS_BEFORE}none)`,
        ).choices(['none', 'auto']),
      )
      .addOption(
        new Option('--min-state <state>', `only texts in this state or a higher one (${AS_BEFORE}any)`).choices([
          'any',
          'translated',
          'reviewed',
        ]),
      )
      .option('--fail-on <checks>', `checks, separated by commas, that refuse to publish, or none (${AS_BEFORE}none)`)
      .option('--revision <number>', 'the texts of this revision; the channel stops to follow the project')
      .option('--release <id>', 'moves the channel to this release, and publishes nothing new'),
  run: async (run) => (await import('../releases/run-publish')).runPublish(run),
});
