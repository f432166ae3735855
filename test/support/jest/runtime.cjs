const { createRequire, isBuiltin } = require('node:module');
const { default: Runtime } = require('jest-runtime');

const isPackage = (name) => name !== undefined && !/^[./]/.test(name) && !isBuiltin(name);

/**
 * Loads installed packages with Node, once in each process. The project's own modules are loaded by jest, anew for each
 * test file. `jest.mock` works for both.
 */
class SharedPackagesRuntime extends Runtime {
  requireModule(from, name, options, isRequireActual) {
    if (options?.isInternalModule || !isPackage(name)) return super.requireModule(from, name, options, isRequireActual);
    return createRequire(from)(name);
  }
}

module.exports = SharedPackagesRuntime;
