import { beforeEach, describe, expect, it } from 'vitest'
import { makeCategory, makeCompany, makeGoods, makeManufacturer, makeStaffOf } from '../../../../test/fixtures.ts'
import { clerkOf } from '../../../../test/goods-desk.ts'
import { testShop } from '../../../../test/harness.ts'
import { BARRED_ROW, DOUBTFUL_ROW, rulesWith } from '../../../../test/law.ts'
import { addRow, changeRow } from '../../../../test/rows.ts'
import { useLawRules } from '../law/public.ts'

const NOW = new Date('2026-11-23T02:00:00Z')

const shop = await testShop({ now: NOW })
const { db } = shop.database
const clerk = clerkOf(shop, await makeStaffOf(db, 'merchandiser', '何田'))
beforeEach(() => useLawRules({ ...rulesWith(BARRED_ROW, DOUBTFUL_ROW), changes: [] }))

interface Category {
  id: number
  parent_id: number | null
  tree: string
  name: string
  goods: number
  version: number
}
const all = async (): Promise<Category[]> => (await clerk.get('/api/staff/category')).data.list
const below = async (parent: number | null) => (await all()).filter((one) => one.parent_id === parent).map((one) => one.name)
const add = async (body: object): Promise<number> => {
  const { data, message } = await clerk.post('/api/staff/category', body)
  if (!data?.id) throw new Error(message)
  return data.id
}
const audits = (subject: string) => db.selectFrom('audit_log').where('subject', '=', subject).orderBy('id').selectAll().execute()

