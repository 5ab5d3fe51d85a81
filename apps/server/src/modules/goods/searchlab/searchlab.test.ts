import { describe, expect, it, vi } from 'vitest'
import { type Buyer, makeCompany, makeGoods, makeStaffOf } from '../../../../test/fixtures.ts'
import { clerkOf } from '../../../../test/goods-desk.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOrder } from '../../../../test/past-orders.ts'
import { doTask } from '../../../../test/tasks.ts'
import { seedWords, type WordEntry } from '../search/public.ts'
import { createSearchRecorder } from './recorder.ts'
import { searchLabTasks } from './tasks.ts'

const NOW = new Date('2026-11-24T02:00:00Z')
const MINUTE = 60_000

const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const buyer = await makeCompany(db)
const clerk = clerkOf(shop, await makeStaffOf(db, 'marketer', '云英'))
const goods = {
  ibuprofen: await makeGoods(db, { name: '布洛芬缓释胶囊', generic_name: '布洛芬', manufacturer: '望槐堂制药有限公司', sales_30d: 9 }),
  other: await makeGoods(db, { name: '布洛芬片', generic_name: '布洛芬', sales_30d: 500 }),
  amoxicillin: await makeGoods(db, { name: '阿莫西林胶囊' }),
}
const SEED: WordEntry = { kind: 'trade', words: ['芬必得'], targets: ['布洛芬缓释胶囊'], parent: '', note: '' }
await seedWords(db, [SEED])
await shop.search.refresh()

const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE)
const recorder = createSearchRecorder(shop.database, {
  onError: (error) => {
    throw error
  },
})
const asked = (who: Buyer | null, words: string, hits: number, minutes: number) =>
  recorder.asked({ companyId: who?.companyId ?? null, words, ofMaker: false, hits, understood: hits === 0 ? 'none' : 'typed' }, at(minutes))
const list = async (query = '') => (await clerk.get(`/api/staff/search/asked?days=30&per_page=50${query}`)).data.list
const found = async (keywords: string) => {
  await shop.search.refresh()
  const { data } = await shop.ask('GET', `/api/goods/list?keywords=${encodeURIComponent(keywords)}`, { cookie: buyer.cookie })
  return data.list.map((one: { name: string }) => one.name)
}
const tried = async (keywords: string, more = '') => {
  await shop.search.refresh()
  return (await clerk.get(`/api/staff/search/try?keywords=${encodeURIComponent(keywords)}${more}`)).data
}
const audits = (subject: string) => db.selectFrom('audit_log').where('subject', '=', subject).orderBy('id').selectAll().execute()

