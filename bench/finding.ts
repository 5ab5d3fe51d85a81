import { setTimeout } from 'node:timers/promises'
import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'
import type { Buyer } from './buyers.ts'
import { say } from './figure.ts'
import { ask, percentile } from './http.ts'
import { besides, type LoadRequest, load } from './load.ts'
import { wordsOf } from './words.ts'

const CLIENTS = 16
const SECONDS = 6
/** Goods that run out or come back each second while searches go on. */
const CHANGES = 5

/** Members take turns, so that nothing that belongs to one company answers for all. */
export const byMembers = (buyers: readonly Buyer[], paths: readonly string[]): LoadRequest[] =>
  paths.map((path, index) => ({ path, headers: { cookie: `sid=${buyers[index % buyers.length]?.cookie}` } }))
export const pages = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `/api/goods/list?page=${1 + (index % 50)}&per_page=40`)
const searches = (words: readonly string[]) => words.map((word) => `/api/goods/list?keywords=${encodeURIComponent(word)}`)
const suggestions = (words: readonly string[]) => words.map((word) => `/api/goods/search?keywords=${encodeURIComponent(word)}`)

export interface FindingFigures {
  list: number
  initials: number
  chinese: number
}

interface AskedOnce {
  times: number[]
  /** Mean goods of an answer's page: what an answer costs goes with them. */
  goods: number
}

/** Every question once, one after the other: what the first who asks it waits for. */
async function askOnce(shop: string, buyers: readonly Buyer[], paths: readonly string[]): Promise<AskedOnce> {
  const times: number[] = []
  let goods = 0
  for (const [index, path] of paths.entries()) {
    const { status, milliseconds, data } = await ask(shop, 'GET', path, buyers[index % buyers.length]?.cookie ?? '')
    if (status !== 200) throw new Error(`${path}: ${status}`)
    times.push(milliseconds)
    goods += data.list.length
  }
  return { times, goods: goods / paths.length }
}

/** Runs while goods run out and come back, a few a second. */
async function whileGoodsChange<T>({ pool }: DatabaseHandle, work: () => Promise<T>): Promise<T> {
  const change = () =>
    pool.query(
      `with picked as (select id from goods where on_shelf and id > (select floor(random() * 5000)::bigint) order by id limit $1)
       update goods_stock s set available = case when available = 0 then 50 else 0 end from picked where s.goods_id = picked.id`,
      [CHANGES],
    )
  const stopped = new AbortController()
  const changing = (async () => {
    while (!stopped.signal.aborted) {
      await change()
      await setTimeout(1_000, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  })()
  const [result] = await Promise.all([work().finally(() => stopped.abort()), changing])
  return result
}

/**
 * Lists, searches and suggestions of signed-in members, each beside the bare server: first every question once, one
 * after the other, then the same questions at 16 clients. The second figure is the one that sizes are compared by.
 */
export async function measureFinding(
  size: string,
  shop: string,
  limit: string,
  database: DatabaseHandle,
  buyers: readonly Buyer[],
  small: FindingFigures | null,
): Promise<FindingFigures> {
  const words = await wordsOf(database)
  const bare = () => load(limit, [{ path: '/' }], { clients: CLIENTS, seconds: SECONDS })
  const members = (paths: readonly string[]) => () => load(shop, byMembers(buyers, paths), { clients: CLIENTS, seconds: SECONDS })
  const once = (paths: readonly string[]) => askOnce(shop, buyers, paths)
  await members(pages(50))()
  await once([...searches(words.initials.first), ...searches(words.chinese.first)])
  await once([...suggestions(words.initials.first), ...suggestions(words.chinese.first)])

  const sayFirst = (name: string, { times }: AskedOnce) =>
    say({
      figure: `${name}, asked for the first time, ${size} goods`,
      value: percentile(times, 0.5),
      unit: 'ms',
      note: `p50 of ${times.length} different questions one after the other; p99 ${percentile(times, 0.99).toFixed(1)} ms`,
    })

  const figures = {} as FindingFigures
  for (const [key, name, paths, share] of [
    ['list', 'a member’s priced list page of 40', pages(50), 0.5],
    ['initials', 'search by initials', searches(words.initials.asked), 0.4],
    ['chinese', 'search by Chinese substring', searches(words.chinese.asked), 0.4],
  ] as const) {
    const first = await once(paths)
    if (key !== 'list') sayFirst(name, first)
    const { figure, limit: bareLoad } = await besides(bare, members(paths))
    if (figure.errors > 0) throw new Error(`${name}: ${figure.errors} answers failed`)
    const ratio = figure.perSecond / bareLoad.perSecond
    figures[key] = ratio
    say({
      figure: `${name}, ${size} goods`,
      value: figure.perSecond,
      unit: 'per second',
      limit: bareLoad.perSecond,
      ratio,
      target: small ? `at most 1.5 times slower than at 16k (share ${(small[key] / 1.5).toFixed(2)})` : `share of the limit ≥ ${share}`,
      ok: small ? ratio >= small[key] / 1.5 : ratio >= share,
      note: `${first.goods.toFixed(1)} goods an answer; p50 ${figure.p50} ms, p99 ${figure.p99} ms`,
    })
  }

  const changing = await whileGoodsChange(database, members(searches(words.initials.asked)))
  if (changing.errors > 0) throw new Error(`search while goods change: ${changing.errors} answers failed`)
  say({
    figure: `search by initials while ${CHANGES} goods a second run out or come back, ${size} goods`,
    value: changing.perSecond,
    unit: 'per second',
    note: `p50 ${changing.p50} ms, p99 ${changing.p99} ms`,
  })

  const paths = suggestions([...words.initials.asked, ...words.chinese.asked])
  sayFirst('suggestions', await once(paths))
  const suggested = await members(paths)()
  if (suggested.errors > 0) throw new Error(`suggestions: ${suggested.errors} answers failed`)
  say({
    figure: `suggestions p99, ${size} goods`,
    value: suggested.p99,
    unit: 'ms',
    target: '≤ 15 ms',
    ok: suggested.p99 <= 15,
    note: `${Math.round(suggested.perSecond)} per second at ${CLIENTS} clients`,
  })
  return figures
}
