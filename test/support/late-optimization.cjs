/**
 * Option of V8: a function of the embedded PostgreSQL is optimized when it has run a hundred times as long as by default. Most
 * databases of tests are open for seconds, in which the compiler takes more time than it saves.
 */
module.exports = { LATE_OPTIMIZATION: '--wasm-tiering-budget=200000000' };
