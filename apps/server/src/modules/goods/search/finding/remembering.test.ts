import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, dropTestDatabase, testDatabaseUrl } from '../../../../../test/databases.ts'
import { makeAvailability, makeCategory, makeGoods, makeStock, makeWarehouse } from '../../../../../test/fixtures.ts'
import { type DatabaseHandle, openDatabase } from '../../../../platform/database.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { createSearchIndex, type SearchIndex, type SearchRequest } from '../public.ts'
import { REQUEST, viewerOf } from '../testing.ts'

/** Answers are remembered over changes that do not concern them; a remembered answer must still be the true one. */

const NOW = new Date('2026-11-21T04:00:00Z')
const NAMES = ['阿莫西林胶囊', '阿奇霉素片', '头孢克肟片', '复方甘草片', '六味地黄丸', '川贝枇杷露']
const viewers: (Viewer | null)[] = [
  null,
  viewerOf({}),
  viewerOf({ id: 2, province: '湖北省', rank: 'B' }),
  viewerOf({ id: 3, reviewState: 1 }),
]
const KEYWORDS = ['', 'amxl', '阿', '莫西', '片', 'pian', '头孢', 'lwdh', '川贝 露', '甲药', 'c']
const REQUESTS: Partial<SearchRequest>[] = [
  {},
  { sort: 'sales' },
  { sort: 'price_asc' },
  { inStock: true },
  { canBuy: 'lot' },
  { tags: ['特'] },
  { priceMin: 500, priceMax: 1_500 },
  { forms: ['片剂'], sort: 'newest' },
]

let name: string
let database: DatabaseHandle
let index: SearchIndex
let warehouse: number
let category: number
let limited: number
const ids: number[] = []

const changeOf = fc.record({
  goods: fc.nat(119),
  kind: fc.constantFrom('stock', 'price', 'sales', 'tags', 'category', 'rule', 'off', 'on', 'rank'),
  value: fc.integer({ min: 0, max: 2_000 }),
})

async function apply({ goods, kind, value }: typeof changeOf extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  const { db } = database
  const id = ids[goods] ?? 0
  const set = (values: Record<string, unknown>) => db.updateTable('goods').set(values).where('id', '=', id).execute()
  if (kind === 'stock')
    await db
      .updateTable('goods_stock')
      .set({ available: value % 2 })
      .where('goods_id', '=', id)
      .execute()
  if (kind === 'price') await set({ base_price: value + 1 })
  if (kind === 'sales') await set({ sales_30d: value })
  if (kind === 'tags') await set({ tags: value % 2 ? ['特'] : [] })
  if (kind === 'rule') await set({ availability_id: value % 2 ? limited : null })
  if (kind === 'off') await set({ on_shelf: false })
  if (kind === 'on') await set({ on_shelf: true })
  if (kind === 'category') await db.deleteFrom('goods_category').where('goods_id', '=', id).execute()
  if (kind === 'rank') {
    const price = { price: value + 1 }
    const key = { goods_id: id, rank: 'A' }
    await db
      .insertInto('goods_rank_price')
      .values({ ...key, ...price })
      .onConflict((conflict) => conflict.columns(['goods_id', 'rank']).doUpdateSet(price))
      .execute()
  }
}

beforeAll(async () => {
  name = await createTestDatabase()
  database = openDatabase(testDatabaseUrl(name), { max: 5 })
  const { db } = database
  warehouse = await makeWarehouse(db, { code: 'W1', name: '一仓' })
  category = await makeCategory(db, '甲类')
  limited = await makeAvailability(db, [{ province: '四川省' }])
  for (let at = 0; at < 120; at++) {
    const id = await makeGoods(db, {
      name: NAMES[at % NAMES.length] as string,
      manufacturer: at % 7 === 0 ? '甲药厂' : '乙药厂',
      dosage_form: at % 3 === 0 ? '片剂' : '胶囊剂',
      price: `${1 + (at % 20)}.50`,
      sales_30d: at % 11,
      tags: at % 4 === 0 ? ['特'] : [],
      categories: at % 2 === 0 ? [category] : [],
      availability_id: at % 10 === 0 ? limited : null,
      stock: 0,
    })
    await makeStock(db, id, [{ available: at % 3, expiry: '2028-01-01' }], warehouse)
    ids.push(id)
  }
  index = createSearchIndex(database)
  await index.load()
})
afterAll(async () => {
  await index.stop()
  await database.close()
  await dropTestDatabase(name)
})

const boughtIds = () => new Set(ids.slice(0, 30))
const everyAnswer = (one: SearchIndex) =>
  viewers.flatMap((viewer) =>
    KEYWORDS.flatMap((keywords) => [
      ...REQUESTS.map((request) => ({
        about: `${keywords} ${JSON.stringify(request)}`,
        answer: one.search({ ...REQUEST, ...request, keywords, boughtIds: boughtIds() }, viewer, NOW),
      })),
      { about: `suggest ${keywords}`, answer: one.suggest(keywords, 0, viewer, 10) },
    ]),
  )

describe('记住的答案', () => {
  it('每次变动之后都和重新建立的索引一样，对任何买家', async () => {
    const rounds = fc.sample(fc.array(changeOf, { minLength: 1, maxLength: 3 }), { numRuns: 12, seed: 5 })
    everyAnswer(index)
    for (const changes of rounds) {
      for (const change of changes) await apply(change)
      await index.refresh()
      const fresh = createSearchIndex(database)
      await fresh.load()
      expect(everyAnswer(index)).toEqual(everyAnswer(fresh))
    }
  })

  it('别的商品变了库存，不丢', async () => {
    const viewer = viewers[1] ?? null
    const ask = (keywords: string) => index.search({ ...REQUEST, keywords }, viewer, NOW).facets[0]
    const kept = ask('头孢')
    const lost = ask('地黄')
    const at = NAMES.indexOf('六味地黄丸')
    await apply({ goods: at, kind: 'stock', value: 1 })
    await apply({ goods: at, kind: 'stock', value: 0 })
    await index.refresh()
    expect(ask('头孢')).toBe(kept)
    expect(ask('地黄')).not.toBe(lost)
  })
})
