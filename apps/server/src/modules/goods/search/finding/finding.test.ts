import { describe, expect, it } from 'vitest'
import {
  makeAvailability,
  makeCategory,
  makeCompany,
  makeCompanyPrice,
  makeGoods,
  makeStock,
  makeWarehouse,
} from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { changeRow } from '../../../../../test/rows.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import type { SearchRequest } from '../request.ts'
import { REQUEST, viewerOf } from '../testing.ts'

const NOW = new Date('2026-11-21T04:00:00Z')
const DRUG = 'chemical'
const ids = new Map<string, number>()
const names = new Map<number, string>()
const passed = viewerOf({})
const elsewhere = viewerOf({ id: 2, province: '湖北省', city: '武汉市', rank: 'B' })
const pending = viewerOf({ id: 3, reviewState: 1 })

function find(request: Partial<SearchRequest>, viewer: Viewer | null = passed): string[] {
  return shop.search.search({ ...REQUEST, ...request }, viewer, NOW).ids.map((id) => names.get(id) ?? '')
}
const words = (keywords: string, viewer?: Viewer | null) => find({ keywords }, viewer)
const suggested = (keywords: string, viewer: Viewer | null = passed, type: 0 | 1 = 0) =>
  shop.search.suggest(keywords, type, viewer, 10).map((one) => one.name)
const facet = (key: string, request: Partial<SearchRequest> = {}, viewer: Viewer | null = passed) =>
  Object.fromEntries(
    (shop.search.search({ ...REQUEST, ...request }, viewer, NOW).facets.find((one) => one.key === key)?.values ?? []).map((one) => [
      one.name,
      one.count,
    ]),
  )

async function add(name: string, options: Parameters<typeof makeGoods>[1] = {}): Promise<number> {
  const id = await makeGoods(db, { name, scope_code: DRUG, ...options })
  ids.set(name, id)
  names.set(id, name)
  return id
}
const idOf = (name: string) => ids.get(name) ?? 0

const shop = await testShop({ now: NOW })
const { db } = shop.database
// The viewers are the first two companies.
await makeCompany(db)
await makeCompany(db)
const drugs = await makeCategory(db, '西药')
const antibiotics = await makeCategory(db, '抗感染', { parent_id: drugs })
const herbs = await makeCategory(db, '中药')
await add('阿莫西林胶囊', {
  generic_name: '阿莫西林',
  manufacturer: '北京安泽制药有限公司',
  approval_no: '国药准字H20063349',
  barcode: '6901234567892',
  code: 'C990418',
  categories: [antibiotics],
  tags: ['特'],
  rankPrices: { A: '8.00', B: '9.00' },
  price: '10.00',
  sales_30d: 5,
})
await add('阿莫西林颗粒', {
  manufacturer: '四川和顺药业有限公司',
  spec: '0.125g*12袋',
  dosage_form: '颗粒剂',
  categories: [antibiotics],
  stock: 0,
  sales_30d: 900,
  price: '12.00',
})
await add('复方阿莫西林片', { price: '11.00', sales_30d: 1000, categories: [drugs] })
await add('阿胶', { trade_name: '福牌', categories: [herbs], price: '800.00', mnemonic: 'EJV' })
await add('氨甲环酸片', { price: '7.00' })
await add('安舒泰(十一酸睾酮注射液)', { generic_name: '十一酸睾酮注射液', trade_name: '安舒泰', mnemonic: 'SYSGT', price: null })
await add('白术', { categories: [herbs], scope_code: 'tcm' })
await add('白芍', { categories: [herbs], scope_code: 'tcm' })
await add('下架的阿莫西林', { on_shelf: false })
await add('只供四川的阿莫西林', { availability_id: await makeAvailability(db, [{ province: '四川省' }]), price: '6.00' })
await add('控销阿莫西林', { availability_id: await makeAvailability(db, [{ company_id: 1 }], true), price: '5.00' })
await add('无人可买的阿莫西林', { availability_id: await makeAvailability(db, [], true) })
const near = await makeWarehouse(db, { code: 'NEAR', name: '近效仓' })
await makeStock(db, idOf('氨甲环酸片'), [{ available: 4, expiry: '2027-01-31' }], near)
await makeCompanyPrice(db, 2, idOf('氨甲环酸片'), '99.00')
await shop.search.refresh()

