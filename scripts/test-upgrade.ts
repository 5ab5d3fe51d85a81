/**
 * npm run test:upgrade -- REF [FILE…]: tests of the API as they were at REF (a release's tag or commit), by its code, on the schema of today. While processes
 * are replaced one by one, the former ones work on it. Without files those that write most; with --all all of them.
 */
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MIGRATIONS = join('apps', 'server', 'migrations')
const SHORT = [
  'apps/server/src/modules/buying/cart',
  'apps/server/src/modules/buying/checkout',
  'apps/server/src/modules/buying/orders',
  'apps/server/src/modules/buying/shipments',
  'apps/server/src/modules/money',
  'apps/server/src/modules/goods/importdesk',
  'apps/server/src/modules/open',
  'apps/server/src/modules/who/audit',
]

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr.trim())
  return stdout.trim()
}

/** Today's migrations beside those that REF had, which nobody may have changed since. Answers the names of the new ones. */
function bringSchema(former: string): string[] {
  const [had, have] = [readdirSync(join(former, MIGRATIONS)), readdirSync(join(ROOT, MIGRATIONS))]
  const changed = had.filter(
    (name) =>
      !have.includes(name) || readFileSync(join(former, MIGRATIONS, name), 'utf8') !== readFileSync(join(ROOT, MIGRATIONS, name), 'utf8'),
  )
  if (changed.length > 0) throw new Error(`改动了那个版本已有的迁移：${changed.join('、')}`)
  const fresh = have.filter((name) => !had.includes(name))
  for (const name of fresh) copyFileSync(join(ROOT, MIGRATIONS, name), join(former, MIGRATIONS, name))
  return fresh
}

async function testOn(ref: string, files: readonly string[]): Promise<number> {
  const commit = git('rev-parse', '--verify', `${ref}^{commit}`)
  const folder = await mkdtemp(join(tmpdir(), 'anheng-upgrade-'))
  const former = join(folder, 'former')
  git('worktree', 'add', '--detach', former, commit)
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(former, 'node_modules'))
    const fresh = bringSchema(former)
    process.stdout.write(`${git('log', '-1', '--format=%h %s', commit)}\n之后的迁移：${fresh.join('、') || '没有'}\n`)
    const known = files.filter((file) => existsSync(join(former, file)))
    const vitest = [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'shop', ...known]
    const tests = spawn(process.execPath, vitest, { cwd: former, stdio: 'inherit' })
    return await new Promise((resolve) => tests.once('close', (code) => resolve(code ?? 1)))
  } finally {
    git('worktree', 'remove', '--force', former)
    await rm(folder, { recursive: true, force: true })
  }
}

const [ref, ...rest] = process.argv.slice(2)
if (ref === undefined || ref.startsWith('-')) {
  process.stderr.write(
    '用法：npm run test:upgrade -- 版本 [--all | 文件…]\n  版本：从前发布的标签或提交；用它的程序和它的测试，在现在的数据库结构上跑\n',
  )
  process.exit(1)
}
const files = rest.filter((arg) => arg !== '--all')
try {
  process.exitCode = await testOn(ref, rest.includes('--all') ? [] : files.length > 0 ? files : SHORT)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
