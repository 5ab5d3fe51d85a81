import type { Connection } from '../../../platform/database.ts'
import { tellLiveMany } from '../../../platform/live.ts'
import { insertMessages, type News } from './store.ts'

/** Tells a company something, in the caller's transaction: it is told when that commits. */
export function tell(connection: Connection, news: News, now: Date): Promise<void> {
  return tellMany(connection, [news], now)
}

/** One statement however many there are, and a word to the open pages of each company that was told something new. */
export async function tellMany(connection: Connection, news: readonly News[], now: Date): Promise<void> {
  if (news.length === 0) return
  const told = await insertMessages(connection, news, now)
  if (told.length > 0) await tellLiveMany(connection, [...new Set(told)], { type: 'messages' })
}
