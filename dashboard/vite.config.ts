import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // Scripts and styles are files of their own: the Content-Security-Policy allows no inline script and no data: font.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Swagger UI is one module of 1.4 MB, which only its page loads.
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: { input: ['index.html', 'docs.html'].map((page) => join(import.meta.dirname, page)) },
  },
  // `npx vite dashboard` serves the pages with reloading; the service listens on its default port.
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