describe('搜索记录', () => {
  it('客户搜了什么、打开了什么、加购了什么，几秒后记下；同一家十分钟内再搜同一个词只算一次；不记个人', async () => {
    const path = `/api/goods/list?keywords=${encodeURIComponent('布洛芬缓释')}`
    await shop.ask('GET', path, { cookie: buyer.cookie })
    await shop.ask('GET', path, { cookie: buyer.cookie })
    await shop.ask('GET', `${path}&in_stock=1&page=1`, { cookie: buyer.cookie })
    await shop.ask('GET', `/api/goods/list?keywords=${encodeURIComponent('没有的药名')}`)
    await shop.ask('GET', `/api/goods/detail/${goods.ibuprofen}`, { cookie: buyer.cookie })
    await shop.ask('POST', '/api/cart', { cookie: buyer.cookie, body: { list: [{ goods_id: goods.ibuprofen, number: 1 }] } })
    await vi.waitFor(
      async () => {
        const rows = await list()
        expect(rows).toContainEqual(
          expect.objectContaining({ words: '布洛芬缓释', times: 1, companies: 1, hits: 1, none: 0, opened: 1, cart: 1, ordered: 0 }),
        )
        expect(rows).toContainEqual(expect.objectContaining({ words: '没有的药名', times: 1, companies: 0, none: 1 }))
      },
      { timeout: 12_000, interval: 500 },
    )
    const { rows } = await pool.query(`select column_name from information_schema.columns where table_name = 'search_record'`)
    expect(rows.map((row) => row.column_name).sort()).toEqual(['at', 'company_id', 'hits', 'id', 'of_maker', 'understood', 'words'])
  }, 20_000)

  it('一个人发来数据库不收的字符，同时别人搜的照样记下', async () => {
    asked(null, '\u0000坏\u0000字符', 0, 1)
    asked(null, '\u0000', 0, 1)
    asked(buyer, '同时搜的词', 3, 1)
    await recorder.flush()
    const rows = await list()
    expect(rows).toContainEqual(expect.objectContaining({ words: '同时搜的词', times: 1 }))
    expect(rows).toContainEqual(expect.objectContaining({ words: '坏 字符', times: 1 }))
    expect(rows.map((row: { words: string }) => row.words)).not.toContain('')
  })

  it('一步算在本企业半小时内最近的那次搜索上；没有搜过的不算', async () => {
    const [one, two] = [await makeCompany(db), await makeCompany(db)]
    asked(one, '降压茶', 0, 0)
    asked(one, '布洛芬', 2, 5)
    recorder.opened(one.companyId, goods.other, at(6))
    recorder.carted(one.companyId, [goods.other, goods.other], at(7))
    recorder.opened(one.companyId, goods.amoxicillin, at(50))
    recorder.opened(two.companyId, goods.amoxicillin, at(6))
    await recorder.flush()
    const { rows } = await pool.query(
      `select r.words, s.kind, s.goods_id from search_step s join search_record r on r.id = s.search_id where r.company_id = any($1) order by 2`,
      [[one.companyId, two.companyId]],
    )
    expect(rows).toEqual([
      { words: '布洛芬', kind: 'cart', goods_id: goods.other },
      { words: '布洛芬', kind: 'opened', goods_id: goods.other },
    ])
    const { data } = await clerk.get(`/api/staff/search/next?words=${encodeURIComponent('降压茶')}`)
    expect(data.searches).toEqual([{ words: '布洛芬', times: 1, hits: 2 }])
    expect(data.goods).toMatchObject([{ goods_id: goods.other, name: '布洛芬片', opened: 1, cart: 1, ordered: 0 }])
  })

  it('只看没找到的；按次数排', async () => {
    for (const minute of [0, 20, 40]) asked(buyer, '养生贴', 0, minute)
    await recorder.flush()
    const rows = await list('&result=none')
    expect(rows[0]).toMatchObject({ words: '养生贴', times: 3, hits: 0, none: 3 })
    expect(rows.every((row: { none: number }) => row.none > 0)).toBe(true)
    expect(await list(`&keywords=${encodeURIComponent('养生')}`)).toHaveLength(1)
  })

  it('加购后三天内下的单算在那次搜索上；180 天以后忘掉', async () => {
    const who = await makeCompany(db)
    asked(who, '布洛芬片', 1, 0)
    recorder.carted(who.companyId, [goods.other, goods.amoxicillin], at(1))
    asked(who, '去年的词', 1, -181 * 24 * 60)
    await recorder.flush()
    await makeOrder(db, who, [{ goodsId: goods.other, number: 1 }], { created_at: at(60) })
    await makeOrder(db, who, [{ goodsId: goods.amoxicillin, number: 1 }], { created_at: at(4 * 24 * 60) })
    for (const task of ['searchlab.ordered', 'searchlab.ordered', 'searchlab.forget'])
      await doTask(searchLabTasks(shop.database), task, {}, NOW)
    expect(await list(`&keywords=${encodeURIComponent('布洛芬片')}`)).toMatchObject([{ cart: 1, ordered: 1 }])
    const { data } = await clerk.get(`/api/staff/search/next?words=${encodeURIComponent('布洛芬片')}`)
    expect(data.goods.map((one: { goods_id: number; ordered: number }) => [one.goods_id, one.ordered])).toEqual([
      [goods.other, 1],
      [goods.amoxicillin, 0],
    ])
    const { rows } = await pool.query(`select count(*)::int as count from search_record where words = '去年的词'`)
    expect(rows).toEqual([{ count: 0 }])
  })
})