describe('用什么都能找到', () => {
  it.each([
    '阿莫西林胶囊',
    '莫',
    '莫西',
    'amxl',
    'amoxil',
    'amoxilin',
    'a mo xi lin',
    '阿mxl',
    'amx林',
    'a莫xl',
    'AMXL',
    'ＡＭＸＬ',
    'c990418',
    'C9904',
    '国药准字H20063349',
    'h20063349',
    'Ｈ２００６３３４９',
    '20063349',
    '国药准字H2006',
    '6901234567892',
    '690123456',
    '安泽',
    'anze 阿莫',
    '阿莫西林 0.25g',
    '阿莫西林 24粒',
    '0.25g*24粒 amxl',
  ])('%s 找到阿莫西林胶囊', (keywords) => expect(words(keywords)).toContain('阿莫西林胶囊'))
  it('商品名、通用名、助记码', () => {
    expect(words('安舒泰')).toEqual(['安舒泰(十一酸睾酮注射液)'])
    expect(words('ast')).toEqual(['安舒泰(十一酸睾酮注射液)'])
    expect(words('sysgt')[0]).toBe('安舒泰(十一酸睾酮注射液)')
    expect(words('ejv')).toEqual(['阿胶'])
    expect(words('福牌')).toEqual(['阿胶'])
  })
  it('几个词一起收窄，缺一个也不行', () => {
    expect(words('阿莫西林 颗粒')).toEqual(['阿莫西林颗粒'])
    expect(words('阿莫西林 和顺')).toEqual(['阿莫西林颗粒'])
    expect(words('amxl kl')).toEqual(['阿莫西林颗粒'])
    expect(words('阿莫西林 没有这个')).toEqual([])
  })
  it('名称和规格之间少一个空格，照样找到', () => {
    expect(words('阿莫西林颗粒0.125g')).toEqual(['阿莫西林颗粒'])
    expect(words('阿莫西林0.125g*12袋')).toEqual(['阿莫西林颗粒'])
    expect(suggested('阿莫西林颗粒0.125g')).toEqual(['阿莫西林颗粒'])
    expect(words('阿莫西林颗粒0.5g')).toEqual([])
    expect(find({ keywords: '安泽0.125g', type: 1 })).toEqual([])
  })
  it('拼音分开写和连着写一样', () => expect(words('e jiao')[0]).toBe('阿胶'))
  it('只按厂家找', () => {
    expect(find({ keywords: '安泽', type: 1 })).toEqual(['阿莫西林胶囊'])
    expect(find({ keywords: 'hsyy', type: 1 })).toEqual(['阿莫西林颗粒'])
    expect(find({ keywords: '阿莫西林', type: 1 })).toEqual([])
  })
  it('套话不算厂家', () => expect(words('有限公司')).toEqual([]))
  it.each(['', '   '])('空词列出全部，但没有提示（%j）', (keywords) => {
    expect(words(keywords)).toHaveLength(10)
    expect(suggested(keywords)).toEqual([])
  })
  it.each(['%', '_', "' or '1'='1", '.*', '(((', '\\', '\u0000', '😀', 'x'.repeat(100), '!!!'])('%j 什么也找不到，也不出错', (keywords) => {
    expect(words(keywords)).toEqual([])
    expect(suggested(keywords)).toEqual([])
  })
})

