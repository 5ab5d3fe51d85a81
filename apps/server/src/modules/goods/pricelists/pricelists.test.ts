import { afterAll, describe, expect, it } from 'vitest'
import { makeCompany, makeGoods, makeStaffOf } from '../../../../test/fixtures.ts'
import { clerkOf } from '../../../../test/goods-desk.ts'
import { type Answer, testShop } from '../../../../test/harness.ts'
import { offerTyped } from '../../../../test/offer-desk.ts'
import { addRow } from '../../../../test/rows.ts'
import { workbookBytes } from '../../../platform/workbook.ts'
import { publishListDeed } from './service.ts'
import { workLists, workPortion } from './work.ts'

const NOON = new Date('2026-11-23T04:00:00Z')
/** 00:00 in Beijing. */
const MIDNIGHT = new Date('2026-11-23T16:00:00Z')

const shop = await testShop({ now: NOON })
const { db, pool } = shop.database
const cookie = await makeStaffOf(db, 'merchandiser', '何田')
const clerk = clerkOf(shop, cookie)
const second = clerkOf(shop, await makeStaffOf(db, 'finance', '孟夏'))
const PATH = '/api/staff/price_list'

afterAll(() => {
  shop.clock.now = NOON
})

const draft = (said: object = {}) => ({ name: '冬季调价', starts_at: MIDNIGHT.toISOString(), reason: '供应商调价函', ...said })
async function make(text: string, said: object = {}): Promise<number> {
  const added = await clerk.post(PATH, draft(said))
  expect(added.message, JSON.stringify(added.data)).toBe('草稿已保存')
  const typed = await clerk.post(`${PATH}/${added.data.id}/row`, { text })
  expect(typed.code, typed.message).toBe(200)
  return added.data.id
}
const list = async (id: number, who = clerk) => (await who.get(`${PATH}/${id}`)).data
const rows = async (id: number, query = '', who = clerk) => (await who.get(`${PATH}/${id}/row${query}`)).data.list
async function handIn(id: number): Promise<Answer['data']> {
  const asked = await clerk.post(`${PATH}/${id}/publish`, { version: (await list(id)).version })
  expect(asked.code, asked.message).toBe(202)
  return asked.data.request
}
const approve = (request: { id: number }) => second.post(`/api/staff/approval/${request.id}/approve`, {})
async function schedule(id: number): Promise<void> {
  expect((await approve(await handIn(id))).message).toBe('已批准，已经办理')
}
async function upload(id: number, content: Buffer, name = '调价.xlsx'): Promise<Answer> {
  const boundary = 'price-list-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return shop.ask('POST', `${PATH}/${id}/file`, {
    cookie,
    raw: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
}
const paid = async (id: number, buyer: string) => (await shop.ask('GET', `/api/goods/detail/${id}`, { cookie: buyer })).data.price
const due = () => shop.jobs.runDue(['pricelists.work'])
async function at<T>(moment: Date, work: () => Promise<T>): Promise<T> {
  const before = shop.clock.now
  shop.clock.now = moment
  try {
    return await work()
  } finally {
    shop.clock.now = before
  }
}
const withCode = async (code: string, facts: Parameters<typeof makeGoods>[1] = {}) => makeGoods(db, { code, price: '10.00', ...facts })