describe('搜索实验室', () => {
  it('说得出怎么理解、为什么找到、什么次序', async () => {
    const byTrade = await tried('芬必得')
    expect(byTrade).toMatchObject({ as: 'typed', words: ['芬必得'], total: 1, meanings: [{ kind: 'trade', words: ['芬必得'], seeded: 1 }] })
    expect(byTrade.list[0]).toMatchObject({ name: '布洛芬缓释胶囊', why: ['芬必得：“芬必得”即布洛芬缓释胶囊'] })
    const byReading = await tried('buluofen')
    expect(byReading.list[0].why[0]).toMatch(/buluofen：(商品名称|通用名、商品名)(开头|开头的成分|整个)，拼音/)
    expect((await tried('望槐堂')).list).toMatchObject([{ name: '布洛芬缓释胶囊', why: ['望槐堂：生产企业'] }])
    expect((await tried('布洛芬')).list.map((one: { name: string }) => one.name)).toEqual(await found('布洛芬'))
  })

  it('以某家企业的身份：它看不见的就没有；没有这家企业是 404', async () => {
    const other = await makeCompany(db)
    const rule = await pool.query(`insert into availability (name, controlled) values ('只供别家', true) returning id`)
    await pool.query('insert into availability_entry (availability_id, company_id) values ($1, $2)', [rule.rows[0].id, other.companyId])
    await makeGoods(db, { name: '秘制安坤丸', availability_id: rule.rows[0].id })
    expect((await tried('秘制安坤丸', `&company_id=${buyer.companyId}`)).total).toBe(0)
    expect((await tried('秘制安坤丸', `&company_id=${other.companyId}`)).total).toBe(1)
    expect((await clerk.get('/api/staff/search/try?keywords=a&company_id=999999')).status).toBe(404)
  })
})

describe('搜索词表', () => {
  const entry = { kind: 'alias', words: ['退烧灵'], targets: ['布洛芬'], parent: '', note: '' }

  it('加、改、删：商城随即按它搜索，每一步有记录', async () => {
    expect(await found('退烧灵')).toEqual([])
    const { data: made } = await clerk.post('/api/staff/search/word', entry)
    expect(made).toMatchObject({ ...entry, active: 1, own: 1, seeded: 0, version: 1 })
    expect(await found('退烧灵')).toEqual(['布洛芬片', '布洛芬缓释胶囊'])
    const saved = await clerk.post(`/api/staff/search/word/${made.id}`, { ...entry, targets: ['阿莫西林'], active: 1, version: 1 })
    expect(saved.data).toMatchObject({ targets: ['阿莫西林'], version: 2 })
    expect(await found('退烧灵')).toEqual(['阿莫西林胶囊'])
    const removed = await clerk.post(`/api/staff/search/word/${made.id}/remove`, { version: 2, reason: '没有人这样叫' })
    expect(removed.data).toEqual({ removed: 1 })
    expect(await found('退烧灵')).toEqual([])
    expect((await audits(`search_word:${made.id}`)).map(({ action, reason }) => [action, reason])).toEqual([
      ['search_word.add', ''],
      ['search_word.change', ''],
      ['search_word.remove', '没有人这样叫'],
    ])
  })

  it('别人先存的不被盖掉；同一个词不能在两行里；只有符号的词不收', async () => {
    const { data: made } = await clerk.post('/api/staff/search/word', { ...entry, words: ['止烧'] })
    await clerk.post(`/api/staff/search/word/${made.id}`, { ...entry, words: ['止烧', '降烧'], active: 1, version: 1 })
    const late = await clerk.post(`/api/staff/search/word/${made.id}`, { ...entry, words: ['止烧'], active: 1, version: 1 })
    expect(late).toMatchObject({ status: 409, data: { reason: 'CHANGED_MEANWHILE' } })
    const twin = await clerk.post('/api/staff/search/word', { ...entry, words: ['降烧'] })
    expect(twin).toMatchObject({ status: 422, data: { errors: [{ field: 'words', message: '“降烧”已经在另一行里，请改那一行' }] } })
    expect((await clerk.post('/api/staff/search/word', { ...entry, words: ['！！'] })).status).toBe(422)
  })

  it('自带的停用后，新版本带来的同一行不再启用它', async () => {
    const { data } = await clerk.get('/api/staff/search/word?own=0')
    const [row] = data.list
    expect(row.words).toEqual(['芬必得'])
    await clerk.post(`/api/staff/search/word/${row.id}/remove`, { version: row.version, reason: '不用了' })
    expect(await found('芬必得')).toEqual([])
    await seedWords(db, [{ ...SEED, targets: ['布洛芬'] }])
    expect(await found('芬必得')).toEqual([])
    await clerk.post(`/api/staff/search/word/${row.id}`, { ...SEED, active: 1, version: row.version + 1 })
    expect(await found('芬必得')).toEqual(['布洛芬缓释胶囊'])
  })

  it('只能看的人改不了', async () => {
    const auditor = clerkOf(shop, await makeStaffOf(db, 'auditor'))
    expect((await auditor.get('/api/staff/search/word')).status).toBe(200)
    expect((await auditor.post('/api/staff/search/word', entry)).status).toBe(403)
  })
})

