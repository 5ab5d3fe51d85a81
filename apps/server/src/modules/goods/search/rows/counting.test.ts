import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admits, seesPrices } from '#domain/eligibility.ts'
import { createTestDatabase, dropTestDatabase, testDatabaseUrl } from '../../../../../test/databases.ts'
import { makeAvailability, makeCategory, makeGoods, makeStock, makeWarehouse } from '../../../../../test/fixtures.ts'
import { changeRow } from '../../../../../test/rows.ts'
import { type DatabaseHandle, openDatabase } from '../../../../platform/database.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { createSearchIndex, type SearchIndex, type SearchRequest } from '../public.ts'
import { REQUEST, viewerOf } from '../testing.ts'

/** What the index must say, worked out goods by goods without any index. */
interface Plain {
  id: number
  name: string
  form: string
  spec: string
  maker: string
  tags: string[]
  categories: number[]
  fen: number
  stock: Map<number, number>
  admitted: 'all' | 'sichuan' | 'nobody'
}

const NOW = new Date('2026-11-21T04:00:00Z')
const NAMES = ['阿莫西林胶囊', '阿莫西林颗粒', '头孢克肟片', '复方甘草片', '六味地黄丸', '川贝枇杷露']
const FORMS = ['片剂', '胶囊剂', '颗粒剂', '']
const SPECS = ['0.25g*24粒', '10ml*6支', '5g*10袋']
const MAKERS = ['甲药厂', '乙药厂', '丙药厂']
const TAGS = ['特', '新', '满']
const TOTAL = 240
const viewers: (Viewer | null)[] = [null, viewerOf({}), viewerOf({ id: 2, province: '湖北省' }), viewerOf({ id: 3, reviewState: 1 })]

let name: string
let database: DatabaseHandle
let index: SearchIndex
const all: Plain[] = []
/** Tree: 0 over 1 and 2; 3 alone. */
let categories: number[] = []
let warehouses: number[] = []
let rules: Record<Plain['admitted'], number | null>

const goodsOf = fc.record({
  name: fc.constantFrom(...NAMES),
  form: fc.constantFrom(...FORMS),
  spec: fc.constantFrom(...SPECS),
  maker: fc.constantFrom(...MAKERS),
  tags: fc.subarray(TAGS),
  categories: fc.subarray([0, 1, 2, 3], { maxLength: 2 }),
  fen: fc.integer({ min: 100, max: 2_000 }),
  stock: fc.array(fc.constantFrom(null, 0, 0, 5), { minLength: 2, maxLength: 2 }),
  admitted: fc.constantFrom('all' as const, 'all' as const, 'sichuan' as const, 'nobody' as const),
})

async function addGoods(drawn: typeof goodsOf extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  const { db } = database
  const own = drawn.categories.map((at) => categories[at] ?? 0)
  const id = await makeGoods(db, {
    name: drawn.name,
    dosage_form: drawn.form,
    spec: drawn.spec,
    manufacturer: drawn.maker,
    tags: drawn.tags,
    categories: own,
    price: (drawn.fen / 100).toFixed(2),
    stock: 0,
    availability_id: rules[drawn.admitted],
  })
  const stock = new Map<number, number>()
  for (const [at, available] of drawn.stock.entries()) {
    const warehouse = warehouses[at]
    if (available === null || warehouse === undefined) continue
    stock.set(warehouse, available)
    await makeStock(db, id, [{ available, expiry: '2028-01-01' }], warehouse)
  }
  all.push({ ...drawn, id, categories: own, stock })
}

beforeAll(async () => {
  name = await createTestDatabase()
  database = openDatabase(testDatabaseUrl(name), { max: 5 })
  const { db } = database
  const top = await makeCategory(db, '甲类')
  categories = [
    top,
    await makeCategory(db, '甲一', { parent_id: top }),
    await makeCategory(db, '甲二', { parent_id: top }),
    await makeCategory(db, '乙类'),
  ]
  warehouses = [await makeWarehouse(db, { code: 'W1', name: '一仓' }), await makeWarehouse(db, { code: 'W2', name: '二仓' })]
  rules = { all: null, sichuan: await makeAvailability(db, [{ province: '四川省' }]), nobody: await makeAvailability(db, [], true) }
  for (const drawn of fc.sample(goodsOf, { numRuns: TOTAL, seed: 7 })) await addGoods(drawn)
  index = createSearchIndex(database)
  await index.load()
})
afterAll(async () => {
  await index.stop()
  await database.close()
  await dropTestDatabase(name)
})