describe('读入', () => {
  it('每一行各有说法：不认识的商品、等级、客户，写错的价，写了两次的，没有变化的；错的不拦对的，可以下载成文件', async () => {
    await withCode('DJ-1')
    await withCode('DJ-2', { rankPrices: { A: '9.50' } })
    await makeCompany(db, { code: 'KH-DJ', name: '半夏连锁', rank: 'A' })
    const id = await make(
      [
        '商品编码,种类,等级或客户编码,新价',
        'dj-1,,,9.80',
        'DJ-1,基准价,,9.70',
        'DJ-2,等级价,A,9.40',
        'DJ-2,客户价,KH-DJ,9.10',
        'DJ-2,,,10.00',
        'DJ-9,,,1',
        'DJ-2,等级价,ZZ,9',
        'DJ-2,客户价,KH-NO,9',
        'DJ-1,等级价,A,9.123',
        'DJ-1,团购价,,9',
        'DJ-1,基准价,A,9',
        'DJ-2,客户价,,9',
        ',,,9',
      ].join('\n'),
    )
    expect(await list(id)).toMatchObject({
      state: 'draft',
      rows: 13,
      ready: 3,
      wrong: 9,
      counts: { ready: 3, same: 1, wrong: 9 },
      kinds: [
        { kind: 'base', rows: 1, down: 1, up: 0, fresh: 0, gone: 0 },
        { kind: 'company', rows: 1, fresh: 1 },
        { kind: 'rank', rows: 1, down: 1 },
      ],
    })
    expect((await rows(id, '?state=wrong')).map(({ note }: { note: string }) => note)).toEqual([
      '与第 2 行是同一个价',
      '商城没有编码为“DJ-9”的商品',
      '没有客户等级“ZZ”',
      '没有编码为“KH-NO”的客户',
      expect.stringContaining('新价：'),
      expect.stringContaining('种类“团购价”不认识'),
      expect.stringContaining('基准价不分等级和客户'),
      '客户价要写客户编码',
      '没有写商品编码，也没有写批准文号和规格',
    ])
    expect(await rows(id, '?state=ready&sort=-line')).toMatchObject([
      { kind_name: '客户价', of: '半夏连锁', before: null, after: '9.10', change: '' },
      { kind_name: '等级价', of: 'A 级', before: '9.50', after: '9.40', change: '-1.1' },
      { kind_name: '基准价', before: '10.00', after: '9.80', change: '-2.0' },
    ])
    const sheet = await shop.ask('GET', `${PATH}/${id}/sheet?state=wrong`, { cookie })
    expect(sheet.status).toBe(200)
    // Corrected in Excel, the file is taken back.
    const again = await clerk.post(`${PATH}/${id}/drop`, { state: 'wrong' })
    expect(again.data).toMatchObject({ rows: 4, wrong: 0 })
    expect((await clerk.post(`${PATH}/${id}/drop`, { lines: [2] })).data).toMatchObject({ rows: 3, ready: 2 })
    expect(await rows(id, `?keywords=${encodeURIComponent('dj-2')}&kind=rank`)).toHaveLength(1)
    expect((await clerk.get(`${PATH}?state=draft&keywords=${id}`)).data.list).toMatchObject([{ id, state_name: '草稿' }])
    expect((await shop.ask('GET', '/api/staff/price_list_template', { cookie })).status).toBe(200)
  })

  it('按批准文号和规格找商品；规格写法的全半角、空格不计；粘贴的行不必有表头', async () => {
    const id = await withCode('PZ-1', { approval_no: '国药准字H20990001', spec: '0.25g*24粒' })
    await withCode('PZ-2', { approval_no: '国药准字H20990001', spec: '0.5g*12粒' })
    const one = await make(
      '批准文号\t规格\t新价\n国药准字H20990001\t0.25g * 24粒\t9.90\n国药准字H20990001\t1g\t9\n国药准字H20990001\t\t9\n国药准字X\t\t9',
    )
    expect(await rows(one)).toMatchObject([
      { goods_id: id, state: 'ready' },
      { note: expect.stringContaining('没有规格为“1g”的商品') },
      { note: expect.stringContaining('没有规格为“”的商品') },
      { note: '商城没有批准文号为“国药准字X”的商品' },
    ])
    const two = await make('PZ-1\t9.8\nPZ-2\t9.7')
    expect(await rows(two, '?sort=-change')).toMatchObject([{ code: 'PZ-1' }, { code: 'PZ-2' }])
    const three = await make('PZ-1\t15\nPZ-2\t7')
    expect(await rows(three, '?flag=large')).toMatchObject([
      { change: '50.0', large: 1 },
      { change: '-30.0', large: 1 },
    ])
    expect(await rows(two, '?flag=large')).toEqual([])
    expect(await rows(two, '?sort=change')).toMatchObject([{ code: 'PZ-2', after: '9.70', change: '-3.0' }, { after: '9.80' }])
  })

  it('不是表格、没有表头、太多行的文件不收，说为什么', async () => {
    const { data } = await clerk.post(PATH, draft())
    expect((await upload(data.id, Buffer.from('甲,乙\n1,2\n'), '甲.csv')).message).toContain('没有找到表头')
    expect((await upload(data.id, Buffer.from('商品编码,新价\n'), '甲.csv')).message).toContain('没有一行价格')
    expect((await upload(data.id, Buffer.from('%PDF-1.4'), '甲.pdf')).code).toBe(422)
    const many = `商品编码,新价\n${'X,1\n'.repeat(20_001)}`
    expect((await upload(data.id, Buffer.from(many), '甲.csv')).message).toContain('至多')
    expect((await clerk.post(`${PATH}/999999/row`, { text: 'X\t1' })).code).toBe(404)
  })

  it('生效时间要在将来；别人存过的不覆盖', async () => {
    expect((await clerk.post(PATH, draft({ starts_at: '2026-11-23T03:00:00Z' }))).data.errors).toMatchObject([{ field: 'starts_at' }])
    expect((await clerk.post(PATH, draft({ starts_at: '后天' }))).data.errors).toMatchObject([{ message: '请填写生效时间' }])
    expect((await clerk.post(PATH, draft({ starts_at: '2029-01-01T00:00:00Z' }))).data.errors).toMatchObject([{ field: 'starts_at' }])
    const { data } = await clerk.post(PATH, draft())
    const save = (said: object) => clerk.post(`${PATH}/${data.id}`, { ...draft(said), version: data.version })
    expect((await save({ name: '改名' })).data).toMatchObject({ name: '改名', version: 2 })
    expect((await save({ name: '再改' })).data).toMatchObject({
      reason: 'CHANGED_MEANWHILE',
      changes: [{ field: 'name', theirs: '改名' }, {}, {}],
    })
  })
})

