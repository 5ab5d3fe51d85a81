import { beijingDate, beijingMinute, type TradeDate } from '#domain/dates.ts'
import { allocate, type Fen, ZERO } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { readSupplier, type Supplier } from '../../papers/documents/public.ts'
import { type CartonGoods, type CartonRow, cartonsOfOrder } from './carton-store.ts'
import { type NoteHead, type NotePiece, noteHead, notePieces } from './note-store.ts'

/** A batch as it stands on the papers. Money in fen. */
export interface NoteLine extends Omit<NotePiece, 'lineId' | 'lineAmount' | 'lineNumber'> {
  amount: Fen
}

/** All that stands on the papers of a shipment, as it was when the goods left the house (药品经营质量管理规范 art. 73). */
export interface ShipmentSnapshot
  extends Omit<NoteHead, 'shipmentId' | 'orderId' | 'companyId' | 'orderedAt' | 'shippedAt' | 'deliveredAt'> {
  supplier: Supplier
  orderedOn: TradeDate
  shippedOn: TradeDate
  /** 2026-11-22 10:30, Beijing. */
  shippedAt: string
  lines: NoteLine[]
  /** Empty: it was not packed by carton. */
  cartons: (Omit<CartonRow, 'id' | 'goods'> & { goods: Omit<CartonGoods, 'pieceId' | 'storage' | 'coldChain'>[] })[]
}

/** Batches of one line part its amount between them, to the fen. */
function linesOf(pieces: readonly NotePiece[]): NoteLine[] {
  const lines = Map.groupBy(pieces, (piece) => piece.lineId)
  return [...lines.values()].flatMap((own) => {
    const amounts = allocate(
      own[0]?.lineAmount ?? ZERO,
      own.map((piece) => piece.number),
    )
    return own.map(({ lineId: _id, lineAmount: _amount, lineNumber: _number, ...piece }, at) => ({ ...piece, amount: amounts[at] ?? ZERO }))
  })
}

export interface ShipmentFacts {
  shipmentId: number
  orderId: number
  companyId: number
  deliveredAt: Date | null
  snapshot: ShipmentSnapshot
}

export async function readShipment(connection: Connection, shipmentId: number): Promise<ShipmentFacts | null> {
  const head = await noteHead(connection, shipmentId)
  if (head === null) return null
  const { shipmentId: id, orderId, companyId, orderedAt, shippedAt, deliveredAt, ...said } = head
  const [supplier, pieces] = [await readSupplier(connection), await notePieces(connection, orderId)]
  const cartons = (await cartonsOfOrder(connection, orderId)).map(({ id: _id, goods, ...about }) => ({
    ...about,
    goods: goods.map(({ pieceId: _piece, storage: _storage, coldChain: _cold, ...one }) => one),
  }))
  const days = { orderedOn: beijingDate(orderedAt), shippedOn: beijingDate(shippedAt), shippedAt: beijingMinute(shippedAt) }
  return { shipmentId: id, orderId, companyId, deliveredAt, snapshot: { supplier, ...said, ...days, lines: linesOf(pieces), cartons } }
}
