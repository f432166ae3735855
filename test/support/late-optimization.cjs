/**
 * Options of V8: a function of the embedded PostgreSQL is optimized when it has run a hundred times as long as by default, and a
 * function of JavaScript when it has run seven times as long. Most databases and modules of tests are in use for seconds, in which
 * the compiler takes more time than it saves: each test file has its own instances of the modules, which are optimized anew.
 */
module.exports = { LATE_OPTIMIZATION: ['--wasm-tiering-budget=200000000', '--interrupt-budget=500000'] };
