import { sql } from 'kysely'
import type { OfferTermsWire } from '#contract/offer-desk.ts'
import { addDays, beijingDate } from '#domain/dates.ts'
import { fenFromYuan } from '#domain/money.ts'
import { addOffer, publishOffer } from '../src/modules/goods/promotions/public.ts'
import type { Connection, DatabaseHandle } from '../src/platform/database.ts'
import type { Known } from './known-goods.ts'
import {
  BUNDLES,
  COUPONS,
  type DemoPromotion,
  type DemoScope,
  HELD_COUPONS,
  PROMOTIONS,
  WELFARE_CATEGORIES,
  WELFARE_PERCENT,
} from './promotions-text.ts'
import { actorOf } from './staff-actor.ts'
import { type CatalogueIds, idOf } from './write-catalogue.ts'

/** Alive for at least so long at every start of the demo. */
const RENEW_BELOW_DAYS = 3
const RENEW_DAYS = 30

interface World {
  goodsByTitle: ReadonlyMap<string, Known>
  goodsIds: ReadonlyMap<string, number>
  categories: ReadonlyMap<string, number>
  makers: ReadonlyMap<string, number>
}

const fenOf = (text: string): number => {
  const amount = fenFromYuan(text)
  if (amount === null) throw new Error(`not an amount: ${text}`)
  return amount
}

const goodsId = (world: World, title: string): number => {
  const known = world.goodsByTitle.get(title)
  if (known === undefined) throw new Error(`no demo goods ${title}`)
  return idOf(world.goodsIds, known.code)
}

const scopeJson = (world: World, scope: DemoScope): string =>
  JSON.stringify({
    ...(scope.all && { all: true }),
    ...(scope.goods && { goods: scope.goods.map((title) => goodsId(world, title)) }),
    ...(scope.categories && { categories: scope.categories.map((path) => idOf(world.categories, `drug/${path}`)) }),
    ...(scope.makers && { manufacturers: scope.makers.map((name) => idOf(world.makers, name)) }),
    ...(scope.zones && { zones: scope.zones }),
  })

async function worldOf(trx: Connection, known: readonly Known[], catalogue: CatalogueIds): Promise<World> {
  const categories = await trx.selectFrom('category').select(['id', 'code']).execute()
  const makers = await trx.selectFrom('manufacturer').select(['id', 'short_name']).where('short_name', '<>', '').execute()
  return {
    goodsByTitle: new Map(known.map((one) => [`${one.goods.name} ${one.goods.spec}`, one])),
    goodsIds: catalogue.goods,
    categories: new Map(categories.map((row) => [row.code, row.id])),
    makers: new Map(makers.map((row) => [row.short_name, row.id])),
  }
}

/** Beijing midnight that begins a day so many days from now. */
const dayStart = (now: Date, days: number) => new Date(`${addDays(beijingDate(now), days)}T00:00:00+08:00`)

/** Activities, coupons, bundles and the welfare zone. The first pharmacy holds a few coupons. */
export async function writePromotions(
  trx: Connection,
  known: readonly Known[],
  catalogue: CatalogueIds,
  companies: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const world = await worldOf(trx, known, catalogue)
  await writeActivities(trx, world, now)
  await writeCoupons(trx, world, companies, now)
  await writeBundles(trx, world, catalogue.warehouses)
  await writeWelfare(trx)
}

/** By the marketer's own commands, as they were approved before the shop opened. */
async function writeActivities(trx: Connection, world: World, now: Date): Promise<void> {
  const clerk = await actorOf(trx, 'yunying')
  for (const { kind, name, intro, scope, days, tiers } of PROMOTIONS) {
    const id = await addOffer({ db: trx }, clerk, offerOf(world, { kind, name, intro, scope, days, tiers }, now), now)
    await publishOffer({ db: trx }, clerk, id, 1, now)
  }
}

function offerOf(world: World, { kind, name, intro, scope, days, tiers }: DemoPromotion, now: Date): OfferTermsWire {
  return {
    kind,
    name,
    intro,
    starts_at: dayStart(now, days[0]).toISOString(),
    ends_at: dayStart(now, days[1]).toISOString(),
    scope: {
      all: scope.all ? 1 : 0,
      goods: (scope.goods ?? []).map((title) => goodsId(world, title)),
      categories: (scope.categories ?? []).map((path) => idOf(world.categories, `drug/${path}`)),
      manufacturers: (scope.makers ?? []).map((maker) => idOf(world.makers, maker)),
      zones: [...(scope.zones ?? [])],
      except: [],
    },
    audience: { types: [], places: [], ranks: [], companies: [] },
    tiers: tiers.map(
      ({ measure = 'amount', from, amount = '', percent = 0, repeat, cap = '', choose = 0, gifts = [], exchanges = [] }) => ({
        measure,
        threshold: String(from),
        amount,
        percent,
        repeat: repeat ? 1 : 0,
        cap,
        choose,
        gifts: gifts.map(({ goods, number, quota = 0 }) => {
          return { goods_id: goodsId(world, goods), number, quota, limit_per_order: 0, limit_per_company: 0 }
        }),
        exchanges: exchanges.map(({ goods, price, limit, quota = 0 }) => ({ goods_id: goodsId(world, goods), price, limit, quota })),
      }),
    ),
  }
}

