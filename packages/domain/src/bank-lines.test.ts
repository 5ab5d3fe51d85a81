import { describe, expect, it } from 'vitest'
import { bankLineKey, readBankFile } from './bank-lines.ts'
import { ranked } from './bank-match.ts'
import { fen } from './money.ts'

const rows = (...lines: string[]) => lines.map((text, at) => ({ line: at + 1, cells: text.split(',') }))
const read = (...lines: string[]) =>
  readBankFile(rows(...lines)) ?? { lines: [], faults: [{ line: 0, message: 'no header' }], faultCount: 1, outgoing: 0 }

describe('银行流水', () => {
  it('表头上面有标题、下面有合计，贷方是来账，借方不要', () => {
    const { lines, faults, outgoing } = read(
      '示例银行 对公账户交易明细',
      '账号,6230000000002207',
      '交易时间,借方发生额（元）,贷方发生额（元）,对方户名,对方账号,附言,摘要,流水号',
      '2026-11-21 09:02:11,,236.00,禾苑诊所,6230 0000-5120,药款,转账,R1',
      '2026/11/21 9:05,100.00,,电费,,,,R2',
      '20261121,0.00,"1",x,,,,R3',
      '合计,100.00,237.00',
    )
    expect(lines[0]).toEqual({
      line: 4,
      day: '2026-11-21',
      time: '09:02:11',
      payerName: '禾苑诊所',
      payerAccount: '623000005120',
      amount: 23_600,
      memo: '药款 转账',
      serial: 'R1',
    })
    expect([lines.length, outgoing]).toEqual([1, 1])
    expect(faults).toEqual([{ line: 6, message: '金额“"1"”不是有效的金额' }])
  })

  it('一列金额加借贷标志；日期与时间分两列；没有流水号的各行也各有其名', () => {
    const { lines, outgoing, faults } = read(
      '交易日期,交易时间,借贷标志,金额,对方账户名称,用途',
      '20261121,090211,贷,80.00,甲,货款',
      '20261121,090211,贷,80.00,甲,货款',
      '20261121,09:10:00,借,5.00,乙,手续费',
      '2026-02-30,,贷,1.00,丙,',
      ',,贷,1.00,丁,',
    )
    expect(lines.map(({ day, time }) => [day, time])).toEqual([
      ['2026-11-21', '09:02:11'],
      ['2026-11-21', '09:02:11'],
    ])
    const [first, second] = lines
    if (!first || !second) throw new Error('no lines')
    expect(bankLineKey(first, 1)).toBe(bankLineKey(second, 1))
    expect(bankLineKey(first, 1)).not.toBe(bankLineKey(second, 2))
    expect(outgoing).toBe(1)
    expect(faults.map(({ line, message }) => `${line} ${message}`)).toEqual(['5 交易时间“2026-02-30”不是日期', '6 没有交易时间'])
  })

  it('冲正、三位小数、没有金额、流水号重复而付款户不同：各有一句话；没有表头的读不出', () => {
    const head = '交易时间,贷方发生额,对方户名,流水号'
    const { lines, faults } = read(
      head,
      '2026-11-21,-5.00,甲,A',
      '2026-11-21,1.234,甲,B',
      '2026-11-21,,甲,C',
      '2026-11-21,5,甲,D',
      '2026-11-21,5,乙,D',
    )
    expect(lines).toHaveLength(1)
    expect(faults.map(({ message }) => message)).toEqual([
      '收入为负（冲正），请人工处理',
      '金额“1.234”金额最多两位小数',
      '没有收入金额',
      '流水号与第 5 行相同，付款户不同，请核对',
    ])
    expect(readBankFile(rows('姓名,电话', '甲,1'))).toBeNull()
  })
})

describe('来账对到哪一笔', () => {
  const transfer = { amount: fen(23_600), payerName: '禾苑诊所（普通合伙）', payerAccount: '5120', memo: '药款 202611210016' }
  const target = { amount: fen(23_600), company: '禾苑诊所(普通合伙)', numbers: [] as string[], proofAccount: '' }

  it('金额、户名都对而只有一笔，才是明确的一笔；两笔一样就不是', () => {
    expect(ranked(transfer, [target])).toMatchObject({ clear: true, list: [{ fit: { percent: 80, name: true, number: false } }] })
    expect(ranked(transfer, [target, { ...target }]).clear).toBe(false)
    expect(ranked(transfer, [{ ...target }, { ...target, numbers: ['202611210016'] }])).toMatchObject({
      clear: true,
      list: [{ fit: { number: true } }, {}],
    })
  })

  it('户名不符的不算明确；金额不符的排在后面，怎样都不到一半以上', () => {
    expect(ranked(transfer, [{ ...target, company: '别家', numbers: ['202611210016'] }]).clear).toBe(false)
    const other = ranked(transfer, [{ ...target, amount: fen(1), numbers: ['202611210016'], proofAccount: '5120' }])
    expect(other).toMatchObject({ clear: false, list: [{ fit: { percent: 50, amount: false } }] })
  })
})
