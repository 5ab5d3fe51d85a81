import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Lays .br and .gz beside every script and style, so that the server compresses none of them. */
function precompress(folder: string): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async closeBundle() {
      const files = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name))
      for (const name of files) {
        const content = await readFile(join(folder, name))
        await writeFile(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
        await writeFile(join(folder, `${name}.br`), brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
      }
    },
  }
}

/**
 * Two builds of one site. `vite build` makes what browsers load (dist/client, hashed names, a manifest for the server);
 * `vite build --ssr` makes the bundle that apps/server renders pages with (dist/server).
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  root: here('.'),
  // The server's bundle too carries one React only, whatever NODE_ENV the server runs with.
  define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
  publicDir: isSsrBuild ? false : here('./public'),
  plugins: [react(), ...(isSsrBuild ? [] : [precompress(here('../../dist/client/assets'))])],
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' } },
  build: isSsrBuild
    ? {
        outDir: here('../../dist/server'),
        emptyOutDir: true,
        target: 'node24',
        // As in the browser's build, so that both name the same files.
        assetsInlineLimit: 0,
        emitAssets: false,
        rolldownOptions: { input: here('./src/entry.server.tsx'), output: { entryFileNames: 'entry.server.js' } },
      }
    : {
        outDir: here('../../dist/client'),
        emptyOutDir: true,
        manifest: true,
        target: 'es2022',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: here('./src/entry.client.tsx'),
          // What changes only with the lockfile is one file, kept by browsers through every release of ours.
          output: { codeSplitting: { groups: [{ name: 'vendor', test: /node_modules/ }] } },
        },
      },
  // One bundle with everything in it: the server then needs no resolution of bare names at run time.
  ssr: { noExternal: true },
}))
