import type { DataOf } from '#contract/call.ts'
import { ZIP_MAX } from '#contract/exchange.ts'
import type { OrderPaperWire, orderPapers } from '#contract/receiving.ts'
import { DOCUMENT_KINDS, DOCUMENT_STATE_NAMES, type DocumentKind } from '#domain/documents.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { type DocumentHead, documentHeads } from '../../papers/documents/public.ts'
import { findOrder, type OrderRow } from '../orders/public.ts'
import { releasedReports } from './beside-views.ts'
import { recordSubject } from './screens.ts'
import { deliveryOf, receivingOf, type SentBatch, sentBatches } from './store.ts'
import { contractOfOrder, invoicesOfOrder } from './views.ts'

/** Everything of one order: the note, the reports of exactly its batches, the invoice, the contract, the receiving record. */
export interface OrderPaper {
  group: '随货单据' | '检验报告' | '发票' | '合同' | '收货'
  name: string
  goods: string
  batchNo: string
  no: string
  /** Where it can be looked at; '': it is not here. */
  url: string
  /** Why it is not here; '': it is. */
  missing: string
  /** It is being made: it will be here in a moment. */
  waiting: boolean
  fileId: number | null
  documentId: number | null
}

const paper = (values: Pick<OrderPaper, 'group' | 'name'> & Partial<OrderPaper>): OrderPaper => ({
  goods: '',
  batchNo: '',
  no: '',
  url: '',
  missing: '',
  waiting: false,
  fileId: null,
  documentId: null,
  ...values,
})

function documentPaper(group: OrderPaper['group'], kind: DocumentKind, documents: readonly DocumentHead[], absent: string): OrderPaper {
  const newest = documents.find((one) => one.kind === kind)
  // While a correction is being drawn, the version before it still stands.
  const made = documents.find((one) => one.kind === kind && one.fileId !== null && one.state === 'valid')
  const { name } = DOCUMENT_KINDS[kind]
  if (made)
    return paper({ group, name, no: made.no, url: `/api/document/${made.id}/file?inline=1`, fileId: made.fileId, documentId: made.id })
  if (!newest) return paper({ group, name, missing: absent })
  const missing =
    newest.state === 'failed'
      ? '制作未成功，我们正在处理'
      : newest.state === 'waiting'
        ? '正在制作，请稍候'
        : DOCUMENT_STATE_NAMES[newest.state]
  return paper({ group, name, no: newest.no, missing, waiting: newest.state === 'waiting' })
}

async function reportPapers(connection: Connection, sent: readonly SentBatch[]): Promise<OrderPaper[]> {
  const batches = [...new Map(sent.map((batch) => [`${batch.goodsId} ${batch.batchNo}`, batch])).values()]
  const reports = await releasedReports(connection, batches)
  return batches.flatMap((batch): OrderPaper[] => {
    const about = { group: '检验报告', goods: batch.goods.name ?? '', batchNo: batch.batchNo } as const
    const own = reports.filter((one) => one.goodsId === batch.goodsId && one.batchNo === batch.batchNo)
    if (own.length === 0) return [paper({ ...about, name: '检验报告', missing: '该批号的检验报告尚未收录，可在检验报告页索取' })]
    return own.flatMap((one): OrderPaper[] => {
      const url = `/api/report/${one.id}/file`
      const stamped = {
        ...about,
        no: one.reportNo,
        fileId: one.documentFileId,
        documentId: one.documentId,
        waiting: one.documentFileId === null,
      }
      const waiting = one.documentFileId === null ? '正在制作，请稍候' : ''
      if (!one.signed) return [paper({ ...stamped, name: '检验报告', url: waiting ? '' : `${url}?inline=1`, missing: waiting })]
      return [
        paper({ ...about, name: '检验报告（厂家签章）', no: one.reportNo, url: `${url}?inline=1`, fileId: one.fileId }),
        paper({ ...stamped, name: '检验报告转递单', url: waiting ? '' : `${url}?part=cover&inline=1`, missing: waiting }),
      ]
    })
  })
}

