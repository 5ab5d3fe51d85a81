import type { DataOf } from '#contract/call.ts'
import type { staffOrderNotes } from '#contract/order-bulk.ts'
import { DOCUMENT_KINDS } from '#domain/documents.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import type { Connection, DatabaseHandle } from '../../../../platform/database.ts'
import { conflict } from '../../../../platform/errors.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { type DocumentHead, documentHeads, insertDownload, printPapers } from '../../../papers/documents/public.ts'
import { chosenOrders } from './bulk-views.ts'

type Made = DocumentHead & { fileId: number }

const subjectOf = (shipmentId: number) => `shipment:${shipmentId}`
const isMade = (head: DocumentHead): head is Made => head.state === 'valid' && head.fileId !== null

/** The delivery notes that go with these orders, the newest version of each; why there is none. */
async function notesBy(connection: Connection, ids: readonly number[]) {
  const orders = await chosenOrders(connection, ids)
  const shipments = [...orders.values()].flatMap(({ shipmentId }) => shipmentId ?? [])
  const heads = (await documentHeads(connection, shipments.map(subjectOf))).filter(({ kind }) => kind === 'delivery_note')
  return ids.map((id) => {
    const order = orders.get(id)
    const own = heads.filter(({ subject }) => order?.shipmentId != null && subject === subjectOf(order.shipmentId))
    const note = own.filter(isMade).sort((a, b) => b.version - a.version)[0] ?? null
    const why =
      order === undefined
        ? '订单不存在，或不在您的查看范围'
        : order.shipmentId === null
          ? '还没有发货，没有随货同行单'
          : own.some(({ state }) => state === 'failed')
            ? '随货同行单没有做成，请到“单据”里重做'
            : own.some(({ state }) => state === 'withdrawn')
              ? '随货同行单已作废'
              : '随货同行单还在制作，请稍候'
    return { id, order, note, message: note === null ? why : '' }
  })
}

export async function notesOf(connection: Connection, ids: readonly number[]): Promise<DataOf<typeof staffOrderNotes>['list']> {
  return (await notesBy(connection, ids)).map(({ id, order, note, message }) => ({
    id,
    no: order?.no ?? '',
    company: order?.company ?? '',
    status_name: order ? STATUS_NAMES[order.status] : '',
    can: note === null ? 0 : 1,
    message,
    document_id: note?.id ?? null,
  }))
}

/** Those that there are, in the order of the ids; who took them is kept. */
export async function printNotes({ db }: DatabaseHandle, viewer: Viewer, ids: readonly number[], now: Date): Promise<Buffer> {
  const found = (await notesBy(db, ids)).flatMap(({ order, note }) => (order !== undefined && note !== null ? [{ order, note }] : []))
  if (found.length === 0) throw conflict('所选订单都没有可打印的随货同行单')
  const papers = found.map(({ order, note }) => ({
    name: DOCUMENT_KINDS[note.kind].name,
    about: `${order.no} ${order.company}`,
    no: note.no,
    fileId: note.fileId,
  }))
  const companies = [...new Set(found.map(({ order }) => order.company))]
  const name = companies.length === 1 ? (companies[0] ?? '') : `${companies.length} 家企业`
  const bytes = await printPapers(db, { accountId: viewer.accountId, company: { name } }, papers, '订单 · 单据', now)
  for (const { note } of found)
    await insertDownload(db, { documentId: note.id, fileId: null, companyId: null, accountId: viewer.accountId, way: 'print' }, now)
  return bytes
}
