import { beforeEach, describe, expect, it } from 'vitest'
import { makeCompany } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { LIVE_CHANNEL } from '../../../platform/live.ts'
import { type News, tell, tellMany } from './public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000)

const shop = await testShop({ now: NOW })
const { db } = shop.database
const buyer = await makeCompany(db)
const other = await makeCompany(db)
beforeEach(async () => {
  shop.clock.now = NOW
  await db.deleteFrom('message').execute()
})

const news = (key: string, more: Partial<News> = {}): News => ({
  companyId: buyer.companyId,
  kind: 'order',
  title: `消息 ${key}`,
  text: '订单已发货',
  url: '/order',
  key,
  ...more,
})
const say = (...list: News[]) => tellMany(db, list, NOW)
const list = (query = '', cookie = buyer.cookie) => shop.ask('GET', `/api/user/message${query}`, { cookie })
const post = (what: string, body: object, cookie = buyer.cookie) => shop.ask('POST', `/api/user/message/${what}`, { cookie, body })
const idsOf = async () => ((await list()).data.list as { id: number }[]).map((one) => one.id)
const badge = async (cookie = buyer.cookie): Promise<number> => (await shop.ask('GET', '/api/user/base', { cookie })).data.message_count

describe('告诉企业一件事', () => {
  it('同一件事只说一次，说几遍也只有一条', async () => {
    await say(news('order:1:shipped'), news('order:1:shipped'))
    await tell(db, news('order:1:shipped', { text: '又说一遍' }), later(1))
    expect((await list()).data).toMatchObject({
      total: 1,
      unread: 1,
      list: [{ title: '消息 order:1:shipped', text: '订单已发货', is_read: 0 }],
    })
  })

  it('事务没有提交，就什么也没有说', async () => {
    const undone = db.transaction().execute(async (trx) => {
      await tell(trx, news('order:2:shipped'), NOW)
      throw new Error('回滚')
    })
    await expect(undone).rejects.toThrow('回滚')
    expect((await list()).data.total).toBe(0)
  })

  it('打开着的页面听到有新消息；没有新东西就不惊动它', async () => {
    const heard: string[] = []
    const client = await shop.database.pool.connect()
    client.on('notification', ({ payload }) => heard.push(payload ?? ''))
    await client.query(`listen ${LIVE_CHANNEL}`)
    await say(news('a'), news('b'), news('c', { companyId: other.companyId }))
    await say(news('a'))
    await client.query('select 1')
    client.removeAllListeners('notification')
    client.release(true)
    const event = (companyId: number) => JSON.stringify({ target: { companyId }, event: { type: 'messages' } })
    expect(heard.sort()).toEqual([event(buyer.companyId), event(other.companyId)].sort())
  })
})

describe('我的消息', () => {
  it('新的在前，可以只看一类或只看未读，每一类有几条未读写在旁边', async () => {
    await say(news('1'), news('2', { kind: 'licence' }), news('3', { kind: 'activity' }), news('4'))
    const all = await list()
    expect(all.data.list.map((one: { title: string }) => one.title)).toEqual(['消息 4', '消息 3', '消息 2', '消息 1'])
    expect(all.data.kinds).toEqual([
      { kind: 'order', name: '订单消息', unread: 2 },
      { kind: 'licence', name: '资质消息', unread: 1 },
      { kind: 'activity', name: '活动消息', unread: 1 },
      { kind: 'system', name: '系统消息', unread: 0 },
    ])
    expect((await list('?kind=order')).data).toMatchObject({ total: 2, unread: 4 })
    await post('read', { ids: [all.data.list[0].id] })
    expect((await list('?kind=order&unread=1')).data).toMatchObject({ total: 1, unread: 3 })
    expect((await list('?kind=nothing')).code).toBe(422)
  })

  it('分页不重不漏', async () => {
    await say(...Array.from({ length: 45 }, (_, at) => news(String(at))))
    const pages = await Promise.all([1, 2, 3].map(async (page) => (await list(`?page=${page}`)).data))
    expect(pages.map((one) => one.list.length)).toEqual([20, 20, 5])
    expect(new Set(pages.flatMap((one) => one.list.map((m: { id: number }) => m.id))).size).toBe(45)
    expect(pages[0]).toMatchObject({ total: 45, per_page: 20 })
  })

  it('读几条、读一类、全部已读，徽标跟着变少；没有消息的企业徽标是 0', async () => {
    await say(news('1'), news('2'), news('3', { kind: 'licence' }), news('4', { kind: 'system' }))
    expect(await badge()).toBe(4)
    const [newest] = await idsOf()
    expect((await post('read', { ids: [newest] })).data.unread).toBe(3)
    expect((await post('read', { kind: 'order' })).data.unread).toBe(1)
    expect(await badge()).toBe(1)
    expect((await post('read', {})).data.unread).toBe(0)
    expect(await badge()).toBe(0)
    expect(await badge(other.cookie)).toBe(0)
  })

  it('删除的看不到也不算未读，撤销后回来，算作已读', async () => {
    await say(news('1'), news('2'))
    const [id] = await idsOf()
    expect((await post('delete', { ids: [id] })).data.unread).toBe(1)
    expect((await list()).data.total).toBe(1)
    expect((await post('restore', { ids: [id] })).data.unread).toBe(1)
    expect((await list()).data.list[0]).toMatchObject({ id, is_read: 1 })
    expect(await post('restore', { ids: [id] })).toMatchObject({ code: 404, message: '消息不存在或已删除' })
  })

  it('删除过的事不会再说一遍；很久以后才真正清掉', async () => {
    await say(news('1'))
    await post('delete', { ids: await idsOf() })
    await say(news('1'))
    expect((await list()).data.total).toBe(0)
    const { clearOldMessages } = await import('./service.ts')
    const count = async () => (await db.selectFrom('message').select('id').execute()).length
    await clearOldMessages(shop.database, later(179))
    expect(await count()).toBe(1)
    await clearOldMessages(shop.database, later(181))
    expect(await count()).toBe(0)
  })

  it('别家的消息读不到、标不了已读、删不掉', async () => {
    await say(news('1'))
    const ids = await idsOf()
    expect((await list('', other.cookie)).data).toMatchObject({ total: 0, unread: 0 })
    expect((await post('read', { ids }, other.cookie)).data.unread).toBe(0)
    expect((await post('delete', { ids }, other.cookie)).code).toBe(404)
    expect((await list()).data).toMatchObject({ total: 1, unread: 1 })
  })
})
