// Compiles modules in TypeScript when they are loaded (node --require), for programs that tests start.
const { transformFileSync } = require('@swc/core');

const options = {
  swcrc: false,
  jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  module: { type: 'commonjs' },
};

require.extensions['.ts'] = (module, file) => module._compile(transformFileSync(file, options).code, file);
