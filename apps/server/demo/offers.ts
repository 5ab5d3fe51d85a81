import { sql } from 'kysely'
import { addDays, beijingDate, type TradeDate } from '#domain/dates.ts'
import type { Connection, DatabaseHandle } from '../src/platform/database.ts'
import { transact } from '../src/platform/transact.ts'
import { codesOf, readDemoGoods } from './goods.ts'
import type { DemoGoods } from './goods-text.ts'
import { share } from './prices.ts'
import { spread } from './spread.ts'

/** Offers are made this many days ahead, today included. */
const DAYS_AHEAD = 14
/** Hours of Beijing. The last one ends at midnight. */
const SESSIONS = [
  { name: '08:00', from: 8, to: 10 },
  { name: '10:00', from: 10, to: 14 },
  { name: '14:00', from: 14, to: 20 },
  { name: '20:00', from: 20, to: 24 },
] as const
const FLASH_GOODS = 9
const DAILY_GOODS = 12

const at = (date: TradeDate, hour: number) => new Date(Date.parse(`${date}T00:00:00+08:00`) + hour * 3_600_000)

interface OfferGoods {
  id: number
  code: string
  goods: DemoGoods
}

/** Prescription goods are in no flash sale and no daily special. */
const mayBeOffered = ({ goods }: OfferGoods) =>
  !goods.marks.has('rx') &&
  !goods.marks.has('eph') &&
  !['noprice', 'off', 'out', 'one', 'low', 'ctrl', 'region'].some((flag) => goods.flags.has(flag))

/** `count` of a list, starting somewhere else each time, and going round. */
function turn<Item>(list: readonly Item[], start: number, count: number): Item[] {
  return Array.from({ length: Math.min(count, list.length) }, (_, at) => list[(start + at) % list.length]).filter(
    (item) => item !== undefined,
  )
}

/** A limit in whole mid packs, so that it can be used up exactly. */
const packs = (goods: DemoGoods, about: number) => Math.max(1, Math.round(about / goods.midPack)) * goods.midPack

async function offerGoods(trx: Connection): Promise<OfferGoods[]> {
  const goods = readDemoGoods()
  const codes = codesOf(goods)
  const rows = await trx.selectFrom('goods').where('code', 'in', codes).where('on_shelf', '=', true).select(['id', 'code']).execute()
  const ids = new Map(rows.map((row) => [row.code, row.id]))
  return goods.flatMap((one, index) => {
    const code = codes[index] ?? ''
    const id = ids.get(code)
    return id === undefined ? [] : [{ id, code, goods: one }]
  })
}

/** Flash sessions and daily specials for the days from today on that have none yet. Answers how many days it added. */
export async function writeTimedOffers(trx: Connection, now: Date): Promise<number> {
  const today = beijingDate(now)
  const { rows } = await sql<{ last: Date | null }>`select max(ends_at) as last from flash_session`.execute(trx)
  const last = rows[0]?.last ?? null
  // The last session of a day ends at the midnight that the next day begins with.
  const next = last === null ? today : beijingDate(last)
  const days = Array.from({ length: DAYS_AHEAD }, (_, ahead) => addDays(today, ahead)).filter((day) => day >= next)
  if (days.length === 0) return 0
  const goods = await offerGoods(trx)
  const flash = goods.filter((one) => one.goods.flags.has('flash') && mayBeOffered(one))
  const named = goods.filter((one) => one.goods.flags.has('daily') && mayBeOffered(one))
  const others = goods.filter((one) => mayBeOffered(one) && !one.goods.flags.has('daily') && !one.goods.flags.has('flash'))
  const sessions = days.flatMap((day) => SESSIONS.map(({ name, from, to }) => ({ name, starts_at: at(day, from), ends_at: at(day, to) })))
  const written = await trx.insertInto('flash_session').values(sessions).returning(['id', 'starts_at', 'ends_at']).execute()
  const serialOf = (date: Date) => Math.floor(date.getTime() / 3_600_000)
  const flashRows = written.flatMap((session) =>
    turn(flash, serialOf(session.starts_at) * 5, FLASH_GOODS).map(({ id, code, goods: one }) => {
      const quota = packs(one, 200 + spread(`${code}quota`, 300))
      const sold = session.starts_at <= now ? packs(one, (quota * (15 + spread(`${code}${session.starts_at.toISOString()}`, 70))) / 100) : 0
      return {
        kind: 'flash',
        goods_id: id,
        flash_session_id: session.id,
        price: share(one.basePrice, 78 + spread(code, 9)),
        starts_at: session.starts_at,
        ends_at: session.ends_at,
        quota,
        taken: Math.min(sold, quota),
        limit_per_buyer: packs(one, 40),
        full_reduction_ok: false,
        coupon_ok: false,
      }
    }),
  )
  const dailyRows = days.flatMap((day) => {
    const serial = Math.round(Date.parse(day) / 86_400_000)
    const chosen = [...turn(named, serial * 3, 7), ...turn(others, serial * 5, DAILY_GOODS - 7)]
    return chosen.map(({ id, code, goods: one }) => ({
      kind: 'daily',
      goods_id: id,
      price: share(one.basePrice, 84 + spread(`${code}daily`, 7)),
      starts_at: at(day, 0),
      ends_at: at(day, 24),
      limit_per_buyer: packs(one, 60),
    }))
  })
  await trx.insertInto('goods_offer').values(flashRows).execute()
  await trx.insertInto('goods_offer').values(dailyRows).execute()
  return days.length
}

/** Extends the demo's flash sessions and daily specials to two weeks from now; call at every start in demo mode. */
export async function renewDemoOffers(database: DatabaseHandle, now: Date): Promise<number> {
  return transact(database.db, async (trx) => {
    await sql`lock table flash_session in share row exclusive mode`.execute(trx)
    return writeTimedOffers(trx, now)
  })
}

/** Near-expiry batches at a price of their own, and whole cases: without an end, or until the batch's last day. */
export async function writeStandingOffers(
  trx: Connection,
  batches: readonly { id: number; code: string; expiry: TradeDate; nearOffer: boolean }[],
  now: Date,
): Promise<void> {
  const byCode = new Map((await offerGoods(trx)).map((one) => [one.code, one]))
  const near = batches.flatMap((batch) => {
    const found = byCode.get(batch.code)
    if (!batch.nearOffer || !found) return []
    return [
      {
        kind: 'near_expiry',
        goods_id: found.id,
        stock_batch_id: batch.id,
        price: share(found.goods.basePrice, 62),
        starts_at: now,
        ends_at: at(addDays(batch.expiry, 1), 0),
        full_reduction_ok: false,
        coupon_ok: false,
      },
    ]
  })
  const cases = [...byCode.values()]
    .filter(({ goods }) => goods.flags.has('plenty'))
    .map(({ id, goods }) => ({ kind: 'whole_case', goods_id: id, price: share(goods.basePrice, 89) }))
  await trx.insertInto('goods_offer').values(near).execute()
  await trx.insertInto('goods_offer').values(cases).execute()
}