describe('两人批准，到时生效，可以回滚', () => {
  it('批准前可以撤回；到时间客户即见新价；历史写明哪张单；回滚恢复，另改过的留着', async () => {
    const [one, two] = [await withCode('SX-1', { rankPrices: { A: '9.50' } }), await withCode('SX-2')]
    const buyer = await makeCompany(db, { code: 'KH-SX' })
    const ranked = await makeCompany(db, { rank: 'A' })
    const id = await make('SX-1\t基准价\t\t9.00\nSX-1\t等级价\tA\t\nSX-1\t客户价\tKH-SX\t8.80\nSX-2\t\t\t11')
    const request = await handIn(id)
    expect(request).toMatchObject({ kind: 'price.list', title: expect.stringContaining('4 个价，2026-11-24 00:00生效') })
    expect(request.changes.map(({ name }: { name: string }) => name).slice(0, 4)).toEqual(['生效时间', '基准价', '等级价', '客户价'])
    expect(request.changes.slice(4)).toMatchObject([
      { name: expect.stringContaining('SX-1 基准价'), before: '¥10.00', after: '¥9.00（降 10.0%）' },
      { name: expect.stringContaining('SX-2 基准价'), before: '¥10.00', after: '¥11.00（涨 10.0%）' },
    ])
    expect((await list(id)).state).toBe('waiting')
    expect((await clerk.post(`${PATH}/${id}/row`, { text: 'SX-2\t12' })).message).toContain('等待批准')
    expect((await clerk.post(`${PATH}/${id}/withdraw`, { reason: '先不改' })).message).toContain('等待批准')
    await clerk.post(`/api/staff/approval/${request.id}/withdraw`, {})
    await schedule(id)
    expect(await list(id)).toMatchObject({ state: 'scheduled', asked_by: '何田', approved_by: '孟夏' })
    await due()
    expect(await paid(one, buyer.cookie)).toBe('10.00')
    await at(MIDNIGHT, async () => {
      expect(await due()).toContain('pricelists.work')
      expect([await paid(one, buyer.cookie), await paid(one, ranked.cookie), await paid(two, buyer.cookie)]).toEqual([
        '8.80',
        '9.00',
        '11.00',
      ])
      expect(await list(id)).toMatchObject({ state: 'live', applied_at: MIDNIGHT.toISOString(), counts: { done: 4 } })
      const history = (await clerk.get(`/api/staff/price/${one}/history`)).data.list
      expect(history).toHaveLength(3)
      expect(history[0]).toMatchObject({ by: '何田', list_id: id, reason: `调价单 ${id}“冬季调价”：供应商调价函` })
      const audited = await pool.query(`select after from audit_log where subject = $1 and action = 'price.change'`, [`goods:${one}`])
      expect(audited.rows[0].after).toMatchObject({ asked_by: '何田', approved_by: '孟夏' })
      // Changed by somebody meanwhile: it is his price.
      const { version } = (await clerk.get(`/api/staff/price/${two}`)).data
      expect((await clerk.post(`/api/staff/price/${two}/base`, { price: '11.20', reason: '另议', version })).code).toBe(200)
      expect((await clerk.post(`${PATH}/${id}/withdraw`, { reason: '不要了' })).message).toContain('已经生效')
      const asked = await clerk.post(`${PATH}/${id}/rollback`, { reason: '函件有误' })
      expect(asked.data.request.changes).toContainEqual({ name: '之后另改过的价', before: '', after: '1 个，保持不动' })
      expect(await list(id)).toMatchObject({ state: 'live', request_is_back: 1 })
      await approve(asked.data.request)
      await due()
      expect(await list(id)).toMatchObject({
        state: 'rolled_back',
        back_by: '何田',
        back_approved_by: '孟夏',
        counts: { back: 3, kept: 1 },
      })
      expect([await paid(one, buyer.cookie), await paid(one, ranked.cookie), await paid(two, buyer.cookie)]).toEqual([
        '10.00',
        '9.50',
        '11.20',
      ])
      expect(await rows(id, '?state=kept')).toMatchObject([{ code: 'SX-2', note: '已另改为¥11.20，没有恢复' }])
      expect((await clerk.post(`${PATH}/${id}/rollback`, { reason: '再来一次' })).message).toContain('只有已生效')
    })
  })

  it('送审之后价格变了不能照批；批准之后变了的那一行不生效，写明为什么', async () => {
    const goods = await withCode('BH-1')
    await withCode('BH-2')
    const id = await make('BH-1\t9.00\nBH-2\t9.00')
    const change = async (price: string) => {
      const { version } = (await clerk.get(`/api/staff/price/${goods}`)).data
      expect((await clerk.post(`/api/staff/price/${goods}/base`, { price, reason: '另议', version })).code).toBe(200)
    }
    const request = await handIn(id)
    await change('9.90')
    expect(await approve(request)).toMatchObject({ data: { reason: 'CHANGED_SINCE_ASKED' } })
    await clerk.post(`/api/staff/approval/${request.id}/withdraw`, {})
    await schedule(id)
    await change('9.80')
    // A cost that came after the approval, and is above the new price.
    await addRow(db, 'goods_cost', {
      goods_id: (await rows(id, '?keywords=BH-2'))[0].goods_id,
      cost: 950,
      updated_at: NOON,
      updated_by: '测试',
    })
    await at(MIDNIGHT, () => due())
    expect(await rows(id)).toMatchObject([
      { state: 'left', note: '生效时原价已是¥9.80，批准时是¥9.90' },
      { state: 'left', note: '批准之后成本价、底价或原价有变化，须重新批准' },
    ])
  })

  it('低于成本的行只有看得到成本的人看得到；批准的人看到有几行，也看到活动因此低于成本的', async () => {
    const goods = await withCode('CB-1')
    const offered = await withCode('CB-2')
    const cost = (id: number) => addRow(db, 'goods_cost', { goods_id: id, cost: 850, updated_at: NOON, updated_by: '测试' })
    await cost(goods)
    await cost(offered)
    const marketer = clerkOf(shop, await makeStaffOf(db, 'marketer', '赵运营'))
    const typed = offerTyped(offered, { kind: 'full_reduction', name: '九折', tiers: [{ threshold: '10', percent: 90 }] })
    const offer = await marketer.post('/api/staff/offer', typed)
    const asked = await marketer.post(`/api/staff/offer/${offer.data.id}/publish`, { version: 1 })
    expect((await approve(asked.data.request)).message).toBe('已批准，已经办理')
    const id = await make('CB-1\t8.40\nCB-2\t9.00')
    await addRow(db, 'staff_role', { key: 'no-cost', name: '不看成本', permissions: ['goods.view', 'prices.view', 'prices.change'] })
    const blind = clerkOf(shop, await makeStaffOf(db, 'no-cost', '白芷'))
    expect(await list(id)).toMatchObject({ below: 1, low: 0 })
    expect(await list(id, blind)).toMatchObject({ below: null, low: null })
    expect(await rows(id, '?flag=below')).toMatchObject([{ code: 'CB-1', below: 1 }])
    expect(await rows(id, '?flag=below', blind)).toMatchObject([{ below: 0 }, { below: 0 }])
    const request = await handIn(id)
    expect(request.changes[0]).toEqual({ name: '低于成本价、底价，或使活动低于它们', before: '', after: '2 行' })
    expect(await rows(id, '?flag=low')).toMatchObject([{ code: 'CB-2', low: 1 }])
    await approve(request)
    await at(MIDNIGHT, () => due())
    expect((await list(id)).counts).toEqual({ done: 2 })
    await marketer.post(`/api/staff/offer/${offer.data.id}/end/withdraw`, { version: 1, reason: '试完' })
  })

  it('送审的时候商品不被锁住：权衡之后，发货、停售的人不必等它', async () => {
    const goods = await withCode('LK-1')
    const id = await make('LK-1\t9.5')
    const { version } = await list(id)
    const doer = await db.selectFrom('account').select(['id', 'name']).where('name', '=', '何田').executeTakeFirstOrThrow()
    const deed = publishListDeed({ enqueue: () => Promise.reject(new Error('weighing puts nothing into the queue')) })
    await db.transaction().execute(async (trx) => {
      const weighed = await deed.weigh({
        database: { ...shop.database, db: trx as never },
        doer: { accountId: doer.id, name: doer.name, sessionId: 0, roles: [] },
        params: { id },
        body: { version },
        now: NOON,
      })
      expect(weighed?.title).toContain('1 个价')
      expect((await pool.query('select id from goods where id = $1 for update nowait', [goods])).rowCount).toBe(1)
    })
  })

  it('没有变化的不送审；自己提交的自己不能批；未到时间可以撤回，到时间不生效', async () => {
    const goods = await withCode('CH-1')
    const same = await make('CH-1\t10')
    expect((await clerk.post(`${PATH}/${same}/publish`, { version: (await list(same)).version })).message).toContain('没有一行会改变价格')
    const id = await make('CH-1\t9.9')
    const request = await handIn(id)
    expect((await clerk.post(`/api/staff/approval/${request.id}/approve`, {})).code).toBe(403)
    await approve(request)
    expect((await clerk.post(`${PATH}/${id}/withdraw`, { reason: '供应商改口' })).data).toMatchObject({
      state: 'withdrawn',
      withdrawn_by: '何田',
    })
    await at(MIDNIGHT, () => due())
    expect([(await list(id)).state, await paid(goods, (await makeCompany(db)).cookie)]).toEqual(['withdrawn', '10.00'])
    expect((await clerk.post(`${PATH}/${id}`, { ...draft(), version: 1 })).message).toContain('只有草稿')
    expect((await clerk.post(`${PATH}/${id}/publish`, { version: (await list(id)).version })).code).toBe(409)
  })

  it('立即生效的，批准后即生效；没有价格的商品定了价，在售后不恢复成没有价', async () => {
    const goods = await withCode('LJ-1', { price: null })
    const id = await make('LJ-1\t9.9', { starts_at: '' })
    await schedule(id)
    await due()
    expect((await list(id)).state).toBe('live')
    await db.updateTable('goods').set({ on_shelf: true }).where('id', '=', goods).execute()
    const asked = await clerk.post(`${PATH}/${id}/rollback`, { reason: '写错了' })
    await approve(asked.data.request)
    await due()
    expect(await rows(id)).toMatchObject([{ state: 'kept', note: expect.stringContaining('商品在售') }])
  })
})

