import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { customMedia, precompress, scopedName } from '../../scripts/lib/vite-parts.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The operators' site: a page of its own under /console, drawn in the browser alone (dist/console). */
export default defineConfig({
  root: here('.'),
  base: '/console/',
  publicDir: false,
  plugins: [react(), precompress(here('../../dist/console/assets'))],
  css: { modules: { generateScopedName: scopedName }, postcss: { plugins: [customMedia()] } },
  build: {
    outDir: here('../../dist/console'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Ant Design comes in one piece for those who work with it all day; what single zones need comes with them.
    chunkSizeWarningLimit: 1_600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler|cookie|@tanstack)\// }],
        },
      },
    },
  },
})
