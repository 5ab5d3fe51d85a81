import { LIVE_RIGHTS_CHANGED } from '#contract/constants.ts'
import type { LiveWord } from '#contract/live.ts'
import { type LineState, listeners } from './listeners.ts'

/** The server beats every 25 s; two beats missed and the line is dead. */
const SILENCE_MS = 60_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000

/** Longer and longer, and never everybody at once: a server that comes back is not run over. */
export function waitAfter(failures: number, chance = Math.random()): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS)
  return Math.round(longest * (0.5 + chance / 2))
}

/** Buyers' lines and staff's are two: their cookies travel on different paths. */
let address = ''
let socket: WebSocket | null = null
let failures = 0
/** It was ready before, so a line that is ready again may have missed something. */
let wasReady = false
let retry: ReturnType<typeof setTimeout> | undefined
let silence: ReturnType<typeof setTimeout> | undefined

function show(state: LineState): void {
  for (const listener of [...listeners]) listener.state(state)
}

function hear(word: LiveWord): void {
  clearTimeout(silence)
  silence = setTimeout(drop, SILENCE_MS)
  if (word.type === 'beat') return
  if (word.type === 'ready') {
    failures = 0
    if (wasReady) for (const listener of [...listeners]) listener.handle(null)
    wasReady = true
    show('open')
    return
  }
  for (const listener of [...listeners]) if (listener.type === word.type) listener.handle(word)
}

/** Gives the line up and opens another one later. */
function drop(): void {
  const dead = socket
  socket = null
  clearTimeout(silence)
  if (dead) {
    dead.onmessage = null
    dead.onclose = null
    dead.close()
  }
  show('closed')
  if (listeners.size === 0) {
    wasReady = false
    return
  }
  clearTimeout(retry)
  retry = setTimeout(connect, waitAfter(failures++))
}

function connect(): void {
  clearTimeout(retry)
  if (socket || listeners.size === 0) return
  // A browser that is offline says when it is back.
  if (!navigator.onLine) return
  const { protocol, host } = window.location
  const fresh = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${address}`)
  socket = fresh
  fresh.onmessage = ({ data }) => hear(JSON.parse(String(data)) as LiveWord)
  fresh.onclose = ({ code }) => {
    if (code === LIVE_RIGHTS_CHANGED) for (const listener of [...listeners]) if (listener.type === 'account') listener.handle(null)
    drop()
  }
}

window.addEventListener('online', () => {
  failures = 0
  connect()
})
window.addEventListener('offline', drop)
// A laptop that was asleep, a phone that comes back to the page: no need to wait for the next try.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') connect()
})

/** Opens the line when somebody listens, closes it when nobody does. A site has one path for it. */
export function follow(path: string): void {
  address = path
  if (listeners.size === 0) {
    if (socket) drop()
    return
  }
  if (socket?.readyState === WebSocket.OPEN && wasReady) show('open')
  connect()
}
