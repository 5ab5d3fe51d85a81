import { describe, expect, it } from 'vitest'
import { type Buyer, makeAvailability, makeCompany, makeGoods, makeManufacturer } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { answersTo, nameKeys } from './initials.ts'

const NOW = new Date('2026-11-21T10:00:00+08:00')
const list = async (query = '', who?: Buyer) => (await shop.ask('GET', `/api/brand/list${query}`, who ? { cookie: who.cookie } : {})).data
const info = (id: number, query = '', who?: Buyer) => shop.ask('GET', `/api/brand/info/${id}${query}`, who ? { cookie: who.cookie } : {})
const names = (brands: { name: string }[]) => brands.map((one) => one.name)

const shop = await testShop({ now: NOW })
const { db } = shop.database
const buyer = await makeCompany(db)
const other = await makeCompany(db, { province: '云南省', city: '昆明市' })
const wanghuai = await makeManufacturer(db, '望槐堂药业有限公司', { is_brand: true, short_name: '望槐堂' })
await makeManufacturer(db, '松陵本草有限公司', { is_brand: true, short_name: '松陵本草' })
const hidden = await makeManufacturer(db, '霁云制药有限公司', { is_brand: true, short_name: '霁云制药' })
await makeManufacturer(db, '没有商品的品牌', { is_brand: true, short_name: '空品牌' })
for (let number = 1; number <= 6; number++)
  await makeGoods(db, {
    name: `望槐${number}号`,
    manufacturer: '望槐堂药业有限公司',
    sales_30d: number * 10,
    dosage_form: number > 4 ? '丸剂' : '片剂',
  })