describe('次序', () => {
  it('名称开头的在前，有货的在前，然后按销量', () => {
    expect(words('amxl')).toEqual(['阿莫西林胶囊', '阿莫西林颗粒', '复方阿莫西林片', '只供四川的阿莫西林', '控销阿莫西林'])
    expect(words('阿莫西林')[0]).toBe('阿莫西林胶囊')
  })
  it('正确读音在习惯读音之前，习惯读音也找得到', () => {
    expect(words('ej')[0]).toBe('阿胶')
    expect(words('aj')).toEqual(['氨甲环酸片', '阿胶'])
    expect(words('bs')).toEqual(['白芍', '白术'])
  })
  it('价格按本企业的价，没有价的在最后', () => {
    const mine = find({ sort: 'price_asc', categories: [], keywords: '阿莫西林' })
    expect(mine).toEqual(['控销阿莫西林', '只供四川的阿莫西林', '阿莫西林胶囊', '复方阿莫西林片', '阿莫西林颗粒'])
    expect(find({ sort: 'price_desc' }).at(-1)).toBe('安舒泰(十一酸睾酮注射液)')
    expect(find({ sort: 'price_asc' }).at(-1)).toBe('安舒泰(十一酸睾酮注射液)')
    expect(find({ priceMin: 9900, priceMax: 9900 }, elsewhere)).toEqual(['氨甲环酸片'])
    expect(find({ priceMin: 800, priceMax: 800 })).toEqual(['阿莫西林胶囊'])
    expect(find({ priceMin: 900, priceMax: 900 }, elsewhere)).toEqual(['阿莫西林胶囊'])
  })
  it('看不到价的人，价格不能排序、不能筛选，库存也不能', () => {
    for (const viewer of [null, pending]) {
      expect(find({ sort: 'price_asc' }, viewer)).toEqual(find({}, viewer))
      expect(find({ priceMin: 1, priceMax: 2, inStock: true, expiry: 'near' }, viewer)).toEqual(find({}, viewer))
      expect(facet('in_stock', {}, viewer)).toEqual({})
      expect(facet('expiry', {}, viewer)).toEqual({})
    }
    // The order tells nothing about stock either.
    expect(find({}, null).slice(0, 2)).toEqual(['复方阿莫西林片', '阿莫西林颗粒'])
    expect(find({}).at(-1)).toBe('阿莫西林颗粒')
  })
  it('效期近的在前', () => expect(find({ sort: 'expiry' })[0]).toBe('氨甲环酸片'))
})

describe('这位买家看不到的，哪里都没有', () => {
  const hidden = ['下架的阿莫西林', '无人可买的阿莫西林']
  it.each([
    ['访客', null, ['只供四川的阿莫西林', '控销阿莫西林', ...hidden]],
    ['外省药店', elsewhere, ['只供四川的阿莫西林', '控销阿莫西林', ...hidden]],
    ['本省获授权的药店', passed, hidden],
  ] as const)('%s', (_, viewer, absent) => {
    const answer = shop.search.search({ ...REQUEST, keywords: '阿莫西林' }, viewer, NOW)
    const visible = 7 - absent.length
    expect(answer.total).toBe(visible)
    const listed = [...words('阿莫西林', viewer), ...find({}, viewer), ...suggested('amxl', viewer)]
    for (const name of absent) expect(listed).not.toContain(name)
    const forms = facet('form', { keywords: '阿莫西林' }, viewer)
    expect(Object.values(forms).reduce((sum, count) => sum + count, 0)).toBe(visible)
  })
})

describe('筛选与计数', () => {
  it('上级分类含下级', () => {
    const categories = facet('category')
    expect(categories).toEqual({ 西药: 3, 中药: 3, 抗感染: 2 })
  })
  it('自己的筛选不影响自己的计数，影响别的', () => {
    const chosen = { forms: ['颗粒剂'] }
    expect(facet('form', { keywords: '阿莫西林', ...chosen })).toEqual({ 片剂: 4, 颗粒剂: 1 })
    expect(facet('category', { keywords: '阿莫西林', ...chosen })).toEqual({ 西药: 1, 抗感染: 1 })
  })
  it('规格只在有词或有分类时列出', () => {
    expect(facet('spec')).toEqual({})
    expect(facet('spec', { keywords: '阿莫西林颗粒' })).toEqual({ '0.125g*12袋': 1 })
  })
  it('有货、买过、近效期', () => {
    expect(facet('in_stock')).toEqual({ 有货: 9 })
    expect(find({ inStock: true })).not.toContain('阿莫西林颗粒')
    const boughtIds = new Set([idOf('阿胶'), idOf('下架的阿莫西林'), 999_999])
    expect(facet('bought', { boughtIds })).toEqual({ 买过: 1 })
    expect(find({ within: boughtIds, boughtIds })).toEqual(['阿胶'])
    expect(facet('expiry')).toEqual({ 近效期: 1, 远效期: 8 })
    expect(find({ expiry: 'near' })).toEqual(['氨甲环酸片'])
  })
  it('可买：经营范围不含的不在内，资料过期的一件也没有', () => {
    expect(find({ canBuy: 'lot' })).not.toContain('白术')
    expect(find({ canBuy: 'lot' })).toContain('阿胶')
    const expired = viewerOf({
      qualifications: [{ kind: 'drug_licence', name: '药品经营许可证', expiresOn: '2026-11-20', status: 2, scopeCodes: [DRUG] }],
    })
    expect(find({ canBuy: 'lot' }, expired)).toEqual([])
    expect(find({}, expired)).not.toEqual([])
  })
  it('不认得的筛选值一件也没有，也不出错', () => {
    for (const request of [
      { categories: [9_999] },
      { manufacturers: [9_999] },
      { forms: ['x'] },
      { specs: ["'"] },
      { tags: ['x'] },
      { warehouses: [9_999] },
    ])
      expect(find(request)).toEqual([])
  })
})

