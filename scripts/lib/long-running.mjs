import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { NODE, ROOT } from './phase.mjs'

/**
 * A program of this clone on the pinned Node, its code compiled once and kept. It ends when this process goes, however it goes: the channel
 * between the two closes with it, and then the program stops in order.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function runUntilStopped(args, env = {}) {
  const child = spawn(NODE, args, {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...env, NODE_COMPILE_CACHE: `${ROOT}/node_modules/.cache/compiled`, ...process.env },
  })
  const stop = () => child.kill('SIGTERM')
  // Ctrl+C reaches the program by itself; here it only must not end the one who waits for it.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', stop)
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  if (['start', 'dev'].includes(process.env.npm_lifecycle_event ?? '')) whenLauncherDies(stop)
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
