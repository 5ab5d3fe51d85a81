import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
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
    test: /storefront\/src\/(app|api\/(?!live|\w+-calls)|frame\/Frame|parts\/(GoodsPicture|Tag|useCartAdd)\.)|packages\/(api-client\/src\/(?!upload|save)|ui\/src\/((tokens|base)\.css|(Breadcrumb|Button|Countdown|Money|now|yuan)\.))/,
  },
  // The goods of lists, search, zones, and beside other goods.
  {
    name: 'goods',
    test: /parts\/((Goods(?!Thumb)|AddTo|Favorite|Remind)\w+|DrugMark|LadderText|RefusalNote|Stepper|Tags|goods-facts)\.|ui\/src\/Pagination\.|domain\/src\/quantity\./,
    includeDependenciesRecursively: false,
  },
  { name: 'list', test: src('parts/goods-list/(?!FilterDrawer|NoResult\\.tsx)'), includeDependenciesRecursively: false },
]

const MEDIA = here('../../packages/ui/src/media.css')
const namedMedia = () =>
  new Map(
    [...readFileSync(MEDIA, 'utf8').matchAll(/@custom-media (--[\w-]+) (\([^)]+\))/g)].map(([, name = '', means = '']) => [name, means]),
  )

/** What browsers do not know yet: @media (--phone). A name that media.css does not have breaks the build. */
const customMedia = () => ({
  postcssPlugin: 'custom-media',
  AtRule: {
    media(rule: { params: string }) {
      if (!rule.params.includes('--')) return
      const known = namedMedia()
      rule.params = rule.params.replace(/\((--[\w-]+)\)/g, (_, name: string) => {
        const means = known.get(name)
        if (means === undefined) throw new Error(`no media is called ${name}`)
        return means
      })
    },
  },
})

const styleFiles = new Map<string, string>()

/** File and name: one of a kind without a hash, which nothing could compress. Two files of one name would mix their styles. */
function scopedName(local: string, path: string): string {
  const file = basename(path).replace(/\..*$/, '')
  const known = styleFiles.get(file) ?? path
  if (known !== path) throw new Error(`two style files are called ${file}: ${known} and ${path}`)
  styleFiles.set(file, path)
  return `${file}_${local}`
}

/**
 * Two builds of one site. `vite build` makes what browsers load (dist/client, hashed names, a manifest for the server);
 * `vite build --ssr` makes the bundle that apps/server renders pages with (dist/server).
 */
export default defineConfig(({ command, isSsrBuild, mode }) => ({
  root: here('.'),
  // The server's bundle too carries one React only, whatever NODE_ENV the server runs with.
  define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
  publicDir: isSsrBuild ? false : here('./public'),
  plugins: [react(), ...(isSsrBuild ? [] : [precompress(here('../../dist/client/assets'))])],
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
