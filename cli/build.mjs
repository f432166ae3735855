// Bundles the command line into cli/dist. What a command needs beyond its description is a chunk that only its run loads.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';

const root = import.meta.dirname;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
await build({
  input: { main: join(root, 'src/main.ts') },
  platform: 'node',
  transform: { target: 'node20.19', define: { GLOSSA_VERSION: JSON.stringify(version) } },
  output: {
    dir: join(root, 'dist'),
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    cleanDir: true,
    minify: 'dce-only',
    sourcemap: true,
  },
  logLevel: 'warn',
});