describe('分类', () => {
  it('新建、改名、移动、排序：商城的菜单随即一样；每一步都有记录', async () => {
    const top = await add({ tree: 'drug', name: '西药' })
    const [one, two, three] = [
      await add({ parent_id: top, name: '抗感染' }),
      await add({ parent_id: top, name: '心脑血管', hint: '降压 降脂' }),
      await add({ parent_id: top, name: '消化' }),
    ]
    expect(await below(top)).toEqual(['抗感染', '心脑血管', '消化'])
    await clerk.post(`/api/staff/category/${three}/move`, { parent_id: top, before: one })
    expect(await below(top)).toEqual(['消化', '抗感染', '心脑血管'])
    await clerk.post(`/api/staff/category/${three}/move`, { parent_id: two })
    expect([await below(top), await below(two)]).toEqual([['抗感染', '心脑血管'], ['消化']])
    await clerk.post(`/api/staff/category/${one}`, { name: '抗菌消炎', hint: '', version: 0 })
    const { data } = await shop.ask('GET', '/api/global/header')
    expect(JSON.stringify(data)).toContain('抗菌消炎')
    expect((await audits(`category:${three}`)).map((row) => row.action)).toEqual(['category.add', 'category.move', 'category.move'])
    expect(await audits(`category:${one}`)).toMatchObject([
      {},
      { action: 'category.rename', before: { name: '抗感染' }, after: { name: '抗菌消炎' } },
    ])
    const herbs = await add({ tree: 'herb', name: '中药饮片' })
    await clerk.post(`/api/staff/category/${two}/move`, { parent_id: herbs })
    expect((await all()).filter((each) => [two, three].includes(each.id)).map((each) => each.tree)).toEqual(['herb', 'herb'])
    await clerk.post(`/api/staff/category/${two}/move`, {})
    expect(await below(null)).toContain('心脑血管')
  })

  it('同级重名、四级、移进自己的下级、没说在哪个馆、名称带斜线：都不行，并说为什么', async () => {
    const top = await add({ tree: 'drug', name: '甲类' })
    const second = await add({ parent_id: top, name: '乙类' })
    const third = await add({ parent_id: second, name: '丙类' })
    const field = async (url: string, body: object) => (await clerk.post(url, body)).data.errors[0].field
    expect(await field('/api/staff/category', { parent_id: top, name: ' 乙类 ' })).toBe('name')
    expect(await field('/api/staff/category', { parent_id: third, name: '丁类' })).toBe('parent_id')
    expect(await field('/api/staff/category', { parent_id: 999_999, name: '丁类' })).toBe('parent_id')
    expect(await field('/api/staff/category', { name: '无馆' })).toBe('tree')
    expect(await field('/api/staff/category', { tree: 'drug', name: '甲/乙' })).toBe('name')
    expect(await field(`/api/staff/category/${top}/move`, { parent_id: third })).toBe('parent_id')
    expect(await field(`/api/staff/category/${second}/move`, { parent_id: top, before: third })).toBe('before')
    expect((await clerk.post('/api/staff/category/999999/move', {})).code).toBe(404)
  })

  it('改名不动判断没有变的商品：分类再大也不让别人等', async () => {
    const id = await add({ tree: 'drug', name: '维生素类' })
    const goods = await makeGoods(db, { name: '维生素B6片' })
    await addRow(db, 'goods_category', { goods_id: goods, category_id: id })
    const row = async () =>
      (await shop.database.pool.query('select xmin::text, law_verdict, on_shelf from goods where id = $1', [goods])).rows[0]
    const rename = async (name: string) => {
      const version = (await all()).find((one) => one.id === id)?.version
      expect((await clerk.post(`/api/staff/category/${id}`, { name, hint: '', version })).code).toBe(200)
    }
    await rename('维生素')
    const before = await row()
    expect(before).toMatchObject({ law_verdict: 'lawful', on_shelf: true })
    await rename('维生素与矿物质')
    expect(await row()).toEqual(before)
  })

  it('两人先后改名：后者看到现在的名称', async () => {
    const id = await add({ tree: 'drug', name: '旧名' })
    await clerk.post(`/api/staff/category/${id}`, { name: '先改的名', hint: '', version: 0 })
    const late = await clerk.post(`/api/staff/category/${id}`, { name: '后改的名', hint: '', version: 0 })
    expect(late.data).toMatchObject({ reason: 'CHANGED_MEANWHILE', version: 1, changes: [{ field: 'name', theirs: '先改的名' }, {}] })
  })

  it('删除：有下级的、活动在用的不行；有商品的要说移到哪里，商品随即在那里', async () => {
    const top = await add({ tree: 'drug', name: '待删顶' })
    const [from, to] = [await add({ parent_id: top, name: '待删' }), await add({ parent_id: top, name: '去处' })]
    const [moved, both] = [await makeGoods(db, { categories: [from] }), await makeGoods(db, { categories: [from, to] })]
    const remove = (id: number, body: object = {}) => clerk.post(`/api/staff/category/${id}/remove`, { reason: '并类', ...body })
    expect(await remove(top)).toMatchObject({ code: 409, message: expect.stringContaining('下面还有分类') })
    expect((await remove(from)).data.errors).toMatchObject([{ field: 'to', message: expect.stringContaining('2 种商品') }])
    const promotion = await db
      .insertInto('promotion')
      .values({
        kind: 'full_reduction',
        name: '满减周',
        starts_at: NOW,
        ends_at: new Date('2026-12-01'),
        scope: JSON.stringify({ categories: [from] }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await remove(from, { to })).toMatchObject({ code: 409, message: expect.stringContaining('满减周') })
    await changeRow(db, 'promotion', promotion.id, { ends_at: new Date('2026-11-23T01:00:00Z'), starts_at: new Date('2026-11-01') })
    expect((await remove(from, { to })).data.moved).toBe(2)
    const links = await db.selectFrom('goods_category').where('goods_id', 'in', [moved, both]).selectAll().orderBy('goods_id').execute()
    expect(links).toEqual([moved, both].map((goods_id) => ({ goods_id, category_id: to })))
    expect(await audits(`category:${from}`)).toMatchObject([
      {},
      { action: 'category.remove', after: { moved_to: '待删顶/去处', reason: '并类' } },
    ])
    expect((await all()).map(({ id }) => id)).not.toContain(from)
  })

  it('没有维护分类权限的人只能看', async () => {
    const quality = clerkOf(shop, await makeStaffOf(db, 'quality'))
    expect((await quality.get('/api/staff/category')).code).toBe(200)
    expect((await quality.post('/api/staff/category', { tree: 'drug', name: '不行' })).code).toBe(403)
  })

  it('两人同时把两个分类移到对方下面：只有一个成，不成圈', async () => {
    const [one, two] = [await makeCategory(db, '圈一'), await makeCategory(db, '圈二')]
    const answers = await Promise.all([
      clerk.post(`/api/staff/category/${one}/move`, { parent_id: two }),
      clerk.post(`/api/staff/category/${two}/move`, { parent_id: one }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422])
  })
})

it('分类和生产企业的名称里没有看不见的字符', async () => {
  const maker = { name: '华北\u202e制药', short_name: '', is_brand: 0, brand_intro: '' }
  for (const answer of [
    await clerk.post('/api/staff/category', { tree: 'drug', name: '西\u202e药' }),
    await clerk.post('/api/staff/manufacturer', maker),
  ])
    expect(answer.data?.errors, answer.text).toMatchObject([{ field: 'name', message: expect.stringContaining('看不见的字符（U+202E）') }])
})

describe('生产企业', () => {
  const makers = async (keywords: string) => (await clerk.get(`/api/staff/manufacturer?keywords=${encodeURIComponent(keywords)}`)).data.list
  const fields = (name: string) => ({ name, short_name: '', is_brand: 0, brand_intro: '' })

  it('新建、改名；重名说可以合并；商城的商品随即是新名字；两人先后改的说出来', async () => {
    const made = await clerk.post('/api/staff/manufacturer', { ...fields('云岫药业'), short_name: '云岫' })
    expect(made.data).toMatchObject({ name: '云岫药业', goods: 0, version: 0 })
    const goods = await makeGoods(db, { name: '换名片', manufacturer: '云岫药业' })
    expect((await clerk.post('/api/staff/manufacturer', fields('云岫药业'))).data.errors).toMatchObject([
      { field: 'name', message: expect.stringContaining('合并') },
    ])
    const url = `/api/staff/manufacturer/${made.data.id}`
    expect((await clerk.post(url, { ...fields('云岫药业有限公司'), is_brand: 1, version: 0 })).data).toMatchObject({
      is_brand: 1,
      on_shelf: 1,
    })
    const buyer = await makeCompany(db)
    expect((await shop.ask('GET', `/api/goods/detail/${goods}`, { cookie: buyer.cookie })).data.sccj).toBe('云岫药业有限公司')
    expect((await clerk.post(url, { ...fields('又一个名'), version: 0 })).data).toMatchObject({ reason: 'CHANGED_MEANWHILE', version: 1 })
    await makeManufacturer(db, '另一家药业')
    expect((await clerk.post(url, { ...fields('另一家药业'), version: 1 })).data.errors).toMatchObject([{ field: 'name' }])
    expect(await makers('云岫')).toMatchObject([{ name: '云岫药业有限公司' }])
    expect((await clerk.get('/api/staff/manufacturer?brand=1')).data.list).toMatchObject([{ name: '云岫药业有限公司' }])
  })

  it('合并：商品都归过去，旧名没有了；活动在用的不行；留下记录', async () => {
    const [from, into] = [await makeManufacturer(db, '和泰中药（旧）'), await makeManufacturer(db, '和泰中药')]
    const goods = await makeGoods(db, { name: '银黄颗粒', manufacturer: '和泰中药（旧）' })
    const merge = (body: object) => clerk.post(`/api/staff/manufacturer/${from}/merge`, { reason: '同一家', ...body })
    expect((await merge({ into: from })).data.errors).toMatchObject([{ field: 'into' }])
    expect((await merge({ into: 999_999 })).data.errors).toMatchObject([{ field: 'into' }])
    expect((await merge({ into })).data).toEqual({ moved: 1, barred: 0 })
    const row = await db.selectFrom('goods').where('id', '=', goods).select(['manufacturer_id', 'version']).executeTakeFirstOrThrow()
    expect(row).toEqual({ manufacturer_id: into, version: 1 })
    expect(await makers('和泰中药（旧）')).toEqual([])
    expect(await audits(`manufacturer:${from}`)).toMatchObject([
      { action: 'manufacturer.merge', after: { merged_into: '和泰中药', reason: '同一家' } },
    ])
    await addRow(db, 'promotion', {
      kind: 'gift',
      name: '厂家周',
      starts_at: NOW,
      ends_at: new Date('2026-12-01'),
      scope: JSON.stringify({ manufacturers: [into] }),
    })
    const other = await makeManufacturer(db, '其他药业')
    const refused = await clerk.post(`/api/staff/manufacturer/${into}/merge`, { into: other, reason: '并掉' })
    expect(refused).toMatchObject({ code: 409, message: expect.stringContaining('厂家周') })
    expect((await clerk.post('/api/staff/manufacturer/999999/merge', { into, reason: '没有' })).code).toBe(404)
  })
})
