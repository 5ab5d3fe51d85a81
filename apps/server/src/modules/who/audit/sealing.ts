import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { transact } from '../../../platform/transact.ts'
import { becomeSealer, hashAfter, insertSeals, readHead, readUnsealed } from './seal-store.ts'

const AT_ONCE = 1000
const LOOK_EVERY_MS = 2_000

/** Gives the next rows their seals; answers how many. Nobody who writes the record waits for it. */
const sealNext = ({ db }: DatabaseHandle): Promise<number> =>
  transact(db, async (trx) => {
    if (!(await becomeSealer(trx))) return 0
    let { seq, hash } = await readHead(trx)
    const rows = await readUnsealed(trx, AT_ONCE)
    const seqs: number[] = []
    const hashes: Buffer[] = []
    for (const { text } of rows) {
      seq += 1
      hash = hashAfter(hash, text)
      seqs.push(seq)
      hashes.push(hash)
    }
    if (rows.length > 0)
      await insertSeals(
        trx,
        rows.map(({ id }) => id),
        seqs,
        hashes,
      )
    return rows.length
  })

/** Seals what there is, in batches; answers how many rows. */
export async function sealAudits(database: DatabaseHandle, isStopped: () => boolean = () => false): Promise<number> {
  let sealed = 0
  for (;;) {
    const batch = await sealNext(database)
    sealed += batch
    if (batch < AT_ONCE || isStopped()) return sealed
  }
}

interface Sealer {
  stop: () => Promise<void>
}

/**
 * Seals every few seconds for as long as the shop runs, in each of its processes: whichever comes first does the work. By a clock of
 * its own, for the queue's goes by minutes, and a word to wake somebody makes the commits of those who write wait for one another.
 */
export function startSealer(database: DatabaseHandle, onTrouble: (what: string, error: unknown) => void): Sealer {
  const stopping = new AbortController()
  let isFailing = false

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await sealAudits(database, () => stopping.signal.aborted)
        isFailing = false
      } catch (error) {
        if (!isFailing) onTrouble('the audit log could not be sealed', error)
        isFailing = true
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  const working = work()
  return {
    stop: async () => {
      stopping.abort()
      await working
      // What the last requests wrote; where it fails, the next start seals it.
      await sealAudits(database).catch(() => undefined)
    },
  }
}
