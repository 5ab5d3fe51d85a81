import type { BodyOf } from '#contract/call.ts'
import type { PackingWire, staffCartonPut, staffCartonSave } from '#contract/packing.ts'
import { CARTON_KINDS, CARTONS_MAX, type CartonKind, leftOf, packingFault, wholeCases } from '#domain/cartons.ts'
import type { Connection } from '../../../platform/database.ts'
import { conflict, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import {
  type CartonRow,
  cartonsOfOrder,
  dropCartons,
  insertCartons,
  layIn,
  type PieceToPack,
  piecesToPack,
  setCarton,
} from './carton-store.ts'
import { isWithin, rangesOf, rangeWords } from './cold-range.ts'

/** Packing by carton. Whoever writes has the order locked, so that two at one table count each other's. */

export const numberIn = ({ goods }: Pick<CartonRow, 'goods'>): number => goods.reduce((sum, one) => sum + one.number, 0)

export const cartonWire = (row: CartonRow, at: number) => ({
  no: at + 1,
  kind: row.kind,
  kind_name: CARTON_KINDS[row.kind],
  box_no: row.boxNo,
  waybill: row.waybill,
  weight_grams: row.weightGrams,
  celsius: row.celsius,
  number: numberIn(row),
  goods: row.goods.map((one) => ({
    piece_id: one.pieceId,
    name: one.name,
    spec: one.spec,
    unit: one.unit,
    batch_no: one.batchNo,
    expiry_date: one.expiryDate,
    number: one.number,
    cold_chain: one.coldChain ? 1 : 0,
  })),
})

/** What quality holds waits for another batch. */
const casesNow = (pieces: readonly PieceToPack[]) => wholeCases(pieces.filter(({ isLocked }) => !isLocked))
const countOf = (whole: readonly { cases: number }[]): number => whole.reduce((sum, { cases }) => sum + cases, 0)

export async function packingOf(connection: Connection, orderId: number): Promise<PackingWire> {
  const cartons = await cartonsOfOrder(connection, orderId)
  const pieces = await piecesToPack(connection, orderId)
  return {
    cartons: cartons.map((row, at) => ({ id: row.id, ...cartonWire(row, at) })),
    left: pieces.flatMap((piece) => (leftOf(piece) === 0 ? [] : [{ piece_id: piece.id, number: leftOf(piece) }])),
    whole_cases: countOf(casesNow(pieces)),
  }
}

async function placeOf(connection: Connection, orderId: number, cartonId: number): Promise<{ carton: CartonRow; no: number }> {
  const cartons = await cartonsOfOrder(connection, orderId)
  const at = cartons.findIndex(({ id }) => id === cartonId)
  const carton = cartons[at]
  if (carton === undefined) throw notFound('箱子')
  return { carton, no: at + 1 }
}

/** Answers what was done, for the record. */
export async function addCartons(connection: Connection, orderId: number, kind: CartonKind, by: string, now: Date): Promise<object> {
  const before = (await cartonsOfOrder(connection, orderId)).length
  const whole = kind === 'case' ? casesNow(await piecesToPack(connection, orderId)) : []
  const count = kind === 'case' ? countOf(whole) : 1
  if (count === 0) throw conflict('没有够一件的商品，零头请装进常温箱')
  if (before + count > CARTONS_MAX) throw conflict(`一张订单最多 ${CARTONS_MAX} 箱，这里已有 ${before} 箱，还要 ${count} 箱`)
  const ids = await insertCartons(connection, { orderId, kind, count, by }, now)
  const goods = whole.flatMap(({ piece, cases }) => Array.from({ length: cases }, () => piece))
  await layIn(
    connection,
    goods.flatMap((piece, at) => (ids[at] === undefined ? [] : [{ cartonId: ids[at], pieceId: piece.id, number: piece.casePack }])),
  )
  return { kind: CARTON_KINDS[kind], packages: before + count }
}

/** Why so much of a batch cannot go into, or come out of a carton; '': it can. */
function faultOf(carton: CartonRow, no: number, piece: PieceToPack, lies: number, number: number): string {
  const { name, batchNo, unit } = piece
  if (number < 0) return lies + number < 0 ? `第 ${no} 箱里 ${name} 批号 ${batchNo} 只有 ${lies} ${unit}，拿不出 ${-number} ${unit}` : ''
  if (carton.kind === 'case') return `第 ${no} 箱是整件原箱，不另装货`
  if (piece.isLocked) return `${name} 批号 ${batchNo} 已被质量锁定，不能装箱，请换批号`
  if (piece.coldChain && carton.kind !== 'cold') return `冷链商品 ${name} 须装冷藏箱，第 ${no} 箱是${CARTON_KINDS[carton.kind]}箱`
  const left = leftOf(piece)
  if (number > left) return `${name} 批号 ${batchNo} 没装箱的只有 ${left} ${unit}，不能再装 ${number} ${unit}`
  return ''
}

/** All of it or nothing. */
export async function putIn(
  connection: Connection,
  orderId: number,
  cartonId: number,
  goods: BodyOf<typeof staffCartonPut>['goods'],
): Promise<object> {
  const { carton, no } = await placeOf(connection, orderId, cartonId)
  const pieces = new Map((await piecesToPack(connection, orderId)).map((piece) => [piece.id, piece]))
  const errors: FieldError[] = []
  if (new Set(goods.map(({ piece_id }) => piece_id)).size < goods.length) errors.push({ field: 'goods', message: '同一批号写了两次' })
  for (const [at, { number }] of goods.entries()) if (number === 0) errors.push({ field: `goods.${at}.number`, message: '请写数量' })
  if (errors.length > 0) throw fieldErrors(errors)
  const laid = goods.map(({ piece_id: pieceId, number }) => {
    const piece = pieces.get(pieceId)
    if (piece === undefined) throw notFound('订单批号')
    const lies = carton.goods.find((one) => one.pieceId === pieceId)?.number ?? 0
    const fault = faultOf(carton, no, piece, lies, number)
    if (fault) throw conflict(fault)
    return { cartonId, pieceId, number: lies + number, piece, put: number }
  })
  await layIn(connection, laid)
  const said = laid.map(({ piece, put }) => `${piece.name} ${piece.batchNo} ${put > 0 ? '装入' : '拿出'} ${Math.abs(put)} ${piece.unit}`)
  return { carton: no, goods: said.join('；') }
}

const coldFault = ({ celsius, goods }: Pick<CartonRow, 'celsius' | 'goods'>): string => {
  const ranges = rangesOf(goods)
  return celsius === null || isWithin(celsius, ranges) ? '' : `${celsius} ℃ 超出 ${rangeWords(ranges)}`
}

export async function saveCarton(
  connection: Connection,
  orderId: number,
  cartonId: number,
  given: BodyOf<typeof staffCartonSave>,
): Promise<{ before: object; after: object }> {
  const { carton, no } = await placeOf(connection, orderId, cartonId)
  const after = {
    id: cartonId,
    boxNo: given.box_no?.trim() ?? carton.boxNo,
    waybill: given.waybill?.trim() ?? carton.waybill,
    weightGrams: given.weight_grams === undefined ? carton.weightGrams : given.weight_grams,
    celsius: given.celsius === undefined ? carton.celsius : given.celsius,
  }
  if (after.celsius !== null && carton.kind !== 'cold') throw fieldErrors([{ field: 'celsius', message: '只有冷藏箱记温度' }])
  const fault = coldFault({ ...after, goods: carton.goods })
  if (fault) throw fieldErrors([{ field: 'celsius', message: `${fault}，请处理后重新测温` }])
  await setCarton(connection, after)
  const said = ({ boxNo, waybill, weightGrams, celsius }: Omit<CartonRow, 'id' | 'kind' | 'goods'>) => ({
    carton: no,
    box_no: boxNo,
    waybill,
    weight_grams: weightGrams,
    celsius,
  })
  return { before: said(carton), after: said(after) }
}

export async function removeCarton(connection: Connection, orderId: number, cartonId: number): Promise<object> {
  const { no } = await placeOf(connection, orderId, cartonId)
  await dropCartons(connection, [cartonId])
  return { carton: no, removed: 1 }
}

export async function unpack(connection: Connection, orderId: number): Promise<object> {
  const cartons = await cartonsOfOrder(connection, orderId)
  if (cartons.length === 0) throw conflict('这张订单没有按箱装')
  await dropCartons(
    connection,
    cartons.map(({ id }) => id),
  )
  return { removed: cartons.length }
}

/** The cartons that leave; none: it was not packed by carton, and leaves as it always did. What lies in no carton does not leave. */
export async function refuseUnpacked(connection: Connection, orderId: number, said: number | undefined): Promise<readonly CartonRow[]> {
  const cartons = await cartonsOfOrder(connection, orderId)
  if (cartons.length === 0) return cartons
  const fault = packingFault(await piecesToPack(connection, orderId), cartons)
  if (fault) throw conflict(`装箱与应发不符：${fault}`)
  const warm = cartons.findIndex((row) => coldFault(row) !== '')
  const tooWarm = cartons[warm]
  if (tooWarm) throw conflict(`第 ${warm + 1} 箱 ${coldFault(tooWarm)}，冷链商品不能发出，请处理后重新测温`)
  refuseOtherNumber(cartons.length, said)
  return cartons
}

function refuseOtherNumber(cartons: number, said: number | undefined): void {
  if (said !== undefined && said !== cartons) throw fieldErrors([{ field: 'packages', message: `按箱装了 ${cartons} 箱，箱数须一致` }])
}

/** What was packed by carton has as many pieces as cartons, later too. */
export async function refusePackages(connection: Connection, orderId: number, said: number | undefined): Promise<void> {
  const cartons = said === undefined ? [] : await cartonsOfOrder(connection, orderId)
  if (cartons.length > 0) refuseOtherNumber(cartons.length, said)
}
