import { pinyin } from 'pinyin-pro'
import { createReader } from '#domain/pinyin/reader.ts'
import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'
import type { Buyer } from './buyers.ts'
import { say } from './figure.ts'
import { besides, type LoadRequest, load } from './load.ts'

const CLIENTS = 16
const SECONDS = 6

const read = createReader((character) => pinyin(character, { toneType: 'none', v: true }))
const initialsOf = (name: string) =>
  read(name)
    .map((reading) => reading?.syllable.charAt(0) ?? '')
    .join('')

/** Words as buyers type them, taken from the goods that are really there, so that every search finds something. */
async function wordsOf(database: DatabaseHandle): Promise<{ initials: string[]; chinese: string[] }> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select name from goods where on_shelf and length(name) >= 4 and availability_id is null order by md5(id::text) limit 900`,
  )
  const names = rows.map((row) => row.name.replace(/[^\u4e00-\u9fff]/g, '')).filter((name) => name.length >= 4)
  const initials = names.map((name, index) => initialsOf(name).slice(0, 3 + (index % 3)))
  const chinese = names.map((name, index) => name.slice(index % 3, (index % 3) + 2 + (index % 2))).filter((word) => word.length >= 2)
  return { initials: [...new Set(initials)].slice(0, 300), chinese: [...new Set(chinese)].slice(0, 300) }
}

const pages = (count: number): LoadRequest[] =>
  Array.from({ length: count }, (_, index) => ({ path: `/api/goods/list?page=${1 + (index % 50)}&per_page=40` }))
const searches = (words: readonly string[]): LoadRequest[] =>
  words.map((word) => ({ path: `/api/goods/list?keywords=${encodeURIComponent(word)}` }))
const suggestions = (words: readonly string[]): LoadRequest[] =>
  words.map((word) => ({ path: `/api/goods/search?keywords=${encodeURIComponent(word)}` }))

export interface FindingFigures {
  list: number
  initials: number
  chinese: number
  suggestP99: number
}

/** Lists, searches and suggestions of a signed-in member at 16 clients, each beside the bare server. */
export async function measureFinding(
  size: string,
  shop: string,
  limit: string,
  database: DatabaseHandle,
  buyer: Buyer,
  small: FindingFigures | null,
): Promise<FindingFigures> {
  const words = await wordsOf(database)
  const bare = () => load(limit, [{ path: '/' }], { clients: CLIENTS, seconds: SECONDS })
  const member = (requests: readonly LoadRequest[]) => () =>
    load(shop, requests, { clients: CLIENTS, seconds: SECONDS, cookie: buyer.cookie })
  await member(pages(50))()

  const figures = {} as Record<'list' | 'initials' | 'chinese', number>
  for (const [key, name, requests, share] of [
    ['list', 'a member’s priced list page of 40', pages(50), 0.5],
    ['initials', 'search by initials', searches(words.initials), 0.4],
    ['chinese', 'search by Chinese substring', searches(words.chinese), 0.4],
  ] as const) {
    const { figure, limit: bareLoad } = await besides(bare, member(requests))
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
      note: `p50 ${figure.p50} ms, p99 ${figure.p99} ms`,
    })
  }
  const suggested = await member(suggestions([...words.initials, ...words.chinese]))()
  if (suggested.errors > 0) throw new Error(`suggestions: ${suggested.errors} answers failed`)
  say({
    figure: `suggestions p99, ${size} goods`,
    value: suggested.p99,
    unit: 'ms',
    target: '≤ 15 ms',
    ok: suggested.p99 <= 15,
    note: `${Math.round(suggested.perSecond)} per second at ${CLIENTS} clients`,
  })
  return { ...figures, suggestP99: suggested.p99 }
}