describe('五千行', () => {
  const ROWS = 5000
  it('定在零点：零点一到全部是新价，两个进程同时做也只做一次；回滚恢复全部；中途被杀的接着做', async () => {
    const first = await withCode('WQ-0')
    const { rows: columns } = await pool.query(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
        where table_name = 'goods' and table_schema = 'public' and is_generated = 'NEVER' and is_identity = 'NO'
          and column_name not in ('code', 'base_price')`,
    )
    const { rows: made } = await pool.query(
      `insert into goods (code, base_price, ${columns[0].names}) select 'WQ-' || n, 1000 + n, ${columns[0].names}
         from goods, generate_series(1, $2) n where id = $1 returning id`,
      [first, ROWS],
    )
    expect(made).toHaveLength(ROWS)
    const { data } = await clerk.post(PATH, draft({ name: '五千行' }))
    const bytes = await workbookBytes([
      {
        name: '调价单',
        columns: ['商品编码', '种类', '新价'].map((title) => ({ title, width: 12 })),
        rows: Array.from({ length: ROWS }, (_, n) => [`WQ-${n + 1}`, '基准价', { yuan: ((950 + n + 1) / 100).toFixed(2) }]),
      },
    ])
    const times: Record<string, number> = {}
    const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      const from = performance.now()
      const done = await work()
      times[what] = Math.round(performance.now() - from)
      return done
    }
    const read = await timed('upload', () => upload(data.id, bytes))
    expect(read.data, read.message).toMatchObject({ rows: ROWS, ready: ROWS, wrong: 0 })
    const request = await timed('hand in', () => handIn(data.id))
    expect((await timed('approve', () => approve(request))).message).toBe('已批准，已经办理')
    const prices = async () =>
      (
        await pool.query(
          `select count(*)::integer as live from goods where code like 'WQ-%' and base_price = 950 + substr(code, 4)::integer`,
        )
      ).rows[0].live
    await workLists(shop.database, new Date(MIDNIGHT.getTime() - 1000))
    expect(await prices()).toBe(0)
    // Half done, as by a process that was killed after its second portion.
    for (const _ of [1, 2]) expect(await workPortion(shop.database, data.id, MIDNIGHT)).toBe(true)
    expect([await prices(), (await list(data.id)).under_way]).toEqual([1000, 'apply'])
    await timed('apply', () => Promise.all([workLists(shop.database, MIDNIGHT), workLists(shop.database, MIDNIGHT)]))
    await workLists(shop.database, MIDNIGHT)
    expect(await prices()).toBe(ROWS)
    const changes = async () =>
      (await pool.query('select count(*)::integer as n from price_change where list_id = $1', [data.id])).rows[0].n
    expect(await changes()).toBe(ROWS)
    expect((await list(data.id)).counts).toEqual({ done: ROWS })
    const asked = await timed('ask back', () => clerk.post(`${PATH}/${data.id}/rollback`, { reason: '整单有误' }))
    await approve(asked.data.request)
    await timed('back', () => workLists(shop.database, MIDNIGHT))
    expect([await prices(), await changes(), (await list(data.id)).state]).toEqual([0, ROWS * 2, 'rolled_back'])
    for (const [what, ms] of Object.entries(times)) expect(ms, what).toBeLessThan(60_000)
  })
})
