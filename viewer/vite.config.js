import { defineConfig } from 'vite';

// One script and one style, which bundle.mjs puts into one page.
export default defineConfig({
  base: './',
  build: {
    target: 'es2022',
    outDir: 'dist',
    assetsInlineLimit: 1 << 24,
    cssCodeSplit: false,
    modulePreload: false,
    rollupOptions: { output: { entryFileNames: 'viewer.js', assetFileNames: 'viewer[extname]' } },
  },
});
