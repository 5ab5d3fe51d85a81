import { beforeEach, describe, expect, it } from 'vitest'
import { makeCompany, makeGoods, makeStaff } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { BARRED_ROW, DOUBTFUL_ROW, rulesWith } from '../../../../test/law.ts'
import { evidenceDigest } from './judging.ts'
import { rejudge } from './rejudge.ts'
import { useLawRules } from './running.ts'
import { goodsById } from './store.ts'

const NOW = new Date('2026-11-22T02:00:00Z')
const RULES = { ...rulesWith(BARRED_ROW, DOUBTFUL_ROW), changes: [] }
const WHY = '核对注册证，系同名化妆品原料'
const APPROVAL = '国药准字H20990001'

const shop = await testShop({ now: NOW })
const { db } = shop.database
const staff = await makeStaff(db, '质管王', '质管')
beforeEach(() => useLawRules(RULES))

/** A goods as an import leaves it that the rules doubt, or bar. */
async function judged(name: string, more: object = {}): Promise<number> {
  const id = await makeGoods(db, { name, approval_no: APPROVAL, ...more })
  await again(id)
  return id
}
async function again(id: number): Promise<void> {
  await db.updateTable('goods').set({ law_version: null }).where('id', '=', id).execute()
  await rejudge(shop.database, NOW)
}
const kept = (id: number) =>
  db.selectFrom('goods').where('id', '=', id).select(['law_verdict', 'law_reason', 'on_shelf']).executeTakeFirstOrThrow()
/** As the list shows the goods now. */
const shownDigest = async (id: number): Promise<string> => {
  const goods = await goodsById(db, id)
  return goods ? evidenceDigest(goods) : ''
}
const decide = async (id: number, decision: string, body: object = {}, cookie = staff) =>
  shop.ask('POST', `/api/staff/law/goods/${id}/${decision}`, {
    cookie,
    body: { name: '测疑', approval_no: APPROVAL, digest: await shownDigest(id), reason: WHY, ...body },
  })

describe('质量管理部门的队列', () => {
  it('分页列出待审与禁售的，带理由、类别与计数；可按类别和关键词筛选', async () => {
    const [doubtful, barred] = [await judged('测疑', { code: 'LAWQ1' }), await judged('测禁啡片')]
    const { data } = await shop.ask('GET', '/api/staff/law/goods?per_page=1', { cookie: staff })
    expect(data).toMatchObject({ page: 1, per_page: 1, list: [{ state: 'doubtful', state_name: '待审核', class: '麻醉药品', held: 1 }] })
    expect(data.list[0].reason).not.toBe('')
    expect(data.counts.find((one: { state: string }) => one.state === 'barred').count).toBeGreaterThanOrEqual(1)
    const byCode = await shop.ask('GET', '/api/staff/law/goods?keywords=lawq1', { cookie: staff })
    expect(byCode.data).toMatchObject({ total: 1, list: [{ id: doubtful, code: 'LAWQ1', approval_no: APPROVAL }] })
    const bars = await shop.ask('GET', `/api/staff/law/goods?state=barred&class=${encodeURIComponent('麻醉药品')}`, { cookie: staff })
    expect(bars.data.list.map((one: { id: number }) => one.id)).toContain(barred)
    expect((await shop.ask('GET', `/api/staff/law/goods?class=${encodeURIComponent('疫苗')}`, { cookie: staff })).data.total).toBe(0)
    expect((await shop.ask('GET', '/api/staff/law/goods?keywords=%25', { cookie: staff })).data.total).toBe(0)
  })

  it('现行版本、名单行数、各结论数量和最近的核验看得见', async () => {
    await judged('测疑')
    const { data } = await shop.ask('GET', '/api/staff/law', { cookie: staff })
    expect(data.version).not.toBe('')
    expect(data.lists.length).toBeGreaterThan(0)
    expect(data.outdated).toBe(0)
    expect(data.counts.find((one: { state: string }) => one.state === 'doubtful').count).toBeGreaterThan(0)
    expect(data.judgings[0]).toMatchObject({ version: data.version, at: NOW.toISOString() })
  })

  it('采购企业看不到，也不能决定', async () => {
    const { cookie } = await makeCompany(db)
    const id = await judged('测疑')
    for (const path of ['/api/staff/law', '/api/staff/law/goods']) expect((await shop.ask('GET', path, { cookie })).status).toBe(401)
    expect((await decide(id, 'release', {}, cookie)).status).toBe(401)
    expect((await kept(id)).law_verdict).toBe('doubtful')
  })
})

