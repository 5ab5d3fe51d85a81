import { describe, expect, it } from 'vitest'
import { compareBill, readChannelBill, sumsOf } from './channel-bills.ts'
import { fen } from './money.ts'

const read = (...lines: string[]) => readChannelBill(lines.map((text, at) => ({ line: at + 1, cells: text.split(',') })))

describe('渠道账单', () => {
  it('微信：反引号、退款一行、下面的汇总', () => {
    const bill = read(
      '交易时间,微信订单号,商户订单号,交易类型,交易状态,应结订单金额,商户退款单号,退款金额',
      '`2026-11-21 10:00:01,`4200001,`P20261121001,`JSAPI,`SUCCESS,`12.30,`0,`0.00',
      '`2026-11-21 11:00:01,`4200001,`P20261121001,`JSAPI,`REFUND,`0.00,`T1,`2.30',
      '总交易单数,应结订单总金额',
      '`2,`12.30',
    )
    expect(bill?.faults).toEqual([])
    expect(bill?.lines).toEqual([
      { line: 2, day: '2026-11-21', time: '10:00:01', numbers: ['P20261121001'], gatewayNo: '4200001', amount: 1_230, isRefund: false },
      { line: 3, day: '2026-11-21', time: '11:00:01', numbers: ['T1', 'P20261121001'], gatewayNo: '4200001', amount: 230, isRefund: true },
    ])
  })

  it('支付宝：井号开头的说明，负数是退款；失败的不算；读不出的行各有一句话', () => {
    const bill = read(
      '#支付宝业务明细查询',
      '支付宝交易号,商户订单号,业务类型,创建时间,订单金额（元）',
      '2026A,P1,交易,2026-11-21 10:00:00,5.00',
      '2026A,P1,退款,2026-11-21 12:00:00,-5.00',
      '2026B,P2,交易,昨天,5.00',
      '2026C,P3,交易,2026-11-21,abc',
      ',,交易,2026-11-21,1.00',
      '2026D,P4,交易关闭,2026-11-21,1.00',
      '#-----业务明细列表结束',
    )
    expect(bill?.lines.map(({ amount, isRefund }) => [amount, isRefund])).toEqual([
      [500, false],
      [500, true],
    ])
    expect(bill?.faults.map(({ line }) => line)).toEqual([5, 6, 7])
    expect(read('姓名,电话')).toBeNull()
  })

  it('相符、只有本店、只有渠道、金额不同各归各的；收与退不相混；一笔只对一笔', () => {
    const ours = (number: string, amount: number, isRefund = false) => ({
      number,
      numbers: [number, `G${number}`],
      amount: fen(amount),
      isRefund,
      at: '',
    })
    const theirs = (number: string, amount: number, isRefund = false) => ({
      line: 1,
      day: '2026-11-21',
      time: '',
      numbers: [number],
      gatewayNo: '',
      amount: fen(amount),
      isRefund,
    })
    const { matched, differences } = compareBill(
      [ours('A', 100), ours('B', 200), ours('C', 300), ours('A', 100, true)],
      [theirs('ga', 100), theirs('A', 100), theirs('B', 201), theirs('D', 5), theirs('D', 5)],
    )
    expect(matched).toBe(1)
    expect(differences.map(({ side, direction, number, ours: a, theirs: b }) => [side, direction, number, a, b])).toEqual([
      ['theirs', 'in', 'A', null, 100],
      ['amount', 'in', 'B', 200, 201],
      ['theirs', 'in', 'D', null, 5],
      ['theirs', 'in', 'D (2)', null, 5],
      ['ours', 'in', 'C', 300, null],
      ['ours', 'out', 'A', 100, null],
    ])
    expect(sumsOf([ours('A', 1), ours('B', 2, true)])).toEqual({ in: 1, out: 2 })
  })

  it('几万行写着同一个单号的账单，也是一行一行地数，不是每一行从头数起', () => {
    const line = { line: 1, day: '', time: '', numbers: ['D', 'd (7)'], gatewayNo: '', amount: fen(5), isRefund: false }
    const { differences } = compareBill([], [{ ...line, numbers: ['D (3)'] }, ...Array.from({ length: 40_000 }, () => line)])
    expect(differences.slice(0, 4).map(({ number }) => number)).toEqual(['D (3)', 'D', 'D (2)', 'D (4)'])
    expect(new Set(differences.map(({ number }) => number)).size).toBe(40_001)
  })
})
