import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextTier, priceNote } from './cart.ts'
import { type ChosenLine, draftCheckout } from './cart-checkout.ts'
import { checkPosting, orderCompleted, orderPaid, orderRefunded } from './ledger.ts'
import { add, fen, yuan } from './money.ts'
import { unitPrice } from './price.ts'
import { DEFAULT_SHIPPING } from './shipping.ts'

let id = 0
const line = (over: Partial<ChosenLine> = {}): ChosenLine => ({
  id: ++id,
  warehouseId: 1,
  warehouseName: '贵阳仓',
  isEphedrine: false,
  number: 1,
  amount: fen(1000),
  freeFromNumber: null,
  ...over,
})
const draft = (lines: ChosenLine[], wished = 0, held = 0) =>
  draftCheckout(lines, { shipping: DEFAULT_SHIPPING, balanceWished: fen(wished), balanceHeld: fen(held) })
const lines = fc.array(
  fc.record({
    id: fc.nat(),
    warehouseId: fc.integer({ min: 1, max: 3 }),
    warehouseName: fc.constant('仓'),
    isEphedrine: fc.boolean(),
    number: fc.integer({ min: 1, max: 50 }),
    amount: fc.integer({ min: 1, max: 200_000 }).map(fen),
    freeFromNumber: fc.option(fc.integer({ min: 1, max: 20 })),
  }),
  { minLength: 1, maxLength: 30 },
)

describe('结算', () => {
  it('明细之和等于应付，应付等于各订单之和，行一条不多一条不少', () => {
    fc.assert(
      fc.property(lines, fc.nat(5e6), fc.nat(5e6), (given, wished, held) => {
        const { orders, rows, total, balance } = draft(given, wished, held)
        expect(add(...rows.map((row) => row.amount))).toBe(total)
        expect(add(...orders.map((order) => order.payable))).toBe(total)
        expect(orders.flatMap((order) => order.lines).length).toBe(given.length)
        expect(balance).toBeLessThanOrEqual(Math.min(wished, held))
        for (const order of orders) {
          expect(order.payable).toBeGreaterThanOrEqual(0)
          expect(add(order.goods, order.shipping)).toBe(order.balance + order.payable)
          if (order.isEphedrine) expect(order.balance).toBe(0)
          expect(new Set(order.lines.map((one) => `${one.warehouseId}${one.isEphedrine}`)).size).toBe(1)
        }
      }),
    )
  })

  it('行的次序不改变应付', () => {
    fc.assert(
      fc.property(lines, fc.nat(5e6), (given, wished) => {
        expect(draft([...given].reverse(), wished, 5e6).total).toBe(draft(given, wished, 5e6).total)
      }),
    )
  })

  it.each([
    ['不满 800 收 12 元', [line({ amount: fen(79_999) })], '12.00'],
    ['满 800 免运费', [line({ amount: fen(80_000) })], '0.00'],
    ['含麻与普通商品同仓合并计算', [line({ amount: fen(70_000) }), line({ amount: fen(10_000), isEphedrine: true })], '0.00'],
    ['每个仓库各算各的', [line({ amount: fen(80_000) }), line({ warehouseId: 2 })], '12.00'],
    ['同仓两单只收一次', [line(), line({ isEphedrine: true })], '12.00'],
    ['全是达到件数的包邮商品', [line({ number: 6, freeFromNumber: 5 })], '0.00'],
    ['包邮件数不够', [line({ number: 4, freeFromNumber: 5 })], '12.00'],
  ])('%s', (_name, given, shipping) => expect(yuan(draft(given).shipping)).toBe(shipping))
})

describe('下一档', () => {
  const input = {
    basePrice: fen(980),
    rankPrice: null,
    companyPrice: null,
    offer: null,
    ladder: {
      type: 0,
      steps: [
        { number: 20, price: fen(830) },
        { number: 100, price: fen(790) },
      ],
    },
  }
  const now = new Date('2026-11-21T02:00:00Z')

  it('说出还差多少、省多少、多付多少', () => {
    expect(nextTier(input, 40, 1, now)).toEqual({ missing: 60, number: 100, price: 790, saving: 4000, extra: 79_000 - 33_200 })
    const price = unitPrice(input, 40, now)
    expect(price && priceNote(input, price, 40, 1, '盒', now)).toBe('阶梯价：已享 20 盒起 ¥8.30；再买 60 盒享 ¥7.90，每盒再省 ¥0.40')
  })

  it('按步长凑整；没有更便宜的档就不说', () => {
    expect(nextTier(input, 12, 12, now)?.number).toBe(24)
    expect(nextTier(input, 100, 1, now)).toBeNull()
    expect(nextTier({ ...input, companyPrice: fen(500) }, 1, 1, now)).toBeNull()
  })
})

it('每一种记账都平', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e9 }),
      fc.nat(1e6),
      fc.constantFrom('gateway', 'balance', 'bank'),
      (goods, shipping, channel) => {
        const money = { key: 'k', companyId: 1, orderId: 1, channel, amount: fen(goods), memo: '' }
        for (const posting of [
          orderPaid(money),
          orderRefunded(money),
          orderCompleted({ orderId: 1, companyId: 1, goods: fen(goods), shipping: fen(shipping) }),
        ]) {
          expect(() => checkPosting(posting)).not.toThrow()
        }
      },
    ),
  )
  expect(() => checkPosting({ key: 'x', kind: 'opening', companyId: 1, orderId: null, memo: '', entries: [] })).toThrow(RangeError)
})
