import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // Scripts and styles are files of their own: the Content-Security-Policy allows no inline script and no data: font.
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // `npx vite dashboard` serves the pages with reloading; the service listens on its default port.
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
