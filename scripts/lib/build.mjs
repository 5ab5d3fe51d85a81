import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NODE, ROOT, runPhase, say } from './phase.mjs'

const STAMP = join(ROOT, 'dist', '.built')
/** Everything that a page's bundle is made of. */
const SOURCES = ['apps/storefront', 'packages', 'package.json', 'package-lock.json']

function sourcesHash() {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const path = join(ROOT, source)
    const isFile = source.endsWith('.json')
    const files = isFile
      ? ['']
      : readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((one) => one.isFile())
          .map((one) => join(one.parentPath ?? one.path, one.name).slice(path.length))
          .sort()
    for (const file of files) if (!file.includes('.test.')) hash.update(`${source}${file}\0`).update(readFileSync(`${path}${file}`))
  }
  return hash.digest('hex')
}

/** Builds the storefront unless dist was made from these very sources. */
export async function ensureBuilt() {
  const stamp = sourcesHash()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return
  say('构建页面……')
  rmSync(STAMP, { force: true })
  const vite = [
    join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    '--config',
    'apps/storefront/vite.config.ts',
    '--logLevel',
    'warn',
  ]
  const env = { NODE_ENV: 'production' }
  await runPhase('build', NODE, vite, { env })
  await runPhase('build', NODE, [...vite, '--ssr'], { env })
  writeFileSync(STAMP, stamp)
}