type Test = (goods: Plain) => boolean
const withAbove = (goods: Plain) =>
  new Set(goods.categories.flatMap((id) => (id === categories[1] || id === categories[2] ? [id, categories[0] ?? 0] : [id])))

/** Every filter that has a facet, by the facet's key; the rest under 'always'. */
function testsOf(request: SearchRequest, viewer: Viewer | null): Record<string, Test> {
  const company = viewer?.company ?? null
  const sees = seesPrices(company)
  const inStock = sees && request.inStock
  return {
    always: (goods) => {
      const admitted =
        goods.admitted === 'all' ||
        (goods.admitted === 'sichuan' &&
          company !== null &&
          admits({ controlled: false, entries: [{ province: '四川省', city: null, companyType: null, companyId: null }] }, company))
      const inRange =
        !sees ||
        ((request.priceMin === null || goods.fen >= request.priceMin) && (request.priceMax === null || goods.fen <= request.priceMax))
      return admitted && inRange && (request.keywords === '' || goods.name.includes(request.keywords))
    },
    category: (goods) => request.categories.length === 0 || request.categories.some((id) => withAbove(goods).has(id)),
    form: (goods) => request.forms.length === 0 || request.forms.includes(goods.form),
    spec: (goods) => request.specs.length === 0 || request.specs.includes(goods.spec),
    tags: (goods) => request.tags.length === 0 || request.tags.some((tag) => goods.tags.includes(tag)),
    warehouse: (goods) =>
      request.warehouses.length === 0 || request.warehouses.some((id) => (inStock ? (goods.stock.get(id) ?? 0) > 0 : goods.stock.has(id))),
    in_stock: (goods) => !inStock || [...goods.stock.values()].some((available) => available > 0),
    manufacturer: () => true,
  }
}

const labels: Record<string, (goods: Plain) => string[]> = {
  category: (goods) => [...withAbove(goods)].map(String),
  manufacturer: (goods) => [goods.maker],
  form: (goods) => [goods.form].filter(Boolean),
  spec: (goods) => [goods.spec],
  tags: (goods) => goods.tags,
}

function recount(request: SearchRequest, viewer: Viewer | null, key: string): Record<string, number> {
  const tests = Object.entries(testsOf(request, viewer)).filter(([filter]) => filter !== key)
  const counts: Record<string, number> = {}
  for (const goods of all) {
    if (!tests.every(([, test]) => test(goods))) continue
    for (const label of labels[key]?.(goods) ?? []) counts[label] = (counts[label] ?? 0) + 1
  }
  return counts
}

const requestOf = fc.record({
  keywords: fc.constantFrom('', '阿莫', '片', '西林', '枇杷', '没有'),
  categories: fc.subarray([0, 1, 2, 3], { maxLength: 2 }),
  forms: fc.subarray(FORMS.filter(Boolean), { maxLength: 2 }),
  specs: fc.subarray(SPECS, { maxLength: 1 }),
  tags: fc.subarray(TAGS, { maxLength: 2 }),
  warehouses: fc.subarray([0, 1], { maxLength: 1 }),
  inStock: fc.boolean(),
  price: fc.option(fc.tuple(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 2_000 }))),
  sort: fc.constantFrom('relevance', 'sales', 'price_asc', 'price_desc', 'newest', 'expiry' as const),
  viewer: fc.nat(3),
})

function asked(drawn: typeof requestOf extends fc.Arbitrary<infer T> ? T : never): { request: SearchRequest; viewer: Viewer | null } {
  const request: SearchRequest = {
    ...REQUEST,
    keywords: drawn.keywords,
    forms: drawn.forms,
    specs: drawn.specs,
    tags: drawn.tags,
    inStock: drawn.inStock,
    sort: drawn.sort as SearchRequest['sort'],
    categories: drawn.categories.map((at) => categories[at] ?? 0),
    warehouses: drawn.warehouses.map((at) => warehouses[at] ?? 0),
    priceMin: drawn.price ? Math.min(...drawn.price) : null,
    priceMax: drawn.price ? Math.max(...drawn.price) : null,
  }
  return { request, viewer: viewers[drawn.viewer] ?? null }
}

