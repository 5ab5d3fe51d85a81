import { spawn } from 'node:child_process'
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
    cwd: ROOT, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: { NODE_ENV: 'production', NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compiled'), ...process.env },
  })
  // Ctrl+C reaches the shop by itself; here it only must not end the one who waits for it.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGTERM'))
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  if (process.env.npm_lifecycle_event !== 'start') return
  // npm was killed without a word: whoever runs us changes.
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, 1_000).unref()
}

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  serve()
})