describe('跟随变化', () => {
  it('下架、上架、改名、改价、断货、新品，都在下一次查看后生效', async () => {
    const id = await add('临时的品种')
    await shop.search.refresh()
    expect(words('lsdpz')).toEqual(['临时的品种'])
    await changeRow(db, 'goods', id, { name: '改名的品种', generic_name: '改名的品种', base_price: 123_456 })
    names.set(id, '改名的品种')
    await shop.search.refresh()
    expect(words('lsdpz')).toEqual([])
    expect(words('gmdpz')).toEqual(['改名的品种'])
    expect(find({ priceMin: 123_456, priceMax: 123_456 })).toEqual(['改名的品种'])
    await db.updateTable('goods_stock').set({ available: 0 }).where('goods_id', '=', id).execute()
    await shop.search.refresh()
    expect(find({ keywords: '改名', inStock: true })).toEqual([])
    await changeRow(db, 'goods', id, { on_shelf: false })
    await shop.search.refresh()
    expect(words('改名')).toEqual([])
    expect(suggested('gmdpz')).toEqual([])
  })
  it('先取号后提交的变化也不会漏掉', async () => {
    const slow = await shop.database.pool.connect()
    await slow.query('begin')
    await slow.query(`update goods set name = '慢提交的品种', generic_name = '慢提交的品种' where id = $1`, [idOf('临时的品种')])
    await slow.query('update goods set on_shelf = true where id = $1', [idOf('临时的品种')])
    await changeRow(db, 'goods', idOf('阿胶'), { storage: '阴凉处' })
    await shop.search.refresh()
    await shop.search.refresh()
    await slow.query('commit')
    slow.release()
    names.set(idOf('临时的品种'), '慢提交的品种')
    await shop.search.refresh()
    expect(words('慢提交')).toEqual(['慢提交的品种'])
  })
  it('提示一次最多十条，带厂家和规格', async () => {
    const answer = await shop.ask('GET', '/api/goods/search?keywords=amxl')
    expect(answer.code).toBe(200)
    expect(answer.data.list[0]).toEqual({
      id: idOf('阿莫西林胶囊'),
      name: '阿莫西林胶囊',
      sccj: '北京安泽制药有限公司',
      ypgg: '0.25g*24粒',
    })
    expect((await shop.ask('GET', '/api/goods/search?keywords=')).data.list).toEqual([])
  })
})

describe('助记码', () => {
  it('一两个字母的助记码整个打出来就找得到，哪怕与读音不同；更长的助记码不因头两个字母而混进来', async () => {
    await add('茯苓', { mnemonic: 'ZZ' })
    await add('碘酊', { mnemonic: 'DJ' })
    await add('独一味', { mnemonic: 'Q' })
    await add('长码的品种', { mnemonic: 'ZZQX' })
    await shop.search.refresh()
    expect(words('zz')).toEqual(['茯苓'])
    expect(words('ZZ')).toEqual(['茯苓'])
    expect(suggested('zz')).toEqual(['茯苓'])
    expect(words('dj')).toContain('碘酊')
    expect(words('q')).toContain('独一味')
    expect(words('zzqx')).toEqual(['长码的品种'])
  })
})
