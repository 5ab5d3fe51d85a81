import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Plain JavaScript for any Node from 20 on, using nothing but Node itself: this runs before anything is installed.

export const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')
export const NODE = join(ROOT, 'node_modules', '.bin', 'node')

/** Says which command is at work in this clone; what it names after a kill -9 was broken off. */
const MARKER = join(ROOT, 'node_modules', '.phase.json')

/** A sentence for the person at the keyboard; shown without a stack. */
export class Trouble extends Error {}

/** The broken-off phase of a start that was killed; its orphaned command is ended, so that it does not write on. */
export function endBrokenPhase() {
  if (!existsSync(MARKER)) return null
  let broken = { phase: 'install', pid: 0 }
  try {
    broken = JSON.parse(readFileSync(MARKER, 'utf8'))
  } catch {
    // Killed while it wrote the marker: nothing was begun yet.
  }
  if (broken.pid > 0 && isOurs(broken.pid)) {
    try {
      process.kill(-broken.pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
  rmSync(MARKER, { force: true })
  return broken.phase
}

/** Process ids are given out again: only a process that works in this clone is ended. */
function isOurs(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`ANHENG_PHASE=${ROOT}\0`)
  } catch {
    return false
  }
}

/**
 * Runs one command of a phase in a process group of its own, with the marker set meanwhile. Ends it with us on Ctrl+C.
 * @param {string} phase
 * @param {string} command
 * @param {string[]} args
 */
export function runPhase(phase, command, args, { cwd = ROOT, env = {}, quiet = false } = {}) {
  mkdirSync(dirname(MARKER), { recursive: true })
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      detached: true,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env, ANHENG_PHASE: ROOT },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    const forward = (signal) => {
      try {
        process.kill(-child.pid, signal)
      } catch {
        // It has ended meanwhile.
      }
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    const handlers = signals.map((signal) => [signal, () => forward(signal)])
    for (const [signal, handler] of handlers) process.on(signal, handler)
    const done = () => {
      for (const [signal, handler] of handlers) process.off(signal, handler)
    }
    child.once('spawn', () => writeFileSync(MARKER, JSON.stringify({ phase, pid: child.pid })))
    child.once('error', (error) => {
      done()
      reject(new Trouble(`无法运行 ${command}：${error.message}`))
    })
    child.once('close', (code, signal) => {
      done()
      rmSync(MARKER, { force: true })
      if (code === 0) return resolve(output)
      if (signal) return process.exit(130)
      reject(new Trouble(`${command} ${args.join(' ')} 失败（${code}）${output ? `：\n${output.trimEnd()}` : ''}`))
    })
  })
}

export const say = (line) => process.stdout.write(`${line}\n`)

/** Runs a script's main function; troubles end it with their sentence. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${error instanceof Trouble ? error.message : (error?.stack ?? error)}\n`)
    process.exit(1)
  }
}
