import type { Insertable } from 'kysely'
import type { AudienceJson, ScopeJson } from '../src/modules/goods/promotions/public.ts'
import type { Database } from '../src/platform/database.ts'
import type { Bundle, CouponTemplate, Promotion } from '../src/platform/database-types.ts'
import { fenOf, makeWarehouse } from './fixtures.ts'
import { addRow } from './rows.ts'

/** Activities, coupons and bundles for tests; amounts in yuan. Running for ever unless said otherwise. */

export const EVER = { starts_at: new Date('2000-01-01T00:00:00Z'), ends_at: new Date('2099-01-01T00:00:00Z') }

export interface TierOptions {
  measure?: 'amount' | 'number'
  /** Yuan, or units. */
  from: string | number
  amount?: string
  percent?: number
  repeat?: boolean
  cap?: string
  choose?: number
  gifts?: readonly { goods: number; number?: number; quota?: number }[]
  exchanges?: readonly { goods: number; price: string; limit?: number; quota?: number }[]
}
export interface PromotionOptions extends Omit<Partial<Insertable<Promotion>>, 'kind' | 'scope' | 'audience'> {
  scope?: ScopeJson
  audience?: AudienceJson
  tiers?: readonly TierOptions[]
}
export interface MadePromotion {
  id: number
  tiers: number[]
  gifts: number[]
  exchanges: number[]
}

export async function makePromotion(
  db: Database,
  kind: 'goods_full_reduction' | 'full_reduction' | 'gift' | 'exchange' | 'cashback',
  options: PromotionOptions = {},
): Promise<MadePromotion> {
  const { scope = { all: true }, audience = {}, tiers = [{ from: '100.00', amount: '10.00' }], ...values } = options
  const promotion = await db
    .insertInto('promotion')
    .values({ ...EVER, name: `测试活动 ${kind}`, ...values, kind, scope: JSON.stringify(scope), audience: JSON.stringify(audience) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made: MadePromotion = { id: promotion.id, tiers: [], gifts: [], exchanges: [] }
  for (const {
    measure = 'amount',
    from,
    amount,
    percent = null,
    repeat = false,
    cap,
    choose = null,
    gifts = [],
    exchanges = [],
  } of tiers) {
    const tier = await db
      .insertInto('promotion_tier')
      .values({
        promotion_id: promotion.id,
        measure,
        threshold: typeof from === 'number' ? from : fenOf(from),
        amount: amount === undefined ? null : fenOf(amount),
        percent,
        repeat,
        cap: cap === undefined ? null : fenOf(cap),
        choose,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    made.tiers.push(tier.id)
    for (const { goods, number = 1, quota = null } of gifts) {
      const gift = await db
        .insertInto('promotion_gift')
        .values({ tier_id: tier.id, goods_id: goods, number, quota })
        .returning('id')
        .executeTakeFirstOrThrow()
      made.gifts.push(gift.id)
    }
    for (const { goods, price, limit = 1, quota = null } of exchanges) {
      const offer = await db
        .insertInto('promotion_exchange')
        .values({ tier_id: tier.id, goods_id: goods, price: fenOf(price), limit_per_checkout: limit, quota })
        .returning('id')
        .executeTakeFirstOrThrow()
      made.exchanges.push(offer.id)
    }
  }
  return made
}

export interface TemplateOptions extends Omit<Partial<Insertable<CouponTemplate>>, 'scope' | 'audience' | 'threshold' | 'amount' | 'cap'> {
  scope?: ScopeJson
  audience?: AudienceJson
  threshold?: string
  amount?: string
  cap?: string
}

/** ¥10 off without a threshold, for everything and everybody, for 30 days, unless said otherwise. */
export async function makeTemplate(db: Database, options: TemplateOptions = {}): Promise<number> {
  const { scope = { all: true }, audience = {}, threshold = '0.00', amount, cap, percent = null, ...values } = options
  const made = await db
    .insertInto('coupon_template')
    .values({
      name: '测试券',
      ...(values.valid_until === undefined && { valid_days: 30 }),
      ...values,
      percent,
      amount: percent === null ? fenOf(amount ?? '10.00') : null,
      threshold: fenOf(threshold),
      cap: cap === undefined ? null : fenOf(cap),
      scope: JSON.stringify(scope),
      audience: JSON.stringify(audience),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export async function holdCoupon(
  db: Database,
  companyId: number,
  templateId: number,
  values: { valid_from?: Date; valid_until?: Date } = {},
): Promise<number> {
  const { valid_from = EVER.starts_at, valid_until = EVER.ends_at } = values
  const made = await db
    .insertInto('coupon')
    .values({ template_id: templateId, company_id: companyId, valid_from, valid_until })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export interface BundleOptions extends Partial<Omit<Insertable<Bundle>, 'warehouse_id'>> {
  items: readonly { goods: number; number?: number; price: string }[]
  warehouseId?: number
}

export async function makeBundle(db: Database, { items, warehouseId, ...values }: BundleOptions): Promise<number> {
  const warehouse_id = warehouseId ?? (await makeWarehouse(db))
  const made = await db
    .insertInto('bundle')
    .values({ name: '测试组合', ...values, warehouse_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [sort, { goods, number = 1, price }] of items.entries()) {
    await addRow(db, 'bundle_item', { bundle_id: made.id, goods_id: goods, number, price: fenOf(price), sort })
  }
  return made.id
}
