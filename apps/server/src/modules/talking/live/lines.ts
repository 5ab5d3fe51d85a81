import type { WebSocket } from 'ws'
import { LIVE_RIGHTS_CHANGED } from '#contract/constants.ts'
import type { LiveWord } from '#contract/live.ts'
import type { LiveNews, LiveTarget } from '../../../platform/live.ts'
import type { Standing } from './store.ts'

/** An open page of somebody. */
export interface Line extends Standing {
  socket: WebSocket
  /** Hash of its session's token in hex. */
  hash: string
  sessionId: number
  ip: string
  /** It answered since it was last asked. */
  alive: boolean
}

/** This process stops; another one takes the line. */
const GOING_AWAY = 1001

/** Pages that an account, and an address, may hold open with one process. */
export const LINES_PER_ACCOUNT = 12
export const LINES_PER_ADDRESS = 200

/** A page that takes nothing in is let go rather than remembered for; words are a few dozen bytes. */
const UNSENT_MAX = 64 * 1024
const STOP_MS = 2_000

const isFor = (line: Line, target: LiveTarget): boolean =>
  'staff' in target ? line.isStaff : line.companyId !== null && line.companyId === target.companyId

/** Every page that is open with this process. */
export function createLines() {
  const lines = new Set<Line>()
  const count = (same: (line: Line) => boolean) => [...lines].filter(same).length

  function say({ socket }: Line, word: LiveWord): void {
    if (socket.bufferedAmount > UNSENT_MAX) socket.terminate()
    else socket.send(JSON.stringify(word))
  }

  return {
    isFull: (accountId: number, ip: string): boolean =>
      count((line) => line.accountId === accountId) >= LINES_PER_ACCOUNT || count((line) => line.ip === ip) >= LINES_PER_ADDRESS,
    add(line: Line): void {
      lines.add(line)
      line.socket.on('close', () => lines.delete(line))
      line.socket.on('pong', () => {
        line.alive = true
      })
    },
    say,
    sayAll(word: LiveWord): void {
      for (const line of lines) say(line, word)
    },
    deliver({ target, event }: LiveNews): void {
      for (const line of lines) if (isFor(line, target)) say(line, event)
    },
    /** Lets go of pages that are gone without a word, and tells the others that the line lives. */
    beat(): void {
      for (const line of lines) {
        if (!line.alive) {
          line.socket.terminate()
          continue
        }
        line.alive = false
        line.socket.ping()
        say(line, { type: 'beat' })
      }
    },
    /** Of these sessions; null: of all. */
    hashes: (sessionIds: ReadonlySet<number> | null = null): string[] => {
      const asked = sessionIds === null ? [...lines] : [...lines].filter((line) => sessionIds.has(line.sessionId))
      return [...new Set(asked.map((line) => line.hash))]
    },
    /** Closes those of these sessions whose standing is no longer what it was when they opened. */
    closeChanged(hashes: readonly string[], standings: ReadonlyMap<string, Standing>): void {
      const asked = new Set(hashes)
      for (const line of lines) {
        if (!asked.has(line.hash)) continue
        const now = standings.get(line.hash)
        const same = now?.accountId === line.accountId && now.companyId === line.companyId && now.isStaff === line.isStaff
        if (!same) line.socket.close(LIVE_RIGHTS_CHANGED)
      }
    },
    /** Asks every page to go elsewhere, and does not wait long for the answer. */
    async closeAll(): Promise<void> {
      const left = [...lines]
      if (left.length === 0) return
      const gone = Promise.all(left.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve))))
      for (const { socket } of left) socket.close(GOING_AWAY)
      const timer = setTimeout(() => {
        for (const { socket } of left) socket.terminate()
      }, STOP_MS)
      await gone
      clearTimeout(timer)
    },
  }
}
