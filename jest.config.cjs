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
  setupFiles: ['<rootDir>/test/support/property-seed.ts'],
  // On two cores, the default is one worker, which would run all files one after the other in one process.
  maxWorkers: 2,
  // Frees the memory of embedded databases and large files between test files.
  workerIdleMemoryLimit: '1GB',
  // A limit for tests that hang: on a machine that is busy with other work, opening a database takes many seconds.
  testTimeout: 300_000,
  testRegex: '\\.(spec|e2e-spec)\\.ts$',
  transform: {
    '^.+\\.ts$': swc({ syntax: 'typescript', decorators: true }),
    // Nest 12 and others are ESM only; jest on Node 20 cannot require(esm).
    '^.+\\.[cm]?js$': swc({ syntax: 'ecmascript' }),
  },
  transformIgnorePatterns: ['/node_modules/(@swc|typescript)/'],
};
