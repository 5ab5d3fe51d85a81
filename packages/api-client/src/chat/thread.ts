import type { ChatMessageWire } from '#contract/chat.ts'

/** What somebody sends: text, a picture that has to be uploaded first, or what they speak of. */
export type Draft = { text: string } | { file: File } | { order_id: number } | { goods_id: number }

/** A message on its way: waiting and sending show alike; failed says why, and can be sent again as the same message. */
export interface Outgoing {
  client_id: string
  draft: Draft
  state: 'waiting' | 'sending' | 'failed'
  problem: string
  /** The network was at fault: sent again by itself when it is back. */
  network: boolean
  /** Of a picture that has arrived already, when only the message has not. */
  file_id?: number
  at: string
}

/** Both, each message once, in their order. */
export function merged(known: readonly ChatMessageWire[], more: readonly ChatMessageWire[]): readonly ChatMessageWire[] {
  const ids = new Set(known.map(({ id }) => id))
  const fresh = more.filter(({ id }) => !ids.has(id))
  return fresh.length === 0 ? known : [...known, ...fresh].sort((one, other) => one.id - other.id)
}

/** Those that did not arrive yet; what the history has under their name did. */
export function stillOut(outbox: readonly Outgoing[], known: readonly ChatMessageWire[], own: 'buyer' | 'staff'): readonly Outgoing[] {
  const arrived = new Set(known.filter(({ sender }) => sender === own).map(({ client_id }) => client_id))
  return outbox.some(({ client_id }) => arrived.has(client_id)) ? outbox.filter(({ client_id }) => !arrived.has(client_id)) : outbox
}

const BEIJING_DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' })
const BEIJING_TIME = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', timeStyle: 'short' })

export const timeText = (instant: string): string => BEIJING_TIME.format(new Date(instant))

/** The day as people say it: 今天, 昨天, 11月19日, 2025年12月3日. */
export function dayText(instant: string, now: number): string {
  const day = BEIJING_DAY.format(new Date(instant))
  if (day === BEIJING_DAY.format(now)) return '今天'
  if (day === BEIJING_DAY.format(now - 86_400_000)) return '昨天'
  const [year, month, date] = day.split('-').map(Number)
  return year === Number(BEIJING_DAY.format(now).slice(0, 4)) ? `${month}月${date}日` : `${year}年${month}月${date}日`
}
