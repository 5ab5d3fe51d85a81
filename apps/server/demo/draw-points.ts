import { beijingDate } from '#domain/dates.ts'
import { openingPoints, pointsEarned } from '#domain/ledger-points.ts'
import { fenFromYuan } from '#domain/money.ts'
import { drawIn } from '../src/modules/goods/draw/public.ts'
import { moveOrderIn, placeOrderIn } from '../src/modules/goods/points/public.ts'
import { post, readPurses } from '../src/modules/money/wallet/public.ts'
import type { Connection } from '../src/platform/database.ts'
import { ACCOUNTS, PASSED_PHARMACY, POINTS_TODAY } from './companies.ts'
import {
  type DemoPointsGoods,
  DRAW,
  DRAWERS,
  DRAWN_DAYS,
  EARNED,
  EARNED_LAST_DAYS_AGO,
  OPENED_DAYS_AGO,
  PERKS,
  POINTS_BEFORE,
  POINTS_COUPONS,
  POINTS_MALL,
  POINTS_ORDERS,
  PRIZES,
} from './draw-points-text.ts'
import { spread } from './spread.ts'
import { idOf } from './write-catalogue.ts'
import type { CompanyIds } from './write-companies.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const fenOf = (text: string): number => {
  const amount = fenFromYuan(text)
  if (amount === null) throw new Error(`not an amount: ${text}`)
  return amount
}
const fenOrNull = (text: string | undefined) => (text === undefined ? null : fenOf(text))

/** Beijing midnight that began the day so many days from today. */
const dayStart = (now: Date, days: number) => new Date(Date.parse(`${beijingDate(now)}T00:00:00+08:00`) + days * DAY_MS)

/** One open draw, the points mall and the perks of brands, and what the demo's companies did with them, in the order of time. */
export async function writeDrawAndPoints(trx: Connection, people: CompanyIds, now: Date): Promise<void> {
  const makers = new Map(
    (await trx.selectFrom('manufacturer').select(['id', 'short_name']).where('short_name', '<>', '').execute()).map((row) => [
      row.short_name,
      row.id,
    ]),
  )
  const coupons = await writeCoupons(trx, makers, now)
  const devices = new Map(
    (await trx.selectFrom('goods').select(['id', 'name', 'spec']).where('kind', '=', 'device').execute()).map((row) => [
      `${row.name} ${row.spec}`,
      row.id,
    ]),
  )
  const goods = new Map([
    ...(await writeMall(trx, 'points', POINTS_MALL, coupons, makers, devices, now)),
    ...(await writeMall(trx, 'perks', PERKS, coupons, makers, devices, now)),
  ])
  const drawId = await writeDraw(trx, coupons, devices, now)
  await writePast(trx, { people, goods, drawId }, now)
}

async function writeCoupons(trx: Connection, makers: ReadonlyMap<string, number>, now: Date): Promise<Map<string, number>> {
  const rows = await trx
    .insertInto('coupon_template')
    .values(
      POINTS_COUPONS.map(({ name, intro, threshold, amount, scope: { all, zones, makers: named } }, sort) => ({
        name,
        intro,
        threshold: fenOf(threshold),
        amount: fenOf(amount),
        scope: JSON.stringify({
          ...(all && { all }),
          ...(zones && { zones }),
          ...(named && { manufacturers: named.map((maker) => idOf(makers, maker)) }),
        }),
        valid_days: 30,
        take_from: dayStart(now, -190),
        is_public: false,
        sort: 100 + sort,
      })),
    )
    .returning(['id', 'name'])
    .execute()
  return new Map(rows.map((row) => [row.name, row.id]))
}

async function writeMall(
  trx: Connection,
  mall: 'points' | 'perks',
  list: readonly DemoPointsGoods[],
  coupons: ReadonlyMap<string, number>,
  makers: ReadonlyMap<string, number>,
  devices: ReadonlyMap<string, number>,
  now: Date,
): Promise<Map<string, number>> {
  const rows = await trx
    .insertInto('points_goods')
    .values(
      list.map((one, sort) => ({
        mall,
        kind: one.kind ?? 'goods',
        name: one.name,
        intro: one.intro,
        goods_id: one.goods === undefined ? null : idOf(devices, one.goods),
        manufacturer_id: one.brand === undefined ? null : idOf(makers, one.brand),
        points: one.points,
        money: fenOf(one.money ?? '0.00'),
        worth: fenOrNull(one.worth),
        coupon_template_id: one.coupon === undefined ? null : idOf(coupons, one.coupon),
        stock: one.stock ?? null,
        taken: one.taken ?? 0,
        per_buyer: one.perBuyer ?? null,
        starts_at: dayStart(now, one.from ?? -190),
        sort,
      })),
    )
    .returning(['id', 'name'])
    .execute()
  return new Map(rows.map((row) => [row.name, row.id]))
}

