const { availableParallelism } = require('node:os');

const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

/** @type {import('jest').Config} */
module.exports = {
  // Test files share what is expensive to load: see "Test" in CONTRIBUTING.md.
  testEnvironment: '<rootDir>/test/support/jest/environment.cjs',
  runtime: '<rootDir>/test/support/jest/runtime.cjs',
  testSequencer: '<rootDir>/test/support/jest/sequencer.cjs',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  setupFiles: ['<rootDir>/test/support/property-seed.ts'],
  // On few cores too, so that a file that waits for a process leaves no core idle.
  maxWorkers: Math.max(3, availableParallelism() - 1),
  // Frees the memory of embedded databases and large files between test files.
  workerIdleMemoryLimit: '1GB',
  // A process has half a second to exit by default, which a busy machine takes. It waits for handles that a test left open.
  workerGracefulExitTimeout: 60_000,
  // A limit for tests that hang: on a machine that is busy with other work, opening a database takes many seconds.
  testTimeout: 300_000,
  // The files of `test:slow`, `test:nightly`, `test:browser` and `test:services` have other names.
  testRegex: '(?<!\\.slow|\\.nightly)\\.(spec|e2e-spec)\\.ts$',
  transform: { '\\.ts$': swc },
};
