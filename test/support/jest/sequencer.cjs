const { createHash } = require('node:crypto');
const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** The files that take longest, from the longest on. One that begins last would keep the other processes waiting. */
const SLOW = [
  'test/query-plans.e2e-spec.ts',
  'test/shutdown.server.slow.e2e-spec.ts',
  'test/process.slow.e2e-spec.ts',
  'test/oracles/fixtures.slow.spec.ts',
  'test/formats/fixtures.server.nightly.e2e-spec.ts',
  'test/crash.slow.e2e-spec.ts',
  'test/fairness.slow.e2e-spec.ts',
  'test/browser/settings.browser-spec.ts',
  'test/browser/keys.browser-spec.ts',
  'test/browser/import-export.browser-spec.ts',
  'test/browser/dashboard.browser-spec.ts',
  'test/upgrades.slow.e2e-spec.ts',
  'test/formats/file-layouts.server.slow.e2e-spec.ts',
  'test/machine-translation.e2e-spec.ts',
  'src/language-files/yaml/yaml-codec.spec.ts',
  'test/formats/bilingual.server.slow.e2e-spec.ts',
  'test/people.e2e-spec.ts',
  'test/formats/plurals.server.slow.e2e-spec.ts',
  'test/cli/commands.e2e-spec.ts',
];

/**
 * Begins with the slow files. The others follow in jest's order, which is by size where no earlier run is known, or with
 * `--randomize` in an order that depends on the seed only.
 */
module.exports = class extends Sequencer {
  constructor({ globalConfig, ...options }) {
    super({ globalConfig, ...options });
    this.seed = globalConfig.randomize ? globalConfig.seed : undefined;
    this.root = globalConfig.rootDir;
  }

  sort(tests) {
    const isSlow = ({ path }, name) => path.replaceAll('\\', '/').endsWith(`/${name}`);
    const slow = SLOW.flatMap((name) => [...tests].filter((test) => isSlow(test, name)));
    const others = [...tests].filter((test) => !slow.includes(test));
    return [...slow, ...(this.seed === undefined ? super.sort(others) : this.shuffle(others))];
  }

  shuffle(tests) {
    const place = ({ path }) =>
      createHash('sha256')
        .update(`${this.seed} ${relative(this.root, path)}`)
        .digest('hex');
    const places = new Map(tests.map((test) => [test, place(test)]));
    return tests.sort((one, other) => (places.get(one) < places.get(other) ? -1 : 1));
  }
};
