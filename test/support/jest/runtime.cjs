const { createRequire, isBuiltin } = require('node:module');
const { join, resolve, sep } = require('node:path');
const { default: Runtime } = require('jest-runtime');

const SOURCES = join(__dirname, '../../../src') + sep;

const isPackage = (name) => name !== undefined && !/^[./]/.test(name) && !isBuiltin(name);

/** Whether a file is a module of the service, which a test imports. Node loads no other file in TypeScript. */
const isOwnModule = (path) => path.startsWith(SOURCES) && !path.endsWith('.spec.ts');

/** The runtime of the test file that runs, which compiles TypeScript. */
let current;

/** The source maps of what Node loaded, by file name, with which jest prints stacks. */
const sourceMaps = new Map();

require.extensions['.ts'] = (module, filename) => {
  module._compile(current.transformCache.transform(filename), filename);
  sourceMaps.set(filename, current.transformCache.getSourceMaps().get(filename));
};

/**
 * Loads the installed packages and the modules of the service with Node, once in each process. The tests and their
 * support are loaded by jest, anew for each test file, and so are the modules of the service in a file with `jest.mock`.
 */
class SharedModulesRuntime extends Runtime {
  constructor(...parameters) {
    super(...parameters);
    current = this;
  }

  requireModule(from, name, options, isRequireActual) {
    if (options?.isInternalModule) return super.requireModule(from, name, options, isRequireActual);
    if (isPackage(name)) return createRequire(from)(name);
    if (this.mockState.explicitCjsMock.size === 0 && name !== undefined && isOwnModule(resolve(from, '..', name)))
      return createRequire(from)(name);
    return super.requireModule(from, name, options, isRequireActual);
  }

  getSourceMaps() {
    return new Map([...sourceMaps, ...super.getSourceMaps()]);
  }
}

module.exports = SharedModulesRuntime;
