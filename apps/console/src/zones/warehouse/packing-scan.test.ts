import { describe, expect, it } from 'vitest'
import { type Carton, cartonCalled, cartonFor, looseOf, packScan } from './packing-scan.ts'
import type { Piece } from './scan.ts'

const piece = (id: number, number: number): Piece => ({
  id,
  goods_id: id,
  name: `商品${id}`,
  unit: '盒',
  barcode: '',
  batch_id: 100 + id,
  batch_no: `B${id}`,
  number,
  locked_reason: '',
  others: [],
})
const carton = (id: number, kind: Carton['kind']): Carton => ({
  id,
  no: id,
  kind,
  kind_name: '',
  box_no: '',
  waybill: '',
  weight_grams: null,
  celsius: null,
  number: 0,
  goods: [],
})
const count = (number: number) => ({ number, codes: [] })

describe('装箱时的扫码', () => {
  it('桌上还没装的：数过的减去装了的；整件先装了的不再算', () => {
    const one = piece(1, 25)
    const left = (number: number) => ({ cartons: [], left: [{ piece_id: 1, number }] })
    expect(looseOf(left(25), { 1: count(12) }, one)).toBe(12)
    expect(looseOf(left(5), { 1: count(25) }, one)).toBe(5)
    expect(looseOf(left(5), { 1: count(12) }, one)).toBe(0)
    expect(looseOf({ cartons: [], left: [] }, { 1: count(25) }, one)).toBe(0)
  })

  it('进选中的那一箱；装不得的进最后一个装得的；冷链没有冷藏箱就没有去处，整件箱不另装货', () => {
    const cartons = [carton(1, 'case'), carton(2, 'normal'), carton(3, 'cold'), carton(4, 'normal')]
    expect(cartonFor(cartons, 2, false)?.id).toBe(2)
    expect(cartonFor(cartons, null, false)?.id).toBe(4)
    expect(cartonFor(cartons, 1, false)?.id).toBe(4)
    expect(cartonFor(cartons, 2, true)?.id).toBe(3)
    expect(cartonFor([carton(1, 'case'), carton(2, 'normal')], 2, true)).toBeUndefined()
    expect(cartonFor([carton(3, 'cold')], null, false)?.id).toBe(3)
  })

  it('扫本单的箱签或打 #2 换箱；别的订单的箱签不算', () => {
    expect(cartonCalled('#2', '20261123000012')).toBe(2)
    expect(cartonCalled('BQX20261123000012-3-4', '20261123000012')).toBe(3)
    expect(cartonCalled('BQX20261123000013-3-4', '20261123000012')).toBeNull()
    expect(cartonCalled('B1', '20261123000012')).toBeNull()
  })

  it('没数的先数；数过没装的再扫就装，12* 装 12；都装了的、追溯码不另装', () => {
    const pieces = [piece(1, 20), piece(2, 4)]
    const packing = { cartons: [], left: [{ piece_id: 1, number: 20 }] }
    const counts = { 1: count(20) }
    expect(packScan(pieces, counts, packing, 'B2')).toMatchObject({ kind: 'counted', pieceId: 2 })
    expect(packScan(pieces, counts, packing, 'B1')).toEqual({ kind: 'packed', pieceId: 1, number: 20 })
    expect(packScan(pieces, counts, packing, '12*B1')).toEqual({ kind: 'packed', pieceId: 1, number: 12 })
    expect(packScan(pieces, counts, packing, '21*B1')).toMatchObject({ kind: 'refused' })
    const done = { 1: count(20), 2: count(4) }
    expect(packScan(pieces, done, { cartons: [], left: [] }, 'B1')).toMatchObject({ kind: 'refused', why: '这一行已经够数，多扫了' })
    expect(packScan(pieces, done, packing, '81350420067120418835')).toMatchObject({ kind: 'refused' })
  })
})