describe('质量管理部门的决定', () => {
  it('不是质管部的不能放行待审核的商品；拿不准的谁都可以先禁售', async () => {
    const clerk = await makeStaff(db)
    const id = await judged('测疑')
    expect(await decide(id, 'release', {}, clerk)).toMatchObject({ status: 403, message: '您的岗位没有“禁售目录放行”的权限' })
    expect((await kept(id)).law_verdict).toBe('doubtful')
    expect((await decide(id, 'bar', {}, clerk)).status).toBe(200)
  })

  it('暂停销售期间被列入禁售的商品，恢复销售也不上架；期间放行的，恢复后上架', async () => {
    const sale = async (id: number, what: 'stop' | 'resume') =>
      (await shop.ask('POST', `/api/staff/goods/${id}/${what}`, { cookie: staff, body: { reason: '质量核查' } })).data
    const shelf = (id: number) =>
      db.selectFrom('goods').where('id', '=', id).select(['on_shelf', 'law_held', 'off_shelf_reason']).executeTakeFirst()
    const barred = await judged('寻常片')
    await sale(barred, 'stop')
    await db.updateTable('goods').set({ name: '测禁啡片' }).where('id', '=', barred).execute()
    await again(barred)
    expect(await sale(barred, 'resume')).toEqual({ on_shelf: false, stopped: false })
    expect(await shelf(barred)).toEqual({ on_shelf: false, law_held: true, off_shelf_reason: '麻醉药品，依法不得在网上销售' })
    const released = await judged('测疑')
    await sale(released, 'stop')
    expect((await decide(released, 'release')).data).toMatchObject({ state: 'lawful' })
    expect(await sale(released, 'resume')).toEqual({ on_shelf: true, stopped: false })
    expect(await shelf(released)).toEqual({ on_shelf: true, law_held: false, off_shelf_reason: '' })
    const doubtful = await judged('测疑', { code: 'STOPPED-DOUBT' })
    await sale(doubtful, 'stop')
    expect(await sale(doubtful, 'resume')).toEqual({ on_shelf: false, stopped: false })
    expect((await decide(doubtful, 'release')).data).toEqual({ state: 'lawful', on_shelf: 1 })
  })

  it('放行写明依据：回到货架，留痕，再核验仍有效', async () => {
    const id = await judged('测疑')
    expect((await decide(id, 'release')).data).toEqual({ state: 'lawful', on_shelf: 1 })
    expect(await kept(id)).toMatchObject({ law_verdict: 'lawful', on_shelf: true, law_reason: `质量管理部门审核放行：${WHY}` })
    await again(id)
    expect((await kept(id)).on_shelf).toBe(true)
    const audit = await db
      .selectFrom('audit_log')
      .where('subject', '=', `goods:${id}`)
      .where('action', '=', 'law.release')
      .selectAll()
      .execute()
    expect(audit).toMatchObject([
      {
        actor: '质管王',
        before: { verdict: 'doubtful', on_shelf: false },
        after: { verdict: 'lawful', on_shelf: true, reason: WHY, goods_name: '测疑', approval_no: APPROVAL },
      },
    ])
    expect((await decide(id, 'release')).status).toBe(409)
  })

  it('禁售：不再上架，名单怎样变都不会自己放开', async () => {
    const id = await judged('测疑')
    expect((await decide(id, 'bar')).data).toEqual({ state: 'barred', on_shelf: 0 })
    expect((await decide(id, 'bar')).status).toBe(409)
    useLawRules({ ...rulesWith(), changes: [] })
    await rejudge(shop.database, NOW)
    expect(await kept(id)).toMatchObject({ law_verdict: 'doubtful', on_shelf: false, law_reason: expect.stringContaining('须重新审核') })
  })

  it('规则没有认出的商品也可禁售', async () => {
    const id = await judged('寻常片')
    expect((await decide(id, 'bar', { name: '寻常片' })).data.state).toBe('barred')
    expect(await kept(id)).toMatchObject({ law_verdict: 'barred', on_shelf: false })
    expect((await decide(id, 'release', { name: '寻常片' })).data.state).toBe('lawful')
  })

  it('依法禁售的不能放行', async () => {
    const id = await judged('测禁啡片')
    const refused = await decide(id, 'release', { name: '测禁啡片' })
    expect(refused.status).toBe(409)
    expect(refused.message).toContain('依法不得在网上销售')
    expect(await kept(id)).toMatchObject({ law_verdict: 'barred', on_shelf: false })
  })

  it('依据太短、名称或文号对不上的不受理', async () => {
    const id = await judged('测疑')
    expect((await decide(id, 'release', { reason: ' 没问题 ' })).status).toBe(422)
    expect((await decide(id, 'release', { name: '测疑片' })).data.reason).toBe('GOODS_CHANGED')
    expect((await decide(id, 'release', { approval_no: '' })).data.reason).toBe('GOODS_CHANGED')
    expect((await decide(999_999_999, 'release')).status).toBe(404)
    expect((await kept(id)).law_verdict).toBe('doubtful')
  })

  it.each([
    ['生产厂家', { manufacturer: '另一家制药' }],
    ['剂型', { dosage_form: '注射剂' }],
    ['规格', { spec: '10ml*5支' }],
    ['通用名', { generic_name: '别的药' }],
    ['特殊管理标识', { special_mark: '外用' }],
    ['储存条件', { storage: '2-8℃' }],
    ['分类', { category_said: '生物制品' }],
  ])('打开之后%s变了：名称文号照旧也不受理，刷新后按新的决定', async (_what, { manufacturer, ...change }: Record<string, string>) => {
    const id = await judged('测疑')
    const { data } = await shop.ask('GET', '/api/staff/law/goods?per_page=100', { cookie: staff })
    const digest = data.list.find((one: { id: number }) => one.id === id)?.digest
    const set = manufacturer
      ? {
          manufacturer_id: (await db.insertInto('manufacturer').values({ name: manufacturer }).returning('id').executeTakeFirstOrThrow())
            .id,
        }
      : change
    await db.updateTable('goods').set(set).where('id', '=', id).execute()
    const refused = await decide(id, 'bar', { digest })
    expect(refused.data).toMatchObject({ reason: 'GOODS_CHANGED' })
    expect(await db.selectFrom('law_decision').select('id').where('goods_id', '=', id).execute()).toEqual([])
    const again = await shop.ask('GET', '/api/staff/law/goods?per_page=100', { cookie: staff })
    const shown = again.data.list.find((one: { id: number }) => one.id === id).digest
    expect((await decide(id, 'bar', { digest: shown })).status).toBe(200)
  })

  it.each([
    ['文号变了', { approval_no: '国药准字H20990002' }],
    ['规格变了而名称文号未变：决定仍有效', { spec: '另一规格' }],
  ])('放行之后%s', async (what, change) => {
    const id = await judged('测疑')
    await decide(id, 'release')
    await db.updateTable('goods').set(change).where('id', '=', id).execute()
    await again(id)
    expect((await kept(id)).law_verdict).toBe(what.startsWith('文号') ? 'doubtful' : 'lawful')
  })

  it('放行之后名单改判禁售：禁售', async () => {
    const id = await judged('测疑')
    await decide(id, 'release')
    useLawRules({ ...rulesWith({ ...BARRED_ROW, other_names: '测疑|测禁啡片' }), changes: [] })
    await rejudge(shop.database, NOW)
    expect(await kept(id)).toMatchObject({ law_verdict: 'barred', on_shelf: false })
  })

  it('决定只增不改', async () => {
    const id = await judged('测疑')
    await decide(id, 'release')
    const { pool } = shop.database
    await expect(pool.query(`update law_decision set reason = '改' where goods_id = $1`, [id])).rejects.toThrow('append-only')
    await expect(pool.query('delete from law_decision where goods_id = $1', [id])).rejects.toThrow('append-only')
    await decide(id, 'bar')
    const { data } = await shop.ask('GET', '/api/staff/law/goods?state=barred&per_page=100', { cookie: staff })
    const row = data.list.find((one: { id: number }) => one.id === id)
    expect(row.decisions).toMatchObject([
      { decision: 'bar', by: '质管王' },
      { decision: 'release', reason: WHY, goods_name: '测疑' },
    ])
  })
})
