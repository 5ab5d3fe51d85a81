import { expect, test } from 'vitest'
import type { CheckoutSheetWire } from '#contract/checkout.ts'
import { sheetChanges } from './changes.ts'

const line = (id: number, price: string, number: number, batch = 'B1') => ({
  id,
  goods_id: id,
  name: `商品${id}`,
  sccj: '',
  ypgg: '',
  bzdw: '盒',
  image: '',
  price,
  number,
  amount: '0.00',
  reduction: '0.00',
  net: '0.00',
  shares: [],
  tag: '',
  price_note: '',
  batches: [{ batch_no: batch, expiry_date: '2028-01-31', number }],
})
const sheet = (lines: ReturnType<typeof line>[], shipping: string, total: string): CheckoutSheetWire => ({
  checkout_key: 'key-00000001',
  addresses: [],
  undeliverable: [],
  papers: [],
  invoice: { title: '', tax_no: '' },
  goods_amount: '0.00',
  activities: [],
  coupons: [],
  zps: [],
  coupon_ids: [],
  balance: '0.00',
  voucher: '0.00',
  cashback: '0.00',
  points: 0,
  notice: '',
  orders: [
    {
      key: 'o',
      ck_id: 1,
      ck_name: '贵阳仓',
      is_hm: 0,
      note: '',
      goods_amount: '0.00',
      reduction_amount: '0.00',
      shipping_amount: shipping,
      payable: total,
      cashback: '0.00',
      points: 0,
      lines,
    },
  ],
  rows: [
    { key: 'goods', label: '商品金额', note: '', amount: total },
    { key: 'shipping', label: '运费', note: '', amount: shipping },
  ],
  total,
})

test('没有变化就没有一句话', () => {
  expect(sheetChanges(sheet([line(1, '9.80', 10)], '0.00', '98.00'), sheet([line(1, '9.80', 10)], '0.00', '98.00'))).toEqual([])
})

test('单价、数量、批号的变化都说出原来和现在', () => {
  const changes = sheetChanges(sheet([line(1, '9.80', 10)], '0.00', '98.00'), sheet([line(1, '9.50', 5, 'B2')], '0.00', '47.50'))
  expect(changes.map(({ subject, what, before, after }) => [subject, what, before, after])).toEqual([
    ['商品1', '单价', '¥9.80', '¥9.50'],
    ['商品1', '数量', '10 盒', '5 盒'],
    ['商品1', '批号', 'B1 至 2028-01-31', 'B2 至 2028-01-31'],
    ['应付合计', '金额', '¥98.00', '¥47.50'],
  ])
})

test('不能再买的商品和新出现的运费各是一条', () => {
  const changes = sheetChanges(
    sheet([line(1, '9.80', 10), line(2, '1.00', 1)], '0.00', '99.00'),
    sheet([line(1, '9.80', 10)], '12.00', '110.00'),
  )
  expect(changes.map(({ subject, before, after }) => [subject, before, after])).toEqual([
    ['商品2', '1 盒', '已不能购买'],
    ['运费', '¥0.00', '¥12.00'],
    ['应付合计', '¥99.00', '¥110.00'],
  ])
})

test('满减和优惠券的变化点出是哪几个；赠品不再赠送与商品不能购买分开说', () => {
  const row = (key: string, label: string, note: string, amount: string) => ({ key, label, note, amount })
  const gift = { ...line(9, '0.00', 2), name: '口罩', tag: '赠' }
  const before = sheet([line(1, '9.80', 10), gift], '0.00', '58.00')
  const after = sheet([line(1, '9.80', 10)], '0.00', '78.00')
  before.rows.push(row('full_reduction', '满减', '冬季备货、品牌周', '-30.00'), row('coupon', '优惠券', '全场券', '-10.00'))
  after.rows.push(row('full_reduction', '满减', '冬季备货', '-20.00'))
  before.cashback = '5.00'
  expect(sheetChanges(before, after).map(({ subject, before: from, after: to }) => [subject, from, to])).toEqual([
    ['口罩', '2 盒', '不再赠送'],
    ['满减（品牌周）', '−¥30.00', '−¥20.00'],
    ['优惠券（全场券）', '−¥10.00', '无'],
    ['返现', '¥5.00', '¥0.00'],
    ['应付合计', '¥58.00', '¥78.00'],
  ])
})
