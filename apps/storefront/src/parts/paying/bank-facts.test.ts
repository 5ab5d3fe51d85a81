import { expect, test } from 'vitest'
import { bankFacts } from './bank-facts.ts'

test('收款账户拆成可以逐项复制的行，其余是提醒', () => {
  expect(bankFacts('户名：安衡医药；开户行：示例银行贵阳支行；账号：0000 1111；转账时请备注还款单号 R2026')).toEqual({
    facts: [
      { name: '户名', value: '安衡医药' },
      { name: '开户行', value: '示例银行贵阳支行' },
      { name: '账号', value: '0000 1111' },
      { name: '转账备注', value: 'R2026' },
    ],
    remarks: [],
  })
  const several = bankFacts('户名：安衡医药；开户行：甲行；账号：0000 1111；开户行 2：乙行；账号 2：2222 3333；转账时请备注订单号 D1')
  expect(several.facts.map(({ name, value }) => `${name} ${value}`)).toEqual([
    '户名 安衡医药',
    '开户行 甲行',
    '账号 0000 1111',
    '开户行 2 乙行',
    '账号 2 2222 3333',
    '转账备注 D1',
  ])
  expect(bankFacts('请联系客户经理')).toEqual({ facts: [], remarks: ['请联系客户经理'] })
})
