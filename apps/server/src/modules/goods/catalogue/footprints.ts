import type { DatabaseHandle } from '../../../platform/database.ts'
import { type WriteLater, writeLater } from '../../../platform/write-later.ts'
import { type Footprint, leaveFootprints } from './gathered-store.ts'

/** Another process shows what a company looked at here so much later. */
const WRITE_MS = 1_000
/** Beyond these a visit leaves no trace: the shop goes before it. */
const WAITING_MAX = 10_000

export interface Footprints extends Pick<WriteLater, 'flush' | 'stop'> {
  left: (companyId: number, goodsId: number, now: Date) => void
}

/** A visit is not worth a commit of its own: those of a second are written together. */
export function createFootprints(database: DatabaseHandle, onError: (error: unknown) => void): Footprints {
  let waiting = new Map<string, Footprint>()
  const later = writeLater({
    ms: WRITE_MS,
    onError,
    async write() {
      const some = [...waiting.values()]
      waiting = new Map()
      if (some.length > 0) await leaveFootprints(database, some)
      return false
    },
  })
  return {
    left(companyId, goodsId, now) {
      const key = `${companyId}:${goodsId}`
      const known = waiting.get(key)
      if (known === undefined && waiting.size >= WAITING_MAX) return
      waiting.set(key, { companyId, goodsId, at: now, times: (known?.times ?? 0) + 1 })
      later.soon()
    },
    flush: later.flush,
    stop: later.stop,
  }
}