async function writeDraw(
  trx: Connection,
  coupons: ReadonlyMap<string, number>,
  devices: ReadonlyMap<string, number>,
  now: Date,
): Promise<number> {
  const { name, remarks, rule, days } = DRAW
  const draw = await trx
    .insertInto('draw')
    .values({ name, remarks, rule, starts_at: dayStart(now, days[0]), ends_at: dayStart(now, days[1]) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('draw_prize')
    .values(
      PRIZES.map((prize, sort) => ({
        draw_id: draw.id,
        kind: prize.kind,
        name: prize.name,
        goods_id: prize.goods === undefined ? null : idOf(devices, prize.goods),
        remarks: prize.remarks,
        amount: prize.points ?? fenOrNull(prize.voucher),
        coupon_template_id: prize.coupon === undefined ? null : idOf(coupons, prize.coupon),
        weight: prize.weight,
        stock: prize.stock ?? null,
        sort,
      })),
    )
    .execute()
  await trx.insertInto('advert').values({ slot: 'prize', title: name, subtitle: remarks, url: '/jfsc' }).execute()
  return draw.id
}

interface Past {
  people: CompanyIds
  goods: ReadonlyMap<string, number>
  drawId: number
}
interface Deed {
  at: Date
  run: (at: Date) => Promise<unknown>
}

/** Every deed by the module that does it in real life, one after the other as they happened. */
async function writePast(trx: Connection, past: Past, now: Date): Promise<void> {
  const deeds = [...earnings(trx, past, now), ...orders(trx, past, now), ...draws(trx, past, now)]
  for (const { at, run } of deeds.sort((a, b) => a.at.getTime() - b.at.getTime())) await run(at)
}

const ago = (now: Date, days: number, hours: number) => new Date(now.getTime() - days * DAY_MS + hours * HOUR_MS)

function earnings(trx: Connection, { people }: Past, now: Date): Deed[] {
  const companyId = idOf(people.companies, PASSED_PHARMACY)
  const earn = (at: Date, points: number) => {
    const day = beijingDate(at)
    return post(trx, pointsEarned({ key: `demo:points:${day}`, companyId, orderId: null, memo: `${day} 完成订单赠送积分`, points }), at)
  }
  const regular = EARNED.map(([days, points]): Deed => ({ at: ago(now, days, -3), run: (at) => earn(at, points) }))
  const last = async (at: Date) => {
    const missing = POINTS_TODAY - (await readPurses(trx, companyId)).points
    if (missing <= 0) throw new Error(`the demo's points are ${-missing} above today's figure`)
    await earn(at, missing)
  }
  const opening = { at: ago(now, OPENED_DAYS_AGO, 0), run: (at: Date) => post(trx, openingPoints(companyId, POINTS_BEFORE), at) }
  return [opening, ...regular, { at: ago(now, EARNED_LAST_DAYS_AGO, 2), run: last }]
}

function orders(trx: Connection, { people, goods }: Past, now: Date): Deed[] {
  const who = { accountId: idOf(people.accounts, '13900000001'), companyId: idOf(people.companies, PASSED_PHARMACY) }
  const staff = { accountId: idOf(people.accounts, 'admin'), name: '运营 沈禾' }
  return POINTS_ORDERS.flatMap(({ goods: name, number, daysAgo, steps = [] }, index) => {
    const placed = { id: 0 }
    const place = async (at: Date) => {
      const wish = { points_goods_id: idOf(goods, name), number, key: `demo-points-order-${index}` }
      placed.id = (await placeOrderIn(trx, who, wish, at)).id
    }
    const moves = steps.map(
      ([what, days]): Deed => ({
        at: ago(now, days, 0),
        run: (at) =>
          moveOrderIn(trx, placed.id, what, what === 'ship' ? { by: 'staff', staff } : { by: 'buyer', companyId: who.companyId }, at),
      }),
    )
    return [{ at: ago(now, daysAgo, index / 10), run: place }, ...moves]
  })
}

/** Nobody has drawn today yet. The demo is the same everywhere, so its luck is, too. */
function draws(trx: Connection, { people, drawId }: Past, now: Date): Deed[] {
  return DRAWERS.flatMap((username) => {
    const [code] = ACCOUNTS.find((account) => account.username === username)?.companies ?? []
    const who = { accountId: idOf(people.accounts, username), companyId: idOf(people.companies, code ?? '') }
    return Array.from({ length: DRAWN_DAYS }, (_, index): Deed => {
      const key = `demo-draw-${username}-${index}`
      // In the morning of a Beijing day, so that no day has two.
      const at = new Date(dayStart(now, index - DRAWN_DAYS - 1).getTime() + 9 * HOUR_MS + spread(key, 3 * HOUR_MS))
      return { at, run: () => drawIn(trx, who, { drawId, key }, at, (range) => spread(`${key}-${range}`, range)) }
    })
  })
}
