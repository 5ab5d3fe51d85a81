import { describe, expect, it } from 'vitest'
import { DEAL_KINDS } from '#contract/constants.ts'
import { type DealSaid, dealTyped } from '../../../../test/deal-desk.ts'
import { makeGoods as goodsIn, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { changedOnce } from '../../../../test/leaves.ts'
import { changesOf } from '../promotions/public.ts'
import { dealFacts } from './facts.ts'
import { readDeal } from './read.ts'

const shop = await testShop({ now: new Date('2026-11-24T02:00:00Z') })
const { db } = shop.database
const marketer = await makeStaffOf(db, 'marketer', '赵运营')
const finance = await makeStaffOf(db, 'finance', '钱财务')
const makeGoods = (name: string) => goodsIn(db, { drug_class: 'otc_b', price: '10.00', stock: 500, name })
const [one, two, three, four] = [await makeGoods('甲颗粒'), await makeGoods('乙颗粒'), await makeGoods('丙颗粒'), await makeGoods('丁颗粒')]
const post = (url: string, body: object) => shop.ask('POST', `/api/staff/${url}`, { cookie: marketer, body })

const lines = [one, two, three, four].map((goods_id) => ({ goods_id, price: '6', quota: 20, limit: 5 }))
const prizes: DealSaid['prizes'] = [
  { kind: 'points', name: '十积分', amount: '10', odds: 1000, stock: 9 },
  { kind: 'coupon', name: '一张券', coupon_id: 5, odds: 1000, stock: 9 },
  { kind: 'goods', name: '一盒', goods_id: one, odds: 1000, stock: 9 },
  { kind: 'voucher', name: '现金券', amount: '5', odds: 1000, stock: 9 },
  { name: '谢谢参与', odds: 6000 },
]
const OTHERS = {
  kind: [...Object.keys(DEAL_KINDS), 'none', 'coupon', 'voucher', 'goods'],
  mall: ['points', 'perks'],
}
const PLANS: readonly [string, number, DealSaid][] = [
  ['秒杀', 15, { kind: 'flash', lines }],
  ['近效期', 15, { kind: 'near_expiry', lines: lines.map((line, at) => ({ ...line, batch_id: at + 1 })) }],
  ['福利价', 15, { kind: 'welfare', lines: lines.map((line) => ({ ...line, price: '', percent: 80 })) }],
  ['套餐', 15, { kind: 'bundle', warehouse_id: 1, quota: 30, limit: 2, lines: lines.map((line) => ({ ...line, number: 2 })) }],
  ['积分换商品', 9, { kind: 'points', quota: 30, limit: 2, points: { goods_id: one, points: 100, money: '2', worth: '9' } }],
  ['积分换券', 9, { kind: 'points', points: { kind: 'coupon', coupon_id: 5, points: 100 } }],
  ['积分换现金券', 9, { kind: 'points', points: { kind: 'voucher', points: 100, worth: '5' } }],
  ['抽奖', 25, { kind: 'draw', limit: 1, prizes }],
]

describe('批准人看到的改动', () => {
  it.each(PLANS)('%s：存下来的条款改了哪一处，都列得出来', async (_, least, said) => {
    const typed = dealTyped({ intro: '说明', ...said })
    const { plan } = readDeal(typed)
    expect(await changesOf(db, dealFacts(plan), dealFacts(plan))).toEqual([])
    const unseen: string[] = []
    let stored = 0
    for (const { path, value } of changedOnce(typed, OTHERS)) {
      const next = readDeal(value).plan
      if (JSON.stringify(next) === JSON.stringify(plan)) continue
      stored++
      const changes = await changesOf(db, dealFacts(plan), dealFacts(next))
      if (!changes.some(({ before, after }) => before !== after)) unseen.push(path)
      expect(new Set(changes.map(({ name }) => name)).size).toBe(changes.length)
    }
    expect(unseen).toEqual([])
    expect(stored).toBeGreaterThan(least)
  })

  it('送审时每件奖品一行，金额在内；审计里也有；改版只列改了的', async () => {
    const draw = (amount: string): object =>
      dealTyped({
        kind: 'draw',
        name: '周末抽奖',
        limit: 3,
        prizes: [
          ...[1, 2, 3].map((at) => ({ kind: 'points' as const, name: `积分 ${at}`, amount: '10', odds: 1000 })),
          { kind: 'voucher', name: '现金券', amount, odds: 1000, stock: 9 },
          { name: '谢谢参与', odds: 6000 },
        ],
      })
    const { data } = await post('deal', draw('5'))
    const asked = await post(`deal/${data.id}/publish`, { version: 1 })
    expect(asked.code, asked.message).toBe(202)
    const prize = { name: '奖品 4', before: '', after: '种类 现金券，名称 现金券，每份 ¥5.00，中奖率 10%，份数 9' }
    expect(asked.data.request.changes).toContainEqual(prize)
    expect(asked.data.request.changes).toContainEqual({ name: '每家每天抽奖次数', before: '', after: '3' })
    await shop.ask('POST', `/api/staff/approval/${asked.data.request.id}/approve`, { cookie: finance, body: {} })
    await post(`deal/${data.id}`, { ...draw('5000'), version: 1 })
    const second = await post(`deal/${data.id}/publish`, { version: 2 })
    expect(second.data.request.changes).toEqual([{ ...prize, before: prize.after, after: prize.after.replace('¥5.00', '¥5000.00') }])
    const { rows } = await shop.database.pool.query(`select after from audit_log where subject = $1 and action = 'deal.change'`, [
      `deal:${data.id}`,
    ])
    expect(rows[0].after['奖品 4']).toContain('¥5000.00')
  })

  it('一天最多抽 20 次', async () => {
    const { data } = await post('deal', dealTyped({ kind: 'draw', limit: 21, prizes }))
    expect(data.errors).toContainEqual({ field: 'limit', message: '每家每天最多 20 次' })
  })
})