async function writeCoupons(trx: Connection, world: World, companies: ReadonlyMap<string, number>, now: Date): Promise<void> {
  const ids = new Map<string, number>()
  for (const [sort, coupon] of COUPONS.entries()) {
    const { name, intro, threshold, amount, percent = null, cap, scope, stackable = false, quota = null, taken = 0, perBuyer = 1 } = coupon
    const row = await trx
      .insertInto('coupon_template')
      .values({
        name,
        intro,
        threshold: fenOf(threshold),
        amount: amount === undefined ? null : fenOf(amount),
        percent,
        cap: cap === undefined ? null : fenOf(cap),
        scope: scopeJson(world, scope),
        audience: JSON.stringify(coupon.types ? { types: coupon.types } : {}),
        stackable,
        quota,
        taken,
        per_buyer: perBuyer,
        valid_days: coupon.validDays,
        take_from: coupon.takeFrom === undefined ? dayStart(now, -20) : dayStart(now, coupon.takeFrom),
        sort,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(name, row.id)
  }
  const company_id = [...companies.values()][0]
  if (company_id === undefined) throw new Error('the demo shop has no companies')
  const held = HELD_COUPONS.map((name) => ({
    template_id: idOf(ids, name),
    company_id,
    taken_at: dayStart(now, -1),
    valid_from: dayStart(now, -1),
    valid_until: dayStart(now, COUPONS.find((one) => one.name === name)?.validDays ?? 10),
  }))
  await trx.insertInto('coupon').values(held).execute()
  await sql`update coupon_template set taken = taken + 1 where id = any(${held.map((one) => one.template_id)}::bigint[])`.execute(trx)
}

async function writeBundles(trx: Connection, world: World, warehouses: ReadonlyMap<string, number>): Promise<void> {
  const [warehouse_id] = warehouses.values()
  if (warehouse_id === undefined) throw new Error('the demo shop has no warehouse')
  for (const [sort, { name, hint, items, quota = null, limit = null }] of BUNDLES.entries()) {
    const bundle = await trx
      .insertInto('bundle')
      .values({ name, hint, warehouse_id, quota, limit_per_buyer: limit, sort })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = items.map(({ goods, number, percent }, at) => {
      const base = world.goodsByTitle.get(goods)?.goods.basePrice ?? 0
      return { bundle_id: bundle.id, goods_id: goodsId(world, goods), number, price: Math.floor((base * percent) / 100), sort: at }
    })
    await trx.insertInto('bundle_item').values(rows).execute()
  }
}

/** Goods with an offer of their own are left out: the welfare price is for goods that have none. */
async function writeWelfare(trx: Connection): Promise<void> {
  const codes = WELFARE_CATEGORIES.map((path) => `drug/${path}`)
  await sql`
    insert into goods_offer (kind, goods_id, percent)
    select distinct 'welfare', g.id, ${WELFARE_PERCENT}::integer
      from goods g
      join goods_category gc on gc.goods_id = g.id
      join category c on c.id = gc.category_id
     where g.on_shelf and g.base_price is not null and g.drug_class <> 'rx' and not g.is_ephedrine and g.availability_id is null
       and exists (select from unnest(${codes}::text[]) as p(code) where c.code = p.code or c.code like p.code || '/%')
       and not exists (select from goods_offer o where o.goods_id = g.id and o.kind in ('flash', 'daily', 'near_expiry', 'whole_case'))`.execute(
    trx,
  )
}

/** Keeps the demo's activities alive; call at every start in demo mode. */
export async function renewDemoPromotions({ db }: DatabaseHandle, now: Date): Promise<void> {
  await sql`
    with renewed as (
      update promotion set ends_at = ${dayStart(now, RENEW_DAYS)}
       where is_open and ends_at < ${dayStart(now, RENEW_BELOW_DAYS)} returning id, ends_at)
    update promotion_plan l set terms = jsonb_set(l.terms, '{ends_at}', to_jsonb(r.ends_at)) from renewed r where r.id = l.promotion_id`.execute(
    db,
  )
}
