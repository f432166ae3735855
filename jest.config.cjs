const swc = (parser) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser,
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // On two cores, one worker would be the default, and everything would run in one process, one file after the other.
  maxWorkers: 2,
  // What an embedded database or a large file took is given back.
  workerIdleMemoryLimit: '1GB',
  // A database that is opened on a busy machine takes seconds.
  testTimeout: 30_000,
  testRegex: '\\.(spec|e2e-spec)\\.ts$',
  transform: {
    '^.+\\.ts$': swc({ syntax: 'typescript', decorators: true }),
    // Nest 12 and others are ESM only; jest on Node 20 cannot require(esm).
    '^.+\\.[cm]?js$': swc({ syntax: 'ecmascript' }),
  },
  transformIgnorePatterns: ['/node_modules/(@swc|typescript)/'],
};
