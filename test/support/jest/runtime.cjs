const { createRequire, isBuiltin } = require('node:module');
const { dirname, resolve, sep } = require('node:path');
const { default: Runtime } = require('jest-runtime');

const SOURCES = dirname(require.resolve('../../../src/main.ts')) + sep;

const isPackage = (name) => name !== undefined && !/^[./]/.test(name) && !isBuiltin(name);

/** Whether a file is a module of the service, which a test imports. Node loads no other file in TypeScript. */
const isOwnModule = (path) => path.startsWith(SOURCES) && !path.endsWith('.spec.ts');

/** Returns the code of a module in TypeScript, which the runtime of the test file that runs has compiled. */
let compile;

/** The source maps of what Node loaded, by file name, with which jest prints stacks. */
const sourceMaps = new Map();

require.extensions['.ts'] = (module, filename) => module._compile(compile(filename), filename);

/**
 * Loads the installed packages and the modules of the service with Node, once in each process. The tests and their
 * support are loaded by jest, anew for each test file, and so are the modules of the service in a file with `jest.mock`.
 */
class SharedModulesRuntime extends Runtime {
  constructor(...parameters) {
    super(...parameters);
    // jest keeps the object, and looks in it when it prints a stack.
    const ofFile = this.getSourceMaps();
    for (const [filename, map] of sourceMaps) ofFile.set(filename, map);
    compile = (filename) => {
      const code = this.transformCache.transform(filename);
      sourceMaps.set(filename, ofFile.get(filename));
      return code;
    };
  }

  requireModule(from, name, options, isRequireActual) {
    if (options?.isInternalModule) return super.requireModule(from, name, options, isRequireActual);
    if (isPackage(name)) return createRequire(from)(name);
    if (this.mockState.explicitCjsMock.size === 0 && name !== undefined && isOwnModule(resolve(from, '..', name)))
      return createRequire(from)(name);
    return super.requireModule(from, name, options, isRequireActual);
  }
}

module.exports = SharedModulesRuntime;
