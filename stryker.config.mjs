// Mutation tests of a folder: "Test" in CONTRIBUTING.md.
const { FOLDER, TESTS } = process.env;
if (!FOLDER || !TESTS) throw new Error('FOLDER must be the folder to change, and TESTS the tests of it');

export default {
  mutate: [`${FOLDER}/**/*.ts`, '!**/*.spec.ts', '!**/*-operations.ts', '!**/dto/**'],
  testRunner: 'command',
  commandRunner: { command: `node_modules/.bin/jest --runInBand --bail ${TESTS}` },
  // The tests of one mutant use more than one core already: the database has its own thread or process.
  concurrency: 1,
  disableTypeChecks: false,
  timeoutMS: 30_000,
  tempDirName: 'coverage/mutants',
  reporters: ['clear-text', 'progress-append-only'],
};
