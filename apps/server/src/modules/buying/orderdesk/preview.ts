import { createHash } from 'node:crypto'
import type { Connection, Database } from '../../../platform/database.ts'
import { conflict, fieldErrors } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'

/** What a deed on an order would do, shown by doing it. */

/** Takes what a preview did back with it. */
class OnlyShown extends Error {
  readonly shown: unknown
  constructor(shown: unknown) {
    super('shown only')
    this.shown = shown
  }
}

/** The deed is done as it would be, and nothing of it stays: what is shown is what will happen. */
export async function onlyShown<Wire>(db: Database, work: (trx: Connection) => Promise<Wire>): Promise<Wire> {
  try {
    return await transact(db, async (trx) => {
      throw new OnlyShown(await work(trx))
    })
  } catch (error) {
    if (error instanceof OnlyShown) return error.shown as Wire
    throw error
  }
}

export const stamped = <Wire extends object>(wire: Wire): Wire & { stamp: string } => ({
  ...wire,
  stamp: createHash('sha256').update(JSON.stringify(wire)).digest('base64url'),
})

/** In the deed's own transaction: another outcome than the one that was agreed to is none. */
export function sameAsShown(shown: { stamp: string }, stamp: string): void {
  if (shown.stamp !== stamp) throw conflict('预览之后订单有变化，请核对新的预览后再确认', { reason: 'PREVIEW_CHANGED' })
}

export function reasonOf(given: string, deed: string): string {
  const reason = given.trim()
  if (reason.length < 2) throw fieldErrors([{ field: 'reason', message: `请写明${deed}的原因（至少 2 个字）` }])
  return reason
}
