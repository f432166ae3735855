/** Whether V8 optimizes a function after a number of calls (since Node 22), and not of bytes of code. */
const countsCalls = Number(process.versions.node.split('.', 1)[0]) >= 22;

/**
 * Options of V8: a function of the embedded PostgreSQL is optimized when it has run a hundred times as long as by default, and a
 * function of JavaScript when it has run seven times as long. Most databases and modules of tests are in use for seconds, in which
 * the compiler takes more time than it saves: each test file has its own instances of the modules, which are optimized anew. The
 * young generation begins with the size that it has after some seconds (16 MiB), instead of many collections during a start.
 */
const LATE_OPTIMIZATION = [
  '--wasm-tiering-budget=200000000',
  '--min-semi-space-size=16',
  ...(countsCalls
    ? ['--invocation-count-for-maglev=2800', '--invocation-count-for-turbofan=21000']
    : ['--interrupt-budget=500000']),
];

module.exports = { LATE_OPTIMIZATION };
