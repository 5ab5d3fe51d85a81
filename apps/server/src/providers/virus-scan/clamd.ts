import { connect, type NetConnectOpts } from 'node:net'
import { Refused, Unanswered } from '../outside/ask.ts'
import { outsideReports } from '../outside/reports.ts'
import type { VirusScanner } from './scanner.ts'

export type ClamdOptions = { socket: string } | { host: string; port: number }

export const SCANNER_NAME = '查毒程序'
/** The largest upload takes it two seconds on a slow machine. */
const ANSWER_MS = 20_000
/** Its answers are a line. */
const ANSWER_BYTES = 4_096
const CHUNK_BYTES = 64 * 1024

function* instream(content: Buffer): Generator<Buffer> {
  yield Buffer.from('zINSTREAM\0', 'latin1')
  for (let from = 0; from < content.length; from += CHUNK_BYTES) {
    const chunk = content.subarray(from, from + CHUNK_BYTES)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    yield length
    yield chunk
  }
  yield Buffer.alloc(4)
}

/** ClamAV's daemon over its socket. What it is sent is never written to a disk by the shop; how large it may be is clamd's StreamMaxLength. */
export function clamd(options: ClamdOptions, answerMs = ANSWER_MS): VirusScanner {
  const place: NetConnectOpts = 'socket' in options ? { path: options.socket } : options

  /** Until it ends the line: some answers come before everything was sent, and then the rest is sent in vain. */
  const ask = (question: Iterable<Buffer>): Promise<string> =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(place)
      let answer = ''
      const end = (error?: Error) => {
        clearTimeout(timer)
        socket.destroy()
        const length = answer.indexOf('\0')
        if (length > 0) resolve(answer.slice(0, length))
        else reject(new Unanswered(SCANNER_NAME, error?.message ?? 'the connection ended without an answer'))
      }
      const timer = setTimeout(() => end(new Error(`no answer within ${answerMs} ms`)), answerMs)
      socket.on('data', (part) => {
        answer += part.toString('latin1')
        if (answer.includes('\0') || answer.length > ANSWER_BYTES) end()
      })
      socket.on('error', end)
      socket.on('close', () => end())
      socket.on('connect', () => {
        for (const part of question) socket.write(part)
      })
    }).then(
      (line) => {
        outsideReports.answered(SCANNER_NAME)
        return line
      },
      (error: unknown) => {
        outsideReports.failed(SCANNER_NAME, error)
        throw error
      },
    )

  return {
    name: 'ClamAV',
    async scan(content) {
      const answer = await ask(instream(content))
      if (answer === 'stream: OK') return null
      const found = /^stream: (.+) FOUND$/.exec(answer)?.[1]
      if (found !== undefined) return found
      if (answer.includes('size limit exceeded')) throw new Refused(SCANNER_NAME, answer)
      throw new Unanswered(SCANNER_NAME, answer)
    },
    version: () => ask([Buffer.from('zVERSION\0', 'latin1')]),
  }
}
