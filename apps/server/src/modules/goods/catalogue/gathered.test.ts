import { describe, expect, it } from 'vitest'
import { makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { addRow, changeRow } from '../../../../test/rows.ts'
import { createFootprints } from './footprints.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db } = shop.database
const buyer = await makeCompany(db)
const other = await makeCompany(db)

const favorites = async (query = '', cookie = buyer.cookie) => (await shop.ask('GET', `/api/favorite${query}`, { cookie })).data
const names = (data: { list: { name: string }[] }) => data.list.map(({ name }) => name)
const setPrice = async (id: number, fen: number) => {
  await changeRow(db, 'goods', id, { base_price: fen })
}

describe('我的收藏', () => {
  it('记得收藏时的价格：降了多少说得出，可只看降价的、有货的，可排序', async () => {
    const cheaper = await makeGoods(db, { name: '降价片', price: '10.00' })
    const dearer = await makeGoods(db, { name: '涨价片', price: '5.00' })
    const empty = await makeGoods(db, { name: '缺货片', price: '7.00', stock: 0 })
    await shop.ask('POST', '/api/favorite', { cookie: buyer.cookie, body: { goods_ids: [cheaper, dearer, empty, cheaper] } })
    await setPrice(cheaper, 800)
    await setPrice(dearer, 600)
    const all = await favorites('?sort=price_asc')
    expect(names(all)).toEqual(['涨价片', '缺货片', '降价片'])
    expect(all.counts).toEqual({ all: 3, in_stock: 2, dropped: 1 })
    expect(await favorites('?dropped=1')).toMatchObject({
      total: 1,
      list: [{ name: '降价片', added_price: '10.00', price: '8.00', dropped: '2.00' }],
    })
    expect(names(await favorites('?in_stock=1&sort=name'))).toEqual(['降价片', '涨价片'])
    expect(names(await favorites(`?keywords=${encodeURIComponent('缺货')}`))).toEqual(['缺货片'])
    // 再次收藏不改收藏时的价格。
    await shop.ask('POST', '/api/favorite', { cookie: buyer.cookie, body: { goods_ids: [cheaper] } })
    expect((await favorites('?dropped=1')).total).toBe(1)
  })

  it('看不到价格的企业收藏照常，不知道降没降、有没有货', async () => {
    const pending = await makeCompany(db, { review_state: 1 })
    const goods = await makeGoods(db, { name: '待审片' })
    await shop.ask('POST', '/api/favorite', { cookie: pending.cookie, body: { goods_ids: [goods] } })
    const data = await favorites('', pending.cookie)
    expect(data.list[0]).toMatchObject({ price: null, number: null, added_price: null, dropped: null })
    expect(data.counts).toEqual({ all: 1, in_stock: 0, dropped: 0 })
  })

  it('导出是 Excel，只有自己的收藏', async () => {
    const answer = await shop.app.inject({ method: 'GET', url: '/api/favorite/export', headers: { cookie: `sid=${buyer.cookie}` } })
    expect(answer.statusCode).toBe(200)
    const { read, utils } = await import('@e965/xlsx')
    const sheet = read(answer.rawPayload).Sheets.我的收藏
    const rows = utils.sheet_to_json<string[]>(sheet ?? {}, { header: 1 })
    expect(rows[0]).toContain('商品编码')
    expect(rows).toHaveLength(4)
    const theirs = await shop.app.inject({ method: 'GET', url: '/api/favorite/export', headers: { cookie: `sid=${other.cookie}` } })
    expect(utils.sheet_to_json(read(theirs.rawPayload).Sheets.我的收藏 ?? {}, { header: 1 })).toHaveLength(1)
  })
})

describe('我的足迹', () => {
  const visits = async (query = '', cookie = buyer.cookie) => (await shop.ask('GET', `/api/goods/visit${query}`, { cookie })).data
  const remove = (body: object, cookie = buyer.cookie) => shop.ask('POST', '/api/goods/visit/delete', { cookie, body })

  it('看过的商品马上在足迹里，看几次记几次；关机前看的不丢', async () => {
    const seen = await makeCompany(db)
    const [first, second] = [await makeGoods(db, { name: '先看片' }), await makeGoods(db, { name: '后看片' })]
    const look = (id: number) => shop.ask('GET', `/api/goods/detail/${id}`, { cookie: seen.cookie })
    for (const id of [first, second, first]) await look(id)
    const times = async () =>
      (await visits('', seen.cookie)).list.map(({ name, visits }: { name: string; visits: number }) => [name, visits])
    expect(new Map(await times())).toEqual(
      new Map([
        ['先看片', 2],
        ['后看片', 1],
      ]),
    )
    await look(second)
    expect(new Map(await times()).get('后看片')).toBe(2)
    await look(first)
    expect((await remove({ goods_ids: [first] }, seen.cookie)).data).toEqual({ deleted: 1 })

    const gathering = createFootprints(shop.database, (error) => expect.unreachable(String(error)))
    gathering.left(seen.companyId, first, NOW)
    gathering.left(seen.companyId, first, NOW)
    // Deleted meanwhile.
    gathering.left(seen.companyId, 99_999_999, NOW)
    await gathering.stop()
    expect(new Map(await times()).get('先看片')).toBe(2)
  })

  it('按北京日期归天；删一个、一天、全部都只删自己的', async () => {
    const ids = [await makeGoods(db, { name: '今天片' }), await makeGoods(db, { name: '深夜片' }), await makeGoods(db, { name: '昨天片' })]
    // 16:30 UTC is half past midnight of the next day in Beijing.
    const at = ['2026-11-21T01:00:00Z', '2026-11-20T16:30:00Z', '2026-11-20T15:30:00Z']
    for (const company of [buyer, other])
      for (const [place, goods_id] of ids.entries())
        await addRow(db, 'footprint', { company_id: company.companyId, goods_id, visited_at: at[place] ?? '' })
    expect((await visits()).list.map(({ name, day }: { name: string; day: string }) => [name, day])).toEqual([
      ['今天片', '2026-11-21'],
      ['深夜片', '2026-11-21'],
      ['昨天片', '2026-11-20'],
    ])
    expect(names(await visits(`?keywords=${encodeURIComponent('深夜')}`))).toEqual(['深夜片'])
    expect((await remove({ goods_ids: [ids[0]] })).data).toEqual({ deleted: 1 })
    expect((await remove({ day: '2026-11-21' })).data).toEqual({ deleted: 1 })
    expect(names(await visits())).toEqual(['昨天片'])
    for (const wrong of [{}, { all: 0 }, { day: '2026-02-30' }, { all: 1, day: '2026-11-20' }])
      expect((await remove(wrong)).status).toBe(422)
    expect((await remove({ all: 1 })).data).toEqual({ deleted: 1 })
    expect((await visits()).total).toBe(0)
    expect((await visits('', other.cookie)).total).toBe(3)
  })
})
