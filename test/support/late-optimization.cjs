/** Whether V8 optimizes a function after a number of calls (since Node 22), and not of bytes of code. */
const countsCalls = Number(process.versions.node.split('.', 1)[0]) >= 22;

/**
 * Options of V8: a function of the embedded PostgreSQL is optimized when it has run a hundred times as long as by default, and a
 * function of JavaScript when it has run seven times as long. Most databases and modules of tests are in use for seconds, in which
 * the compiler takes more time than it saves: each test file has its own instances of the modules, which are optimized anew.
 */
const LATE_OPTIMIZATION = [
  '--wasm-tiering-budget=200000000',
  ...(countsCalls
    ? ['--invocation-count-for-maglev=2800', '--invocation-count-for-turbofan=21000']
    : ['--interrupt-budget=500000']),
];

module.exports = { LATE_OPTIMIZATION };