describe('置顶与后置', () => {
  it('只对这几个字：置顶的在最前，后置的在最后，取消即复原；每一步有记录', async () => {
    expect(await found('布洛芬')).toEqual(['布洛芬片', '布洛芬缓释胶囊'])
    const first = await clerk.post('/api/staff/search/pin', { words: ' 布洛芬 ', goods_id: goods.amoxicillin, place: 'first' })
    expect(await found('布洛芬')).toEqual(['阿莫西林胶囊', '布洛芬片', '布洛芬缓释胶囊'])
    expect((await tried('布洛芬')).list[0]).toMatchObject({ name: '阿莫西林胶囊', pin: 'first' })
    const last = await clerk.post('/api/staff/search/pin', { words: '布洛芬', goods_id: goods.other, place: 'last' })
    expect(await found('布洛芬')).toEqual(['阿莫西林胶囊', '布洛芬缓释胶囊', '布洛芬片'])
    expect(await found('布洛')).toEqual(['布洛芬片', '布洛芬缓释胶囊'])
    const { data } = await clerk.get(`/api/staff/search/pin?keywords=${encodeURIComponent('布洛芬')}`)
    expect(data.list.map((one: { words: string; place: string }) => [one.words, one.place])).toEqual([
      ['布洛芬', 'first'],
      ['布洛芬', 'last'],
    ])
    for (const { id } of [first.data, last.data]) await clerk.post(`/api/staff/search/pin/${id}/remove`, {})
    expect(await found('布洛芬')).toEqual(['布洛芬片', '布洛芬缓释胶囊'])
    expect((await audits(`search_pin:${first.data.id}`)).map((row) => row.action)).toEqual(['search_pin.add', 'search_pin.remove'])
    expect((await clerk.post('/api/staff/search/pin', { words: '布洛芬', goods_id: 999_999, place: 'first' })).status).toBe(404)
  })

  it('下架的、看不见的，置顶了也不出现', async () => {
    const off = await makeGoods(db, { name: '停了的药', on_shelf: false })
    await clerk.post('/api/staff/search/pin', { words: '布洛芬', goods_id: off, place: 'first' })
    expect(await found('布洛芬')).toEqual(['布洛芬片', '布洛芬缓释胶囊'])
  })
})

describe('访客的搜索', () => {
  const visitor = (words: string, minutes: number, from: string) =>
    recorder.asked({ companyId: null, words, ofMaker: false, hits: 1, understood: 'typed' }, at(minutes), from)
  const counted = async (words: string) => {
    await recorder.flush()
    return (await shop.database.pool.query('select from search_record where words like $1', [`${words}%`])).rowCount
  }

  it('同一个地址一小时内再搜同样的词只记一次，别的地址、一小时后另记', async () => {
    for (const minute of [0, 1, 30, 59]) visitor('访客词', minute, '203.0.113.1')
    visitor('访客词', 2, '203.0.113.2')
    expect(await counted('访客词')).toBe(2)
    visitor('访客词', 61, '203.0.113.1')
    expect(await counted('访客词')).toBe(3)
  })

  it('一个地址换着词搜，一天也只记二百条；第二天再记', async () => {
    for (let count = 0; count < 260; count++) visitor(`换词${count}`, 0, '203.0.113.3')
    expect(await counted('换词')).toBe(200)
    visitor('换词第二天', 24 * 60 + 1, '203.0.113.3')
    expect(await counted('换词')).toBe(201)
  })
})