describe('列表、总数与分面计数', () => {
  it('和逐个数出来的一样，对任何买家、任何筛选', () => {
    fc.assert(
      fc.property(requestOf, (drawn) => {
        const { request, viewer } = asked(drawn)
        const answer = index.search(request, viewer, NOW)
        const tests = Object.values(testsOf(request, viewer))
        const expected = all.filter((goods) => tests.every((test) => test(goods)))
        // 片 is a part of dosage forms too, and so weakly finds goods that do not have it in their name.
        if (request.keywords === '片') return
        expect([...answer.ids].sort((a, b) => a - b)).toEqual(expected.map((goods) => goods.id))
        expect(answer.total).toBe(expected.length)
        for (const key of Object.keys(labels)) {
          const narrowed = request.keywords !== '' || request.categories.length > 0
          const values = answer.facets.find((facet) => facet.key === key)?.values ?? []
          const counts = Object.fromEntries(values.map((value) => [key === 'manufacturer' ? value.name : value.value, value.count]))
          expect(counts, key).toEqual(key === 'spec' && !narrowed ? {} : recount(request, viewer, key))
        }
      }),
      { numRuns: 400 },
    )
  })

  it('再问一次、翻页，答案不变', () => {
    fc.assert(
      fc.property(requestOf, fc.nat(40), (drawn, offset) => {
        const { request, viewer } = asked(drawn)
        const whole = index.search(request, viewer, NOW)
        expect(index.search({ ...request, offset, limit: 7 }, viewer, NOW)).toEqual({ ...whole, ids: whole.ids.slice(offset, offset + 7) })
      }),
      { numRuns: 100 },
    )
  })

  it('价格排序由低到高，由高到低相反', () => {
    const fenOf = new Map(all.map((goods) => [goods.id, goods.fen]))
    const up = index.search({ ...REQUEST, sort: 'price_asc' }, viewers[1] ?? null, NOW).ids.map((id) => fenOf.get(id) ?? 0)
    expect(up).toEqual([...up].sort((a, b) => a - b))
    const down = index.search({ ...REQUEST, sort: 'price_desc' }, viewers[1] ?? null, NOW).ids.map((id) => fenOf.get(id) ?? 0)
    expect(down).toEqual([...up].reverse())
  })
})

describe('逐步跟上的索引', () => {
  it('和重新建立的一样', async () => {
    const { db } = database
    const random = fc.sample(fc.record({ goods: fc.nat(TOTAL - 1), change: fc.nat(5), value: goodsOf }), { numRuns: 80, seed: 11 })
    for (const { goods: at, change, value } of random) {
      const goods = all[at]
      if (!goods) continue
      if (change === 0) await changeRow(db, 'goods', goods.id, { on_shelf: false })
      if (change === 1) await changeRow(db, 'goods', goods.id, { name: value.name, generic_name: `${value.name}新` })
      if (change === 2) await changeRow(db, 'goods', goods.id, { base_price: value.fen, spec: value.spec, tags: value.tags })
      if (change === 3)
        await db
          .updateTable('goods_stock')
          .set({ available: value.fen % 2 })
          .where('goods_id', '=', goods.id)
          .execute()
      if (change === 4)
        await changeRow(db, 'goods', goods.id, { sales_30d: value.fen, dosage_form: '新剂型', barcode: `69${goods.id}00000000` })
      if (change === 5) await addGoods(value)
      if (value.fen % 3 === 0) await index.refresh()
    }
    await index.refresh()
    const fresh = createSearchIndex(database)
    await fresh.load()
    fc.assert(
      fc.property(requestOf, (drawn) => {
        const { request, viewer } = asked(drawn)
        expect(index.search(request, viewer, NOW)).toEqual(fresh.search(request, viewer, NOW))
      }),
      { numRuns: 200 },
    )
    for (const keywords of ['amxl', 'x', '新', '新剂型', '6912', 'jiayaochang', '头孢 10ml', 'bing']) {
      expect(index.search({ ...REQUEST, keywords }, viewers[1] ?? null, NOW), keywords).toEqual(
        fresh.search({ ...REQUEST, keywords }, viewers[1] ?? null, NOW),
      )
      expect(index.suggest(keywords, 0, null, 10)).toEqual(fresh.suggest(keywords, 0, null, 10))
    }
  })
})
