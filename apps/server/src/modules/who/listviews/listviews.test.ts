import { beforeEach, describe, expect, it } from 'vitest'
import { VIEWS_MAX } from '#contract/list-views.ts'
import { makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'

const shop = await testShop()
const { db } = shop.database
const clerk = await makeStaffOf(db, 'service', '李静')
const other = await makeStaffOf(db, 'finance', '周岚')
const auditor = await makeStaffOf(db, 'auditor', '审计员')
beforeEach(() => db.deleteFrom('list_view').execute())

const views = async (cookie: string, list = 'orders') => (await shop.ask('GET', `/api/staff/view?list=${list}`, { cookie })).data.list
const add = (cookie: string, name: string, query = 'status=paid', list = 'orders') =>
  shop.ask('POST', '/api/staff/view', { cookie, body: { list, name, query } })
const save = (cookie: string, id: number, body: object) => shop.ask('POST', `/api/staff/view/${id}`, { cookie, body })
const share = (cookie: string, id: number, shared: 0 | 1, version: number) =>
  shop.ask('POST', `/api/staff/view/${id}/share`, { cookie, body: { shared, version } })
const begin = (cookie: string, view_id: number) =>
  shop.ask('POST', '/api/staff/view_default', { cookie, body: { list: 'orders', view_id } })

describe('列表的视图', () => {
  it('自己的视图别人看不到，共享后都看得到，收回又看不到；把它当默认的人随之没有默认', async () => {
    const { id } = (await add(clerk, '冷链', 'cols=no%2Ctotal&status=paid')).data
    expect(await views(other)).toEqual([])
    expect((await share(clerk, id, 1, 0)).data.version).toBe(1)
    expect(await views(other)).toMatchObject([
      { id, name: '冷链', query: 'cols=no%2Ctotal&status=paid', shared: 1, mine: 0, owner: '李静', is_default: 0 },
    ])
    expect((await begin(other, id)).status).toBe(200)
    expect((await views(other))[0].is_default).toBe(1)
    expect((await views(clerk))[0].is_default).toBe(0)
    await share(clerk, id, 0, 1)
    expect(await views(other)).toEqual([])
    expect(await db.selectFrom('list_view_default').selectAll().execute()).toEqual([])
  })

  it('改动、改名、删除只有本人；共享的由有共享权限的人改', async () => {
    const { id } = (await add(clerk, '我的')).data
    const wish = { name: '我的二', query: 'status=picking', version: 0 }
    expect((await save(other, id, wish)).status).toBe(404)
    expect((await save(clerk, id, wish)).data.version).toBe(1)
    await share(clerk, id, 1, 1)
    expect((await save(other, id, { ...wish, name: '大家的', version: 2 })).status).toBe(200)
    const refused = await save(auditor, id, { ...wish, version: 3 })
    expect([refused.status, refused.message]).toEqual([403, '这个视图是共享的，修改它需要“共享列表视图”的权限'])
    expect((await shop.ask('DELETE', `/api/staff/view/${id}`, { cookie: auditor })).status).toBe(403)
    expect((await shop.ask('DELETE', `/api/staff/view/${id}`, { cookie: other })).status).toBe(200)
    expect(await views(clerk)).toEqual([])
  })

  it('后一个保存的人被告知别人改了什么，没有盖掉', async () => {
    const { id } = (await add(clerk, '待办')).data
    await save(clerk, id, { name: '待办', query: 'status=shipped', version: 0 })
    const late = await save(clerk, id, { name: '待办', query: 'status=picking', version: 0 })
    expect(late.status).toBe(409)
    expect(late.data).toMatchObject({ reason: 'CHANGED_MEANWHILE', version: 1 })
    expect(late.data.changes).toContainEqual({ field: 'query', theirs: 'status=shipped' })
    expect((await share(clerk, id, 1, 0)).status).toBe(409)
    expect((await views(clerk))[0].query).toBe('status=shipped')
  })

  it('同一列表不能重名，名称不能空，自己的视图有上限', async () => {
    await add(clerk, '同名')
    expect((await add(clerk, ' 同名 ')).data.errors).toMatchObject([{ field: 'name' }])
    expect((await add(clerk, '同名', '', 'companies')).status).toBe(200)
    expect((await add(other, '同名')).status).toBe(200)
    expect((await add(clerk, '   ')).data.errors).toMatchObject([{ field: 'name', message: '请填写视图名称' }])
    const { id } = (await add(clerk, '第二个')).data
    expect((await save(clerk, id, { name: '同名', query: '', version: 0 })).data.errors).toMatchObject([{ field: 'name' }])
    for (let number = 2; number < VIEWS_MAX; number += 1) await add(clerk, `视图${number}`)
    expect((await add(clerk, '再一个')).message).toBe(`每个列表最多保存 ${VIEWS_MAX} 个自己的视图，请先删除不用的`)
  })

  it('默认视图只能是看得到的；可以不要默认', async () => {
    const { id } = (await add(clerk, '默认')).data
    expect((await begin(other, id)).status).toBe(404)
    await begin(clerk, id)
    expect((await views(clerk))[0].is_default).toBe(1)
    await begin(clerk, 0)
    await begin(clerk, 0)
    expect((await views(clerk))[0].is_default).toBe(0)
  })
})
