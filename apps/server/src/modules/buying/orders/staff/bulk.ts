import type { BodyOf, DataOf } from '#contract/call.ts'
import type { OrderBulkDeed, staffOrderBulk, staffOrderBulkPreview } from '#contract/order-bulk.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { doneAlone, triedOut } from '../../../who/bulk/public.ts'
import { holdByStaff, releaseByStaff, resumeByStaff } from '../holds.ts'
import { chosenOrders } from './bulk-views.ts'
import { noteByStaff } from './note.ts'

interface Doer {
  accountId: number
  name: string
  ofQuality: boolean
}
type Deed = (database: DatabaseHandle, doer: Doer, id: number, reason: string, now: Date) => Promise<unknown>

/** The deeds on one order, as they are done from its own page. */
const DEEDS: Readonly<Record<OrderBulkDeed, Deed>> = {
  note: (database, doer, id, text, now) => noteByStaff(database, doer, id, { kind: 'inside', text }, now),
  hold: holdByStaff,
  resume: resumeByStaff,
  release: releaseByStaff,
}
const doerOf = ({ accountId, name, staff }: Viewer): Doer => ({
  accountId,
  name,
  ofQuality: staff?.permissions.has('orders.release') ?? false,
})

const GONE = '订单不存在，或不在您的查看范围'
/** A preview that breaks is answered as what it is. */
const refuse = (error: unknown): never => {
  throw error
}
/** A word that every deed takes for a reason. */
const SUPPOSED = '预览'

/** Does it to each and takes it back: no other function knows what the deed would refuse. */
export async function weighBulk(
  database: DatabaseHandle,
  viewer: Viewer,
  deed: OrderBulkDeed,
  ids: readonly number[],
  now: Date,
): Promise<DataOf<typeof staffOrderBulkPreview>> {
  const orders = await chosenOrders(database.db, ids)
  const doer = doerOf(viewer)
  const list: DataOf<typeof staffOrderBulkPreview>['list'] = []
  for (const id of ids) {
    const order = orders.get(id)
    const message = order === undefined ? GONE : await triedOut(database, (within) => DEEDS[deed](within, doer, id, SUPPOSED, now), refuse)
    list.push({
      id,
      no: order?.no ?? '',
      company: order?.company ?? '',
      status_name: order ? STATUS_NAMES[order.status] : '',
      can: message === '' ? 1 : 0,
      message,
    })
  }
  return { list }
}

/** Each in a transaction of its own, in which a refusal leaves nothing. warn: of what no sentence explains. */
export async function bulkOf(
  database: DatabaseHandle,
  viewer: Viewer,
  deed: OrderBulkDeed,
  { ids, reason }: BodyOf<typeof staffOrderBulk>,
  now: Date,
  warn: (error: unknown) => void,
): Promise<DataOf<typeof staffOrderBulk>> {
  const orders = await chosenOrders(database.db, ids)
  const doer = doerOf(viewer)
  const list: DataOf<typeof staffOrderBulk>['list'] = []
  for (const id of ids) {
    const order = orders.get(id)
    const message = order === undefined ? GONE : await doneAlone(database, (within) => DEEDS[deed](within, doer, id, reason, now), warn)
    list.push({ id, no: order?.no ?? '', company: order?.company ?? '', done: message === '' ? 1 : 0, message })
  }
  return { list, done: list.filter(({ done }) => done === 1).length }
}
