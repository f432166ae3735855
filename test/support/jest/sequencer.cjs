const { default: Sequencer } = require('@jest/test-sequencer');

/** The files that take longest, from the longest on. One that begins last would keep the other processes waiting. */
const SLOW = [
  'test/query-plans.e2e-spec.ts',
  'test/shutdown.e2e-spec.ts',
  'test/process.e2e-spec.ts',
  'test/oracles/fixtures.spec.ts',
  'test/formats/fixtures.e2e-spec.ts',
  'test/crash.e2e-spec.ts',
  'test/fairness.e2e-spec.ts',
  'test/image.e2e-spec.ts',
  'test/browser/settings.browser-spec.ts',
  'test/browser/keys.browser-spec.ts',
  'test/browser/import-export.browser-spec.ts',
  'test/browser/dashboard.browser-spec.ts',
  'src/language-files/yaml/yaml-codec.spec.ts',
  'test/formats/plurals.e2e-spec.ts',
];

/** Begins with the slow files; the others follow in jest's order, which is by size where no earlier run is known. */
module.exports = class extends Sequencer {
  sort(tests) {
    const isSlow = ({ path }, name) => path.replaceAll('\\', '/').endsWith(`/${name}`);
    const slow = SLOW.flatMap((name) => [...tests].filter((test) => isSlow(test, name)));
    return [...slow, ...super.sort([...tests].filter((test) => !slow.includes(test)))];
  }
};
