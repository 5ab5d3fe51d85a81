import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NODE, ROOT, runPhase, say } from './phase.mjs'

const STAMP = join(ROOT, 'dist', '.built')
/** Everything that a page's bundle is made of. */
const SOURCES = [
  'apps/storefront',
  'apps/console',
  'packages',
  'scripts/lib/vite-parts.ts',
  'scripts/lib/left-out.ts',
  'package.json',
  'package-lock.json',
]

function sourcesHash() {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const path = join(ROOT, source)
    const isFile = /\.(json|ts)$/.test(source)
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

/** Builds both sites unless dist was made from these very sources. */
export async function ensureBuilt() {
  const stamp = sourcesHash()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return
  say('构建页面……')
  rmSync(STAMP, { force: true })
  const build = (site) => {
    const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
    return [vite, 'build', '--config', `apps/${site}/vite.config.ts`, '--logLevel', 'warn']
  }
  const env = { NODE_ENV: 'production' }
  await runPhase('build', NODE, build('storefront'), { env })
  await runPhase('build', NODE, [...build('storefront'), '--ssr'], { env })
  await runPhase('build', NODE, build('console'), { env })
  writeFileSync(STAMP, stamp)
}
