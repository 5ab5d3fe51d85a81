import { printed } from '#domain/paper-text.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { transact } from '../../../platform/transact.ts'
import {
  askDocument,
  type DocumentRequest,
  type DocumentRow,
  type Drawing,
  type DrawingFrame,
  type Drawings,
  documentsOf,
  type MakingDeps,
  reviseDocument,
} from '../../papers/documents/public.ts'
import { tell } from '../../talking/messages/public.ts'
import { type ColdSnapshot, coldSheet, wayOf } from './cold-sheet.ts'
import { deliveryForm } from './delivery-form.ts'
import { deliveryNote } from './delivery-note.ts'
import { outboundNote } from './outbound-note.ts'
import { packingList } from './packing-list.ts'
import { receiptForm } from './receipt-form.ts'
import { readShipment, type ShipmentFacts, type ShipmentSnapshot } from './snapshot.ts'
import { lockSlip, temperaturesOf } from './store.ts'

/** The papers that go with the goods: asked for where they leave the house, and again where something of them was wrong. */

/**
 * Whom the goods went to was written by the buyer, long before: a character of it that the font lacks must not leave goods on the
 * road without their note. What the law names (goods, batches, the companies) is never printed as something else.
 */
const readable =
  <Snapshot extends ShipmentSnapshot>(draw: (snapshot: Snapshot, frame: DrawingFrame) => Drawing) =>
  (snapshot: Snapshot, frame: DrawingFrame): Drawing => {
    const { receiver, remark } = snapshot
    const whom = { ...receiver, name: printed(receiver.name), address: printed(receiver.address) }
    // Where the shop had no name yet at the deed, the snapshot has none either.
    return draw({ ...snapshot, supplier: frame.supplier, receiver: whom, remark: printed(remark) }, frame)
  }

export const shipmentDrawings = {
  delivery_note: readable(deliveryNote),
  delivery_form: readable(deliveryForm),
  packing_list: readable(packingList),
  outbound: readable(outboundNote),
  cold_chain: readable(coldSheet),
  receipt_form: readable(receiptForm),
} satisfies Drawings

const TITLES = {
  delivery_note: '随货同行单',
  delivery_form: '随货同行单（三联）',
  packing_list: '装箱单',
  outbound: '销售出库单',
  cold_chain: '冷链运输交接单',
  receipt_form: '含麻回执单',
} as const
type PaperKind = keyof typeof TITLES

const subjectOf = (shipmentId: number): string => `shipment:${shipmentId}`

const request = (kind: PaperKind, facts: ShipmentFacts, more: object = {}): DocumentRequest => ({
  kind,
  subject: subjectOf(facts.shipmentId),
  companyId: facts.companyId,
  title: `${TITLES[kind]} 订单 ${facts.snapshot.orderNo}`,
  snapshot: { ...facts.snapshot, ...more },
})

async function factsOf(connection: Connection, shipmentId: number): Promise<ShipmentFacts> {
  const facts = await readShipment(connection, shipmentId)
  if (facts === null) throw new Error(`shipment ${shipmentId} is gone`)
  return facts
}

/**
 * A later paper of a shipment: what staff say of its way is as it is now, everything else as it was when the goods left. Catalogue and
 * companies change, the boxes that are with the buyer do not. Where nothing could be drawn of the first papers, as it is now.
 */
async function factsOfDeed(connection: Connection, shipmentId: number): Promise<ShipmentFacts> {
  const facts = await factsOf(connection, shipmentId)
  const papers = await documentsOf(connection, [subjectOf(shipmentId)])
  const note = papers.find(({ kind, state }) => kind === 'delivery_note' && state !== 'failed')
  if (note === undefined) return facts
  const { carrier, waybill, packages, checkedBy, remark, transport, boxNo, recorderNo, startCelsius } = facts.snapshot
  const said = { carrier, waybill, packages, checkedBy, remark, transport, boxNo, recorderNo, startCelsius }
  return { ...facts, snapshot: { ...facts.snapshot, ...(note.snapshot as ShipmentSnapshot), ...said } }
}

const kindsOf = ({ snapshot }: ShipmentFacts): PaperKind[] => [
  'delivery_note',
  'delivery_form',
  'outbound',
  ...(snapshot.cartons.length > 0 ? (['packing_list'] as const) : []),
  ...(snapshot.coldChain ? (['cold_chain'] as const) : []),
  ...(snapshot.ephedrine ? (['receipt_form'] as const) : []),
]

async function wayMore(connection: Connection, { shipmentId, deliveredAt }: ShipmentFacts): Promise<Pick<ColdSnapshot, 'way'>> {
  return { way: deliveredAt && wayOf(deliveredAt, await temperaturesOf(connection, shipmentId)) }
}

/** In the transaction in which the goods leave. */
export async function askShipmentPapers(connection: Connection, shipmentId: number, by: string, now: Date): Promise<void> {
  const facts = await factsOf(connection, shipmentId)
  for (const kind of kindsOf(facts))
    await askDocument(connection, request(kind, facts, kind === 'cold_chain' ? { way: null } : {}), by, now)
}

/** For what was shipped before this form was made with the others; asked again it is the same paper. */
export async function askReceiptForm({ db }: DatabaseHandle, orderId: number, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    const slip = await lockSlip(trx, orderId)
    if (slip !== null) await askDocument(trx, request('receipt_form', await factsOfDeed(trx, slip.id)), '系统', now)
  })
}

/** Something of them was wrong and is mended: all of them in a new version, but the receipt, on which nothing stands that can be corrected. */
export async function reviseShipmentPapers(
  connection: Connection,
  shipmentId: number,
  change: string,
  by: string,
  now: Date,
): Promise<void> {
  const facts = await factsOfDeed(connection, shipmentId)
  const way = await wayMore(connection, facts)
  for (const kind of kindsOf(facts).filter((one) => one !== 'receipt_form'))
    await reviseDocument(connection, request(kind, facts, kind === 'cold_chain' ? way : {}), change, by, now)
}

/** Cold goods have arrived: their sheet again, with the curve of the way. */
export async function reviseColdSheet(connection: Connection, shipmentId: number, by: string, now: Date): Promise<void> {
  const facts = await factsOfDeed(connection, shipmentId)
  if (!facts.snapshot.coldChain || facts.deliveredAt === null) return
  await reviseDocument(connection, request('cold_chain', facts, await wayMore(connection, facts)), '补记运输途中温度', by, now)
}

const DAY_MS = 86_400_000

/** What was drawn days after its deed is no news. */
async function tellOfPaper(connection: Connection, document: DocumentRow, now: Date): Promise<void> {
  if (document.companyId === null || now.getTime() - document.askedAt.getTime() > DAY_MS) return
  const isNew = document.version === 1
  await tell(
    connection,
    {
      companyId: document.companyId,
      kind: 'order',
      title: isNew ? `${document.title} 可以下载了` : `${document.title} 有新版本`,
      text: isNew ? `单号 ${document.no}，已加盖药品出库专用章，可下载或打印。` : `单号 ${document.no}：${document.change}。请以新版为准。`,
      url: '/dzckd',
      key: `document:${document.id}`,
    },
    now,
  )
}

/** The form for continuous paper is the note once more, and the shop's own paper is no news. */
export const shipmentOnMade: MakingDeps['onMade'] = {
  delivery_note: tellOfPaper,
  cold_chain: (connection, document, now) => (document.version === 1 ? Promise.resolve() : tellOfPaper(connection, document, now)),
}