await makeGoods(db, { name: '望槐下架', manufacturer: '望槐堂药业有限公司', on_shelf: false, sales_30d: 999 })
await makeGoods(db, { name: '松陵一号', manufacturer: '松陵本草有限公司' })
await makeGoods(db, {
  name: '霁云只供云南',
  manufacturer: '霁云制药有限公司',
  availability_id: await makeAvailability(db, [{ province: '云南省' }], true),
})
await makeGoods(db, {
  name: '望槐只供云南',
  manufacturer: '望槐堂药业有限公司',
  sales_30d: 500,
  availability_id: await makeAvailability(db, [{ province: '云南省' }]),
})
await makeGoods(db, { name: '不是品牌的商品' })
const promotion = async (name: string, scope: object, audience: object = {}) => {
  const made = await db
    .insertInto('promotion')
    .values({
      kind: 'full_reduction',
      name,
      scope: JSON.stringify(scope),
      audience: JSON.stringify(audience),
      starts_at: new Date(NOW.getTime() - 1_000),
      ends_at: new Date(NOW.getTime() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('promotion_tier').values({ promotion_id: made.id, threshold: 60_000, amount: 3_000 }).execute()
}
await promotion('望槐堂品牌周', { manufacturers: [wanghuai] })
await promotion('松陵活动', { manufacturers: [wanghuai + 1] })
await promotion('云南专享', { manufacturers: [wanghuai] }, { provinces: ['云南省'] })
await db
  .insertInto('coupon_template')
  .values({ name: '望槐堂券', amount: 1_000, threshold: 10_000, scope: JSON.stringify({ manufacturers: [wanghuai] }), valid_days: 7 })
  .execute()
await shop.search.refresh()

describe('品牌专区', () => {
  it('按各人看得到的商品计数，一件也看不到的品牌不在；给出最畅销的四件', async () => {
    const visitor = await list()
    expect(visitor.list.map((one: { name: string; count: number }) => [one.name, one.count])).toEqual([
      ['望槐堂', 6],
      ['松陵本草', 1],
    ])
    expect(names(visitor.list[0].goods)).toEqual(['望槐6号', '望槐5号', '望槐4号', '望槐3号'])
    const yunnan = await list('', other)
    expect(yunnan.list.map((one: { name: string; count: number }) => [one.name, one.count])).toEqual([
      ['望槐堂', 7],
      ['松陵本草', 1],
      ['霁云制药', 1],
    ])
    expect(names(yunnan.list[0].goods)).toEqual(['望槐只供云南', '望槐6号', '望槐5号', '望槐4号'])
    expect(yunnan.list[0].goods[0].price).toBe('10.00')
  })

  it('数目等于品牌详情里列出的商品数', async () => {
    for (const who of [undefined, buyer, other]) {
      for (const brand of (await list('', who)).list) expect((await info(brand.id, '', who)).data.goods.total).toBe(brand.count)
    }
  })

  it('访客看不到价格', async () => {
    expect(JSON.stringify(await list())).not.toMatch(/"(price|raw_price|base_price|number|quota)":(?!null)/)
    expect((await info(wanghuai)).text).not.toMatch(/"(price|raw_price|base_price|retail_price|number|quota)":(?!null)/)
  })

  it('按首字母、名称、拼音找，字母表只列有品牌的字母；翻页不重', async () => {
    expect((await list()).initials).toEqual(['S', 'W'])
    expect((await list('', other)).initials).toEqual(['J', 'S', 'W'])
    expect(names((await list('?initial=w')).list)).toEqual(['望槐堂'])
    expect(names((await list('?keywords=slbc')).list)).toEqual(['松陵本草'])
    expect(names((await list('?keywords=wanghuai')).list)).toEqual(['望槐堂'])
    expect(names((await list('?keywords=药业')).list)).toEqual(['望槐堂'])
    expect((await list('?keywords=没有')).list).toEqual([])
    const first = await list('?per_page=1&page=1')
    const second = await list('?per_page=1&page=2')
    expect([...names(first.list), ...names(second.list)]).toEqual(['望槐堂', '松陵本草'])
    expect(first.total).toBe(2)
    expect((await list('?page=9')).list).toEqual([])
  })
})

describe('品牌详情', () => {
  it('本品牌的商品可筛可排，厂家不再是筛选项', async () => {
    const { data } = await info(wanghuai, '?form=丸剂&sort=price_asc&manufacturer=1', buyer)
    expect(names(data.goods.list)).toEqual(['望槐6号', '望槐5号'])
    expect(data.brand).toMatchObject({ name: '望槐堂', full_name: '望槐堂药业有限公司' })
    const keys = data.goods.facets.map((one: { key: string }) => one.key)
    expect(keys).toContain('form')
    expect(keys).not.toContain('manufacturer')
  })

  it('带上本品牌的优惠券与活动，只给某地区的活动别处看不到', async () => {
    const { data } = await info(wanghuai, '', buyer)
    expect(names(data.promotions)).toEqual(['望槐堂品牌周'])
    expect(names(data.coupons)).toEqual(['望槐堂券'])
    expect(names((await info(wanghuai, '', other)).data.promotions)).toEqual(['望槐堂品牌周', '云南专享'])
    expect(names((await info(hidden, '', other)).data.promotions)).toEqual([])
  })

  it('不是品牌的与不存在的是 404', async () => {
    const plain = await db.selectFrom('manufacturer').where('is_brand', '=', false).select('id').executeTakeFirstOrThrow()
    for (const id of [plain.id, 999_999]) expect((await info(id)).status).toBe(404)
    expect((await info(0)).status).toBe(422)
  })
})

describe('首字母', () => {
  it.each([
    ['望槐堂', 'W', 'wht', 'wanghuaitang'],
    ['重庆药', 'C', 'cqy', 'chongqingyao'],
    ['3M 医疗', '#', '3m yl', '3m yiliao'],
    ['Abbott', 'A', 'abbott', 'abbott'],
    ['', '#', '', ''],
  ])('%s 在 %s 之下', (name, initial, initials, letters) => {
    expect(nameKeys(name)).toEqual({ initial, initials, letters })
  })
  it('按行业的读法认人们打的字', () => {
    expect(answersTo(['望槐堂'], nameKeys('望槐堂'), ' Wang Huai ')).toBe(true)
    expect(answersTo(['望槐堂'], nameKeys('望槐堂'), '')).toBe(true)
    expect(answersTo(['望槐堂'], nameKeys('望槐堂'), 'xyz')).toBe(false)
  })
})
