/**
 * JavaScript that a page loads before it is alive, gzip KB: one JSON line for each page that has a limit, beside it, and for every
 * other page too with --all. Fails when a page is over its limit. Run after the build: npm run size
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { collectAssets, keysOfPage } from '../apps/server/src/platform/page-bundle.ts'

const CLIENT = fileURLToPath(new URL('../dist/client/', import.meta.url))
const CONSOLE = fileURLToPath(new URL('../dist/console/', import.meta.url))
/** What each loads now, and half a kilobyte. */
const LIMITS_KB: Readonly<Record<string, number>> = {
  'src/pages/home/HomePage.tsx': 111.5,
  'src/pages/list/ListPage.tsx': 114.5,
  'src/pages/detail/DetailPage.tsx': 120,
  // With what every page has to see that a company is asked to agree to a text.
  'src/pages/cart/CartPage.tsx': 126.5,
}
/** The console's entrance, and what follows when somebody came in: the frame and its first page. */
const CONSOLE_LIMIT_KB = 450
const CONSOLE_FIRST = ['index.html', 'src/app/Workplace.tsx', 'src/zones/desk/DeskPage.tsx']

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

const manifestOf = async (folder: string) => JSON.parse(await readFile(`${folder}.vite/manifest.json`, 'utf8')) as Record<string, Chunk>
const manifest = await manifestOf(CLIENT)
const sizes = new Map<string, number>()

async function gzipBytes(path: string): Promise<number> {
  const known = sizes.get(path)
  if (known !== undefined) return known
  const size = gzipSync(await readFile(path), { level: 9 }).length
  sizes.set(path, size)
  return size
}

interface Page {
  name: string
  folder: string
  scripts: readonly string[]
  limit?: number | undefined
}

const isWhole = process.argv.includes('--all')

async function measure({ name, folder, scripts, limit }: Page): Promise<void> {
  if (limit === undefined && !isWhole) return
  let bytes = 0
  for (const file of scripts) bytes += await gzipBytes(folder + file)
  const kb = Math.round(bytes / 102.4) / 10
  if (limit !== undefined && kb > limit) problems.push(`${name} loads ${kb} KB of JavaScript, ${limit} is the limit`)
  console.log(
    JSON.stringify({ figure: 'javascript_gzip_kb', page: name, files: scripts.length, kb, ...(limit !== undefined && { limit }) }),
  )
}

const pages = Object.keys(manifest).filter((key) => /^src\/pages\/.*Page\.tsx$/.test(key))
const problems = Object.keys(LIMITS_KB)
  .filter((page) => !pages.includes(page))
  .map((page) => `${page} is not in the manifest: nothing was measured`)
for (const page of pages) {
  const { scripts } = collectAssets(manifest, keysOfPage(manifest, page))
  await measure({ name: page.replace('src/pages/', ''), folder: CLIENT, scripts, limit: LIMITS_KB[page] })
}

const consoleManifest = await manifestOf(CONSOLE)
for (const key of CONSOLE_FIRST) if (!consoleManifest[key]) problems.push(`${key} is not in the console's manifest: nothing was measured`)
const consoleScripts = (keys: readonly string[]) => collectAssets(consoleManifest, [...CONSOLE_FIRST, ...keys]).scripts
await measure({ name: 'console: first page', folder: CONSOLE, scripts: consoleScripts([]), limit: CONSOLE_LIMIT_KB })
const consolePages = Object.keys(consoleManifest).filter((key) => /^src\/zones\/.*Page\.tsx$/.test(key) && !CONSOLE_FIRST.includes(key))
for (const page of consolePages)
  await measure({ name: `console: ${page.replace('src/zones/', '')}`, folder: CONSOLE, scripts: consoleScripts([page]) })

for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
