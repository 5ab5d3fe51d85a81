import { describe, expect, it } from 'vitest'
import { type Counts, countOf, currentOf, doneOf, type Piece, scan, stillTrue } from './scan.ts'

const piece = (id: number, batch_no: string, more: Partial<Piece> = {}): Piece => ({
  id,
  goods_id: id,
  name: `商品${id}`,
  unit: '盒',
  barcode: `690000000000${id}`,
  batch_no,
  batch_id: 100 + id,
  number: 20,
  locked_reason: '',
  others: [],
  ...more,
})
const PIECES = [piece(1, '260518'), piece(2, '260523', { others: [{ batch_no: '260402' }] }), piece(3, '26A730', { number: 3 })]
const counted = (counts: Counts, text: string): Counts => {
  const answer = scan(PIECES, counts, text)
  if (answer.kind !== 'counted') throw new Error(`not counted: ${JSON.stringify(answer)}`)
  return answer.counts
}

describe('扫码', () => {
  it('扫批号计满整行；扫商品条码也行；小写一样认', () => {
    const counts = counted(counted(counted({}, '260518'), '6900000000002'), '26a730')
    expect(doneOf(PIECES, counts)).toBe(3)
    expect(currentOf(PIECES, counts)).toBeUndefined()
  })

  it('扫批号签等于扫批号，批号相同的也分得清；扫到箱签、货位签说明是什么，不计数', () => {
    expect(countOf(counted({}, 'BQP102'), { id: 2 }).number).toBe(20)
    expect(countOf(counted({}, '5*bqp102'), { id: 2 }).number).toBe(5)
    const twins = [piece(1, 'SAME'), piece(2, 'SAME')]
    expect(scan(twins, {}, 'BQP102')).toMatchObject({ kind: 'counted', pieceId: 2 })
    expect(scan(PIECES, {}, 'BQP999')).toMatchObject({ kind: 'refused', why: '不是这张订单的批号，请放回' })
    expect(scan(PIECES, {}, 'BQX20261123000012-1-3')).toMatchObject({
      kind: 'refused',
      why: '这是订单 20261123000012 的箱签，请扫箱里的商品',
    })
    expect(scan(PIECES, {}, 'BQW1-A-01')).toMatchObject({ kind: 'refused', why: '这是货位 A-01 的标签，请扫商品' })
  })

  it('批号不符、可换的批号、多扫，都不计数并说明怎么办', () => {
    expect(scan(PIECES, {}, '999999')).toMatchObject({ kind: 'refused', why: '不是这张订单的批号，请放回' })
    expect(scan(PIECES, {}, '260402')).toMatchObject({ kind: 'refused', why: '商品2 应拣批号 260523，请放回或按 F6 换批号' })
    expect(scan(PIECES, counted({}, '260518'), '260518')).toMatchObject({ kind: 'refused', why: '这一行已经够数，多扫了' })
  })

  it('数量*批号计一部分，多于差数不计', () => {
    const counts = counted({}, '12*260518')
    expect(countOf(counts, { id: 1 }).number).toBe(12)
    expect(scan(PIECES, counts, '9*260518')).toMatchObject({ kind: 'refused', why: '还差 8 盒，不能计 9 盒' })
    expect(countOf(counted(counts, '260518'), { id: 1 }).number).toBe(20)
  })

  it('追溯码一码一盒，扫两次不计', () => {
    const code = '81350420067120418835'
    const counts = counted({}, code)
    expect(countOf(counts, { id: 1 })).toEqual({ number: 1, codes: [code] })
    expect(scan(PIECES, counts, code)).toMatchObject({ kind: 'refused', why: '这个追溯码扫过了' })
  })

  it('质量锁定的批号不计；同一商品两个批号时商品条码不作数', () => {
    expect(scan([piece(1, '260402', { locked_reason: '外箱破损' })], {}, '260402')).toMatchObject({ kind: 'refused' })
    const two = [piece(1, 'A1', { barcode: '69' }), piece(2, 'A2', { barcode: '69' })]
    expect(scan(two, {}, '69')).toMatchObject({ why: '这个商品有 2 个批号，请扫批号' })
  })

  it('命令条码与按键一样', () => {
    expect(scan(PIECES, {}, 'f9')).toEqual({ kind: 'command', key: 'F9' })
  })

  it('换了批号以后，旧的计数不再算', () => {
    const counts = counted({}, '260518')
    expect(stillTrue([piece(9, '260600'), PIECES[1] as Piece], counts)).toEqual({})
    expect(stillTrue([{ ...(PIECES[0] as Piece), number: 5 }], counts)).toEqual({})
  })
})
