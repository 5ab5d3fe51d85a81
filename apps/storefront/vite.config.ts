import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Two builds of one site. `vite build` makes what browsers load (dist/client, hashed names, a manifest for the server);
 * `vite build --ssr` makes the bundle that apps/server renders pages with (dist/server).
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: here('.'),
  publicDir: isSsrBuild ? false : here('./public'),
  plugins: [react()],
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' } },
  build: isSsrBuild
    ? {
        outDir: here('../../dist/server'),
        emptyOutDir: true,
        target: 'node24',
        ssr: here('./src/entry.server.tsx'),
        rolldownOptions: { output: { entryFileNames: 'entry.server.js' } },
      }
    : {
        outDir: here('../../dist/client'),
        emptyOutDir: true,
        manifest: true,
        target: 'es2022',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: { input: here('./src/entry.client.tsx') },
      },
  // One bundle with everything in it: the server then needs no resolution of bare names at run time.
  ssr: { noExternal: true },
}))
