const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { AsyncLocalStorage } = require('node:async_hooks');
const { performance } = require('node:perf_hooks');
const { setTimeout } = require('node:timers/promises');
const { setFlagsFromString } = require('node:v8');
const vm = require('node:vm');
const { LATE_OPTIMIZATION } = require('../late-optimization.cjs');

for (const option of LATE_OPTIMIZATION) setFlagsFromString(option);

/** Stands for the context of this process, for which `node:vm` has no object. */
const thisContext = vm.createContext();

/** The compiled modules, by file name. */
const compiled = new Map();

const { compileFunction } = vm;

/**
 * Compiles the code of a module of the tests or of jest once in this process, instead of once in each test file. Each call of the returned
 * function makes a new instance of the module, so test files share no state of their support.
 */
vm.compileFunction = (code, parameters, options) => {
  if (options?.parsingContext !== thisContext) return compileFunction(code, parameters, options);
  const { filename } = options;
  const known = compiled.get(filename);
  if (known?.code === code) return known.run;
  const run = compileFunction(code, parameters, { filename });
  compiled.set(filename, { code, run });
  return run;
};

/**
 * Releases what tests and hooks refer to: their functions, and the functions on the stacks that jest recorded. A test or hook is the
 * asynchronous context of what it begins. A timer, socket or histogram that a package keeps for the life of the process
 * would keep all modules and services of the file in memory.
 */
function release(block) {
  for (const child of block.children) if (child.type === 'describeBlock') release(child);
  for (const entry of [...block.hooks, ...block.children])
    Object.assign(entry, { fn: undefined, asyncError: undefined });
}

/** The storages in use since the last end of a file. */
const storages = new Set();

const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...parameters) {
  storages.add(this);
  return run.apply(this, parameters);
};

/**
 * Disables the storages of a file, until they are used again. jest-circus has one for each file, and Node up to 22 visits each enabled storage
 * of the process at each new promise.
 */
function disableStorages() {
  for (const storage of storages) storage.disable();
  storages.clear();
}

/** What keeps a process alive. jest waits a minute for the end of a process that has one: `workerGracefulExitTimeout`. */
const HANDLES = new Set(['TCPSocketWrap', 'TCPServerWrap', 'TLSWrap', 'ProcessWrap', 'Worker']);
const MAX_CLOSING_MS = 30_000;

function openHandles() {
  const handles = {};
  for (const name of process.getActiveResourcesInfo()) if (HANDLES.has(name)) handles[name] = (handles[name] ?? 0) + 1;
  return handles;
}

/**
 * Waits until what a file opened is closed.
 *
 * @param before what was open before the file
 * @throws Error if something stays open
 */
async function closed(before) {
  const end = performance.now() + MAX_CLOSING_MS;
  for (;;) {
    const left = Object.entries(openHandles()).filter(([name, count]) => count > (before[name] ?? 0));
    if (left.length === 0) return;
    if (performance.now() > end) throw new Error(`the file left open: ${left.map(([name]) => name).join(', ')}`);
    await setTimeout(10);
  }
}

/** The global objects in which packages keep the decorators of the service's modules, which are loaded once in the process. */
const OF_DECORATORS = new Set(['typeormMetadataArgsStorage', 'classValidatorMetadataStorage']);

/**
 * Runs test files in the context of their process instead of one context for each file. The installed packages, which
 * runtime.cjs loads once in the process, then have the same `Error`, `Array` and other classes as the tests.
 * At the end of a file, the global object, `process.env` and the functions of `process` that jest replaces are as they
 * were before it.
 */
class Environment {
  constructor({ projectConfig: config }) {
    this.globals = Object.getOwnPropertyDescriptors(globalThis);
    this.functions = { exit: process.exit, getBuiltinModule: process.getBuiltinModule };
    this.env = { ...process.env };
    this.handles = openHandles();
    this.global = globalThis;
    this.context = thisContext;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = new LegacyFakeTimers({
      config,
      global: globalThis,
      moduleMocker: this.moduleMocker,
      timerConfig: { idToRef: (id) => id, refToId: (timer) => timer },
    });
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return this.context;
  }

  async setup() {}

  handleTestEvent(_event, { rootDescribeBlock }) {
    this.rootBlock = rootDescribeBlock;
  }

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    this.context = null;
    if (this.rootBlock) release(this.rootBlock);
    disableStorages();
    for (const key of Reflect.ownKeys(globalThis)) {
      // A property that cannot be deleted is one that jest keeps for the life of the process.
      if (!Object.hasOwn(this.globals, key) && !OF_DECORATORS.has(key)) Reflect.deleteProperty(globalThis, key);
    }
    for (const key of Reflect.ownKeys(this.globals)) {
      const before = this.globals[key];
      if (before.configurable) Object.defineProperty(globalThis, key, before);
    }
    Object.assign(process, this.functions);
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(this.env, name)) delete process.env[name];
    Object.assign(process.env, this.env);
    await closed(this.handles);
  }
}

module.exports = Environment;
