/**
 * JavaScript that a page of the buyers' site loads before it is alive, gzip KB a page: one JSON line a page, beside its limit
 * where there is one. Fails when a page is over its limit. Run after the build: npm run size
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { collectAssets, keysOfPage } from '../apps/server/src/platform/page-bundle.ts'

const CLIENT = fileURLToPath(new URL('../dist/client/', import.meta.url))
const LIMIT_KB = 130
const LIMITED = ['src/pages/home/HomePage.tsx', 'src/pages/list/ListPage.tsx']

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

const manifest = JSON.parse(await readFile(`${CLIENT}.vite/manifest.json`, 'utf8')) as Record<string, Chunk>
const sizes = new Map<string, number>()

async function gzipBytes(file: string): Promise<number> {
  const known = sizes.get(file)
  if (known !== undefined) return known
  const size = gzipSync(await readFile(CLIENT + file), { level: 9 }).length
  sizes.set(file, size)
  return size
}

const pages = Object.keys(manifest).filter((key) => /^src\/pages\/.*Page\.tsx$/.test(key))
const problems = LIMITED.filter((page) => !pages.includes(page)).map((page) => `${page} is not in the manifest: nothing was measured`)
for (const page of pages) {
  const { scripts } = collectAssets(manifest, keysOfPage(manifest, page))
  let bytes = 0
  for (const file of scripts) bytes += await gzipBytes(file)
  const kb = Math.round(bytes / 102.4) / 10
  const limited = LIMITED.includes(page)
  if (limited && kb > LIMIT_KB) problems.push(`${page} loads ${kb} KB of JavaScript, ${LIMIT_KB} is the limit`)
  console.log(
    JSON.stringify({
      figure: 'javascript_gzip_kb',
      page: page.replace('src/pages/', ''),
      files: scripts.length,
      kb,
      ...(limited && { limit: LIMIT_KB }),
    }),
  )
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
