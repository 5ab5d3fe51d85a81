import { hostname } from 'node:os'

/** Lines of what happens beside the requests, in the form of the application's own log. */
export interface EventLog {
  info: (message: string, error?: unknown) => void
  warn: (message: string, error?: unknown) => void
  error: (message: string, error?: unknown) => void
}

const LEVELS: Readonly<Record<string, number>> = {
  trace: 10,
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
  silent: Number.POSITIVE_INFINITY,
}

const shown = (error: unknown) =>
  error instanceof Error
    ? { type: error.name, message: error.message, stack: error.stack, ...('code' in error && { code: error.code }) }
    : String(error)

export function eventLog(level: string, write: (line: string) => void = (line) => void process.stdout.write(line)): EventLog {
  const from = LEVELS[level] ?? 40
  const at = (of: number) => (msg: string, error?: unknown) => {
    if (of < from) return
    const line = {
      level: of,
      time: Date.now(),
      pid: process.pid,
      hostname: hostname(),
      ...(error !== undefined && { err: shown(error) }),
      msg,
    }
    write(`${JSON.stringify(line)}\n`)
  }
  return { info: at(30), warn: at(40), error: at(50) }
}
