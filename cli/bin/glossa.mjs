#!/usr/bin/env node
try {
  await import('../dist/main.mjs');
} catch (error) {
  console.error(error);
  // Node ends with 1, which means that something was found.
  process.exitCode = 6;
}
