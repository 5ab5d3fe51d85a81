import type { Insertable } from 'kysely'
import type { Posting } from '#domain/ledger.ts'
import { pointsEarned } from '#domain/ledger-points.ts'
import { post } from '../src/modules/money/wallet/public.ts'
import type { Database } from '../src/platform/database.ts'
import type { CouponTemplate, Draw, DrawPrize, PointsGoods } from '../src/platform/database-types.ts'
import { transact } from '../src/platform/transact.ts'
import { fenOf } from './fixtures.ts'

/** Small draws and malls for tests. */

let serial = 0
const next = () => ++serial

/** A draw that has long begun, with one chance a day. */
export async function makeDraw(db: Database, values: Partial<Insertable<Draw>> = {}): Promise<number> {
  const made = await db
    .insertInto('draw')
    .values({ name: `测试抽奖${next()}`, starts_at: '2020-01-01', ends_at: '2100-01-01', ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** 谢谢参与 with weight 1 and without end, unless said otherwise. */
export async function makePrize(db: Database, drawId: number, values: Partial<Insertable<DrawPrize>> = {}): Promise<number> {
  const made = await db
    .insertInto('draw_prize')
    .values({ draw_id: drawId, kind: 'none', name: '谢谢参与', weight: 1, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** 满 100 减 10, everything, thirty days. */
export async function makeCouponTemplate(db: Database, values: Partial<Insertable<CouponTemplate>> = {}): Promise<number> {
  const made = await db
    .insertInto('coupon_template')
    .values({ name: `测试券${next()}`, threshold: 10_000, amount: 1_000, scope: '{"all":true}', valid_days: 30, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export interface PointsGoodsOptions extends Omit<Partial<Insertable<PointsGoods>>, 'money' | 'worth'> {
  money?: string
  worth?: string
}

/** Goods for 100 points without end, unless said otherwise. */
export async function makePointsGoods(db: Database, options: PointsGoodsOptions = {}): Promise<number> {
  const { money = '0.00', worth, ...values } = options
  const made = await db
    .insertInto('points_goods')
    .values({
      kind: 'goods',
      name: `测试礼品${next()}`,
      points: 100,
      ...values,
      money: fenOf(money),
      worth: worth === undefined ? null : fenOf(worth),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export async function givePoints(db: Database, companyId: number, points: number, now = new Date()): Promise<void> {
  const posting: Posting = pointsEarned({ key: `test-points-${next()}`, companyId, orderId: null, memo: '测试', points })
  await transact(db, (trx) => post(trx, posting, now))
}