async function invoicePapers(connection: Connection, order: OrderRow): Promise<OrderPaper[]> {
  const invoices = await invoicesOfOrder(connection, order.companyId, order.id)
  if (invoices.length === 0) return [paper({ group: '发票', name: '电子发票', missing: '尚未开具，发货后自动开具' })]
  return invoices.map((one) => {
    const name = `${one.isTest ? '测试' : ''}${one.colour === 'red' ? '红字' : ''}电子发票`
    const about = { group: '发票', name, no: one.number } as const
    return one.fileId === null
      ? paper({ ...about, missing: '发票文件正在生成', waiting: true })
      : paper({ ...about, url: `/api/file/${one.fileId}`, fileId: one.fileId })
  })
}

async function contractPaper(connection: Connection, order: OrderRow): Promise<OrderPaper> {
  const contract = await contractOfOrder(connection, order.companyId, order.id)
  if (contract === null) return paper({ group: '合同', name: '购销与质量保证协议', missing: '没有在线签署的协议' })
  const { no, title: name, fileId, documentId } = contract
  const url = documentId === null ? `/api/file/${fileId}` : `/api/document/${documentId}/file?inline=1`
  return paper({ group: '合同', name, no, url, fileId, documentId })
}

/** In the order in which a buyer files them; the order must be the company's. */
export async function papersOfOrder(connection: Connection, order: OrderRow): Promise<OrderPaper[]> {
  const delivery = await deliveryOf(connection, order.id)
  const record = await receivingOf(connection, order.id)
  const subjects = [
    ...(delivery === null ? [] : [`shipment:${delivery.shipmentId}`]),
    ...(record === null ? [] : [recordSubject(record.id)]),
  ]
  const documents = (await documentHeads(connection, subjects)).filter((one) => one.companyId === order.companyId)
  const sent = await sentBatches(connection, order.id)
  return [
    documentPaper('随货单据', 'delivery_note', documents, '该订单没有电子随货同行单'),
    ...(documents.some((one) => one.kind === 'outbound') ? [documentPaper('随货单据', 'outbound', documents, '')] : []),
    ...(documents.some((one) => one.kind === 'packing_list') ? [documentPaper('随货单据', 'packing_list', documents, '')] : []),
    ...(delivery?.coldChain ? [documentPaper('随货单据', 'cold_chain', documents, '冷链温度记录尚未形成')] : []),
    ...(documents.some((one) => one.kind === 'receipt_form') ? [documentPaper('随货单据', 'receipt_form', documents, '')] : []),
    ...(await reportPapers(connection, sent)),
    ...(await invoicePapers(connection, order)),
    await contractPaper(connection, order),
    documentPaper('收货', 'receiving_record', documents, '尚未登记收货'),
  ]
}

const wireOf = (one: OrderPaper): OrderPaperWire => ({
  group: one.group,
  name: one.name,
  goods: one.goods,
  batch_no: one.batchNo,
  number: one.no,
  url: one.url,
  missing: one.missing,
  waiting: one.waiting ? 1 : 0,
})

const SENT = new Set(['shipped', 'received', 'completed'])

export async function orderPapersOf({ db }: DatabaseHandle, companyId: number, orderId: number): Promise<DataOf<typeof orderPapers>> {
  const order = await findOrder(db, orderId, companyId)
  if (order === null) throw notFound('订单')
  if (!SENT.has(order.status)) {
    const why = order.status === 'cancelled' ? '订单已取消' : `订单${STATUS_NAMES[order.status]}，发货后形成随货单据`
    return { list: [], there: 0, missing: 0, at_once: 1, why }
  }
  const papers = await papersOfOrder(db, order)
  const there = papers.filter((one) => one.fileId !== null).length
  return { list: papers.map(wireOf), there, missing: papers.length - there, at_once: there <= ZIP_MAX ? 1 : 0, why: '' }
}
