import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leftOut } from '../../scripts/lib/left-out.ts'
import { customMedia, precompress, scopedName } from '../../scripts/lib/vite-parts.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const src = (path: string) => new RegExp(`storefront/src/${path}`)

/**
 * Few files of some size: a script of a kilobyte costs nearly half of one again, in what gzip cannot share and in names.
 */
const FILES = [
  // What changes only with the lockfile: kept by browsers through every release of ours.
  { name: 'vendor', test: /node_modules/ },
  // What every page loads, and the small parts of most; the shared styles first. Calls and lines of single parts stay with these.
  {
    name: 'frame',
    test: /storefront\/src\/(app|api\/(?!live|\w+-calls)|frame\/Frame|parts\/(GoodsPicture|Tag|useCartAdd)\.)|packages\/(api-client\/src\/(?!upload|save|chat|live)|ui\/src\/((tokens|base)\.css|(Breadcrumb|Button|Countdown|Money|now|yuan)\.))/,
  },
  // The goods of lists, search, zones, and beside other goods.
  {
    name: 'goods',
    test: /parts\/((Goods(?!Thumb)|AddTo|Favorite|Remind)\w+|DrugMark|LadderText|RefusalNote|Stepper|Tags|goods-facts)\.|ui\/src\/Pagination\.|domain\/src\/quantity\./,
    includeDependenciesRecursively: false,
  },
  { name: 'list', test: src('parts/goods-list/(?!FilterDrawer|NoResult\\.tsx)'), includeDependenciesRecursively: false },
]

/**
 * Two builds of one site. `vite build` makes what browsers load (dist/client, hashed names, a manifest for the server);
 * `vite build --ssr` makes the bundle that apps/server renders pages with (dist/server).
 */
export default defineConfig(({ command, isSsrBuild, mode }) => ({
  root: here('.'),
  // The server's bundle too carries one React only, whatever NODE_ENV the server runs with.
  define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
  publicDir: isSsrBuild ? false : here('./public'),
  plugins: [react(), ...(isSsrBuild ? [] : [leftOut(), precompress(here('../../dist/client/assets'))])],
  css: { modules: { generateScopedName: scopedName }, postcss: { plugins: [customMedia()] } },
  build: isSsrBuild
    ? {
        outDir: here('../../dist/server'),
        emptyOutDir: true,
        target: 'node24',
        // As in the browser's build, so that both name the same files.
        assetsInlineLimit: 0,
        emitAssets: false,
        rolldownOptions: {
          input: here('./src/entry.server.tsx'),
          output: { entryFileNames: 'entry.server.js' },
          // What browsers fetch on demand is here from the start.
          checks: { ineffectiveDynamicImport: false },
        },
      }
    : {
        outDir: here('../../dist/client'),
        emptyOutDir: true,
        manifest: true,
        target: 'es2022',
        modulePreload: {
          polyfill: false,
          // Every name stands in the first script, so only what is worth a request ahead: styles, pages, and what they share.
          resolveDependencies: (_, files) => files.filter((file) => /\.css$|\/(\w+Page|goods|list)-[\w-]{8}\.js$/.test(file)),
        },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: here('./src/entry.client.tsx'),
          output: { codeSplitting: { groups: FILES } },
        },
      },
  // One bundle with everything in it: the server then needs no resolution of bare names at run time.
  ...(command === 'build' && { ssr: { noExternal: true as const } }),
}))
