import type { DataOf } from '#contract/call.ts'
import type * as contract from '#contract/goods.ts'
import { addDays, beijingDate } from '#domain/dates.ts'
import { seesPrices } from '#domain/eligibility.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { type Catalogue, homeCards } from './catalogue.ts'
import { FLOORS } from './floors.ts'
import { dailyOffers, flashOffers, flashSessions, oftenBought, topCategories } from './home-views.ts'
import { bestSellers } from './list.ts'
import { startOfDay } from './read-facts.ts'

const HOT = 10
const SPIKE = 40
const DAILY = 40
const FLOOR = 8
const RECOMMENDED = 10
const BATCHES = 6
const REGULAR_DAYS = 90
/** Prescription goods drop out for visitors, so more are asked for than shown. */
const SPARE = 4

export async function hotGoods(catalogue: Catalogue, viewer: Viewer | null, now: Date): Promise<DataOf<typeof contract.goodsHot>> {
  const ids = bestSellers(catalogue, viewer, now, HOT * SPARE)
  return {
    list: await homeCards(
      catalogue,
      ids.map((goodsId) => ({ goodsId })),
      viewer?.company ?? null,
      now,
      HOT,
    ),
  }
}

/** Today's sessions; the goods of the one asked for, else of the open one, else the next, else the last that ended. */
export async function spike(
  catalogue: Catalogue,
  viewer: Viewer | null,
  sessionId: number | undefined,
  now: Date,
): Promise<DataOf<typeof contract.spike>> {
  const today = beijingDate(now)
  const rows = await flashSessions(catalogue.database, startOfDay(today), startOfDay(addDays(today, 1)))
  const sessions = rows.map((row) => ({
    id: row.id,
    name: row.name,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    state: row.ends_at <= now ? ('ended' as const) : row.starts_at <= now ? ('open' as const) : ('coming' as const),
  }))
  const chosen =
    sessionId === undefined
      ? (sessions.find((one) => one.state === 'open') ?? sessions.find((one) => one.state === 'coming') ?? sessions.at(-1))
      : sessions.find((one) => one.id === sessionId)
  if (sessionId !== undefined && chosen === undefined) throw notFound('秒杀场次')
  const offers = chosen === undefined ? [] : await flashOffers(catalogue.database, chosen.id, SPIKE * SPARE)
  return {
    now: now.toISOString(),
    sessions,
    session_id: chosen?.id ?? null,
    list: await homeCards(catalogue, offers, viewer?.company ?? null, now, SPIKE),
  }
}

export async function everydayPrice(
  catalogue: Catalogue,
  viewer: Viewer | null,
  now: Date,
): Promise<DataOf<typeof contract.everydayPrice>> {
  const offers = await dailyOffers(catalogue.database, now, DAILY * SPARE)
  const ends = offers.flatMap((offer) => offer.endsAt ?? []).sort((a, b) => a.getTime() - b.getTime())
  return {
    now: now.toISOString(),
    ends_at: ends[0]?.toISOString() ?? null,
    list: await homeCards(catalogue, offers, viewer?.company ?? null, now, DAILY),
  }
}

/** What this company buys again and again, filled up with what sells; batch pages through it and begins anew at the end. */
export async function recommended(
  catalogue: Catalogue,
  viewer: Viewer | null,
  batch: number,
  now: Date,
): Promise<DataOf<typeof contract.recommended>> {
  const company = viewer?.company ?? null
  const all = RECOMMENDED * BATCHES
  // The first time round nobody need know how many there are in all.
  const wanted = Math.min(all, (batch + 1) * RECOMMENDED)
  const own = seesPrices(company)
    ? await oftenBought(catalogue.database, company.id, startOfDay(addDays(beijingDate(now), -REGULAR_DAYS)), all)
    : []
  const ids = [...new Set([...own, ...bestSellers(catalogue, viewer, now, all * SPARE)])]
  const cards = await homeCards(
    catalogue,
    ids.map((goodsId) => ({ goodsId })),
    company,
    now,
    wanted,
  )
  const batches = Math.max(1, Math.ceil(cards.length / RECOMMENDED))
  const start = (batch % batches) * RECOMMENDED
  return {
    list: cards.slice(start, start + RECOMMENDED),
    basis: own.length > 0 ? `根据您近 ${REGULAR_DAYS} 天的采购` : '近期热销',
  }
}

export async function floors(catalogue: Catalogue, viewer: Viewer | null, now: Date): Promise<DataOf<typeof contract.goodsFloors>> {
  const categories = await topCategories(
    catalogue.database,
    FLOORS.map((floor) => floor.code),
  )
  const company = viewer?.company ?? null
  const made = await Promise.all(
    FLOORS.map(async (floor) => {
      const own = categories.filter((category) => category.tree === floor.code)
      const ids =
        own.length === 0
          ? []
          : bestSellers(
              catalogue,
              viewer,
              now,
              FLOOR * SPARE,
              own.map((category) => category.id),
            )
      return {
        ...floor,
        url: `/list?category=${own.map((category) => category.id).join(',')}`,
        categories: own.map(({ id, name }) => ({ id, name, url: `/list?category=${id}` })),
        list: await homeCards(
          catalogue,
          ids.map((goodsId) => ({ goodsId })),
          company,
          now,
          FLOOR,
        ),
      }
    }),
  )
  return { floors: made.filter((floor) => floor.list.length > 0) }
}
