import { expect, test } from 'vitest'
import { ApiError } from '../../api/client.ts'
import { toldChanges } from './told-changes.ts'

const refused = (changes: unknown): ApiError =>
  new ApiError(409, '价格或库存有变化，请核对后重新提交', {
    reason: 'TOTAL_CHANGED',
    total_before: '100.00',
    total_after: '92.00',
    changes,
  })

test('提交时的变化逐条写成话：单价、优惠、优惠券、赠品、运费、合计，都有前后', () => {
  const { changes, total } = toldChanges(
    refused([
      { line_id: 7, goods_id: 3, name: '板蓝根颗粒', what: 'price', before: '10.00', after: '9.20' },
      { line_id: 0, goods_id: 0, name: '优惠合计', what: 'reduction', before: '30.00', after: '0.00' },
      { line_id: 0, goods_id: 0, name: '优惠券', what: 'coupon', before: '品牌券 −¥40.00', after: '未使用' },
      { line_id: 0, goods_id: 0, name: '赠品', what: 'gift', before: '口罩 1 盒', after: '无' },
      { line_id: 0, goods_id: 0, name: '运费', what: 'shipping', before: '0.00', after: '12.00' },
      { line_id: 0, goods_id: 0, name: '应付合计', what: 'total', before: '100.00', after: '92.00' },
    ]),
  )
  expect(changes.map(({ subject, what, before, after }) => [subject, what, before, after].join(' '))).toEqual([
    '板蓝根颗粒 单价 ¥10.00 ¥9.20',
    '优惠合计 金额 −¥30.00 无',
    '优惠券 使用 品牌券 −¥40.00 未使用',
    '赠品 赠送 口罩 1 盒 无',
    '运费 金额 ¥0.00 ¥12.00',
    '应付合计 金额 ¥100.00 ¥92.00',
  ])
  expect(total).toBe('92.00')
})

test('不认识的变化和别的失败不写成话', () => {
  expect(toldChanges(refused([{ what: 'weather', before: '', after: '' }, null])).changes).toEqual([])
  expect(toldChanges(new Error('x'))).toEqual({ changes: [], total: '' })
})
