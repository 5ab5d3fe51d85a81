import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main, NODE, ROOT } from './lib/phase.mjs'

/**
 * The shop itself, on the pinned Node, its code compiled once and kept. It ends when this process goes, however it goes: the channel between the two
 * closes with it, and then the shop stops in order.
 */
function serve() {
  const child = spawn(NODE, [join(ROOT, 'apps', 'server', 'src', 'main.ts'), ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_ENV: 'production', NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compiled'), ...process.env },
  })
  const stop = () => child.kill('SIGTERM')
  // Ctrl+C reaches the shop by itself; here it only must not end the one who waits for it.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', stop)
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  if (process.env.npm_lifecycle_event === 'start') whenLauncherDies(stop)
}

/** The parent of a process; 0 where it is gone or the system does not tell. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

/** npm runs a shell that runs us; a killed npm tells neither of them. */
function whenLauncherDies(work) {
  const chain = () => `${process.ppid} ${parentOf(process.ppid)}`
  const atStart = chain()
  const timer = setInterval(() => {
    if (chain() === atStart) return
    clearInterval(timer)
    work()
  }, 1_000).unref()
}

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  serve()
})
