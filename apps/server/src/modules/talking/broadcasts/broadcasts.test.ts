import { once } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import { factsTyped } from '../../../../test/coupon-desk.ts'
import { type Buyer, type CompanyOptions, makeCompany, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { taskProcess } from '../../../../test/killed-task.ts'
import { keepSetting } from '../../../../test/rows.ts'

/** 群发消息：一人写，另一人批准，每家只收一次；免打扰时段不发，一家一天收满就不再发。 */

/** Beijing 2026-11-23 10:30 */
const NOW = new Date('2026-11-23T02:30:00Z')
const HOUR_MS = 3_600_000
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const marketer = await makeStaffOf(db, 'marketer', '运小营')
const finance = await makeStaffOf(db, 'finance', '钱会计')
let day = 0
let manager = ''
beforeEach(() => {
  // Each on a day and with companies of its own: what was sent before counts for nobody.
  day += 1
  manager = `经理${day}`
  shop.clock.now = new Date(NOW.getTime() + day * 24 * HOUR_MS)
})

const post = (path: string, body: object = {}, cookie = marketer) => shop.ask('POST', `/api/staff${path}`, { cookie, body })
const get = (path: string, cookie = marketer) => shop.ask('GET', `/api/staff${path}`, { cookie })
const typed = (more: object = {}) => ({
  title: '元旦放假与发货安排',
  text: '12 月 31 日 15:00 前的订单当天发出。',
  url: '/yx',
  all: 0,
  segments: [],
  codes: '',
  at: '',
  ...more,
})
let named = 0
async function segmentOf(more: object = {}): Promise<number> {
  named += 1
  const { data } = await post('/segment', { name: `客群${named}`, facts: factsTyped({ managers: [manager], ...more }) })
  return data.id
}
const add = async (more: object) => (await post('/broadcast', typed(more))).data
const send = (id: number, version = 1) => post(`/broadcast/${id}/send`, { version })
const decide = (request: number, command = 'approve') =>
  post(`/approval/${request}/${command}`, command === 'refuse' ? { reason: '请改客群' } : {}, finance)
async function approved(more: object): Promise<number> {
  const { id } = await add(more)
  const sent = await send(id)
  expect([sent.status, sent.message]).toEqual([202, expect.stringContaining('已提交批准')])
  const done = await decide(sent.data.request.id)
  expect([done.status, done.message]).toEqual([200, '已批准，已经办理'])
  return id
}
const work = () => shop.jobs.runDue(['broadcasts.send'])
const look = async (id: number, cookie = marketer) => (await get(`/broadcast/${id}`, cookie)).data
const inTown = (number: number, more: CompanyOptions = {}): Promise<Buyer[]> =>
  Promise.all(Array.from({ length: number }, () => makeCompany(db, { manager_name: manager, ...more })))
const inbox = async ({ cookie }: Buyer) => (await shop.ask('GET', '/api/user/message?kind=activity', { cookie })).data.list
const asDraft = (draft: object) => get(`/broadcast_look?draft=${encodeURIComponent(JSON.stringify(draft))}`)

describe('写、看、批准、发', () => {
  it('选客群和编码，先看多少家、是哪些；另一人看到全文、链接、名单后批准；每家收到一条，记下谁读了、谁点开链接', async () => {
    const buyers = await inTown(3)
    const [stranger] = await inTown(1, { manager_name: '别的经理', code: `BM${day}` })
    const [frozen] = await inTown(1, { review_state: 3 })
    const segment = await segmentOf()
    const draft = typed({ segments: [segment], codes: `BM${day}，BM${day}` })
    const { data: seen } = await asDraft(draft)
    expect(seen).toMatchObject({ companies: 4, often: 0, unknown: [], is_put_off: 0, quiet: '22:00 至次日 08:00', per_day: 2 })
    expect(seen.some).toHaveLength(4)
    expect(seen.text).toContain('按编码指定的 1 家')

    const made = await add(draft)
    expect(made).toMatchObject({ state: 'draft', version: 1, total: 0 })
    const asked = await send(made.id)
    expect(asked.data.request.title).toContain('给 4 家')
    expect(asked.data.request.changes.map(({ after }: { after: string }) => after)).toEqual(
      expect.arrayContaining([draft.title, draft.text, '/yx', `BM${day}`, '批准后就发']),
    )
    expect((await look(made.id)).state).toBe('waiting')
    expect((await post(`/broadcast/${made.id}`, { ...draft, version: 1 })).message).toContain('等待批准')
    expect((await post(`/approval/${asked.data.request.id}/approve`)).status).toBe(403)
    await decide(asked.data.request.id)
    expect(await look(made.id)).toMatchObject({ state: 'coming', asked_by: '运小营', approved_by: '钱会计' })
    expect((await get('/broadcast?state=coming')).data.list.map(({ id }: { id: number }) => id)).toContain(made.id)
    await work()
    expect(await look(made.id)).toMatchObject({ state: 'done', total: 4, sent: 4, counts: { sent: 4, read: 0, opened: 0 } })
    for (const buyer of [...buyers, stranger as Buyer])
      expect(await inbox(buyer)).toMatchObject([{ title: draft.title, text: draft.text, url: '/yx', is_read: 0 }])
    const { rows } = await pool.query('select from message where company_id = $1', [frozen?.companyId])
    expect(rows).toEqual([])

    const [first, second] = buyers as [Buyer, Buyer]
    for (const [buyer, more] of [
      [first, { opened: 1 }],
      [second, {}],
    ] as const) {
      const [message] = await inbox(buyer)
      await shop.ask('POST', '/api/user/message/read', { cookie: buyer.cookie, body: { ids: [message.id], ...more } })
    }
    expect((await look(made.id)).counts).toMatchObject({ read: 2, opened: 1 })
    const { data: results } = await get(`/broadcast_company?broadcast=${made.id}&state=sent`)
    expect(results.total).toBe(4)
    expect(results.list.filter((row: { opened_at: string | null }) => row.opened_at !== null)).toMatchObject([{ id: first.companyId }])
    // Nobody gets it a second time, however often the queue does it.
    await pool.query("select graphile_worker.add_job('broadcasts.send', json_build_object('broadcast_id', $1::bigint))", [made.id])
    await work()
    expect(await inbox(first)).toHaveLength(1)
    const { rows: audits } = await pool.query("select actor, after from audit_log where action = 'broadcast.send' and subject = $1", [
      `broadcast:${made.id}`,
    ])
    expect(audits).toMatchObject([{ actor: '运小营', after: { title: draft.title, asked_by: '运小营', approved_by: '钱会计' } }])
  })

  it('客群、草稿在送审后变了，批准时拒绝；批准以后客群再改，发的还是批准时的条件', async () => {
    const buyers = await inTown(1)
    const segment = await segmentOf()
    const { id } = await add({ segments: [segment] })
    const { request } = (await send(id)).data
    const change = (version: number, managers: string[]) =>
      post(`/segment/${segment}`, { name: `改${day}`, facts: factsTyped({ managers }), version })
    expect((await change(1, [])).status).toBe(200)
    const late = await decide(request.id)
    expect([late.status, late.data.reason]).toEqual([409, 'CHANGED_SINCE_ASKED'])
    expect((await decide(request.id, 'refuse')).status).toBe(200)
    await change(2, [manager])
    const again = (await send(id)).data.request
    expect((await decide(again.id)).status).toBe(200)
    expect((await change(3, [])).status).toBe(200)
    await work()
    expect(await look(id)).toMatchObject({ state: 'done', total: 1 })
    expect(await inbox(buyers[0] as Buyer)).toHaveLength(1)
    expect((await post(`/broadcast/${id}`, { ...typed(), version: 1, all: 1 })).message).toContain('批准过的群发不再修改')
    expect((await send(id)).message).toContain('已经批准')
  })

  it('别人先存了，后存的被告知；没有人符合的、时间已过的、客群已删的不能送审；没有权限的看不到也写不了', async () => {
    const segment = await segmentOf()
    const { id } = await add({ segments: [segment] })
    expect((await send(id)).data.errors).toMatchObject([{ field: 'segments', message: expect.stringContaining('没有一家企业符合') }])
    const saved = await post(`/broadcast/${id}`, {
      ...typed({ segments: [segment], at: new Date(shop.clock.now.getTime() + HOUR_MS).toISOString() }),
      version: 1,
    })
    expect(saved.data).toMatchObject({ version: 2, draft: { segments: [segment] } })
    const late = await post(`/broadcast/${id}`, { ...typed({ all: 1 }), version: 1 })
    expect([late.status, late.data.reason]).toEqual([409, 'CHANGED_MEANWHILE'])
    shop.clock.now = new Date(shop.clock.now.getTime() + 2 * HOUR_MS)
    expect((await send(id, 2)).status).toBe(422)
    const other = await add({ segments: [segment] })
    await post(`/segment/${segment}/remove`, { version: 1 })
    expect((await send(other.id)).data.errors).toMatchObject([{ field: 'segments', message: '选的客群已不存在' }])
    expect((await look(other.id)).audience).toBe('客群“已删除”')
    expect((await send(999_999)).status).toBe(404)
    expect((await get('/broadcast/999999')).status).toBe(404)
    const picker = await makeStaffOf(db, 'warehouse')
    expect((await get('/broadcast', picker)).status).toBe(403)
    expect((await post('/broadcast', typed({ all: 1 }), finance)).status).toBe(403)
    // Put away, it is neither changed nor sent.
    expect((await post(`/broadcast/${other.id}/stop`, { reason: '不发了' })).data.state).toBe('stopped')
    expect((await send(other.id)).message).toContain('已撤下')
    expect((await post(`/broadcast/${other.id}`, { ...typed({ all: 1 }), version: 1 })).message).toContain('已撤下')
    expect((await post('/broadcast/999999/stop', { reason: '没有' })).status).toBe(404)
  })

  it.each([
    ['title', '看不见\u202e的字', '看不见的字符'],
    ['text', '夹着\u0007控制字符', '看不见的字符'],
    ['title', ' \n ', '请填写标题'],
    ['text', '', '请填写内容'],
    ['url', '//evil.example', '链接'],
    ['url', 'javascript:alert(1)', '链接'],
    ['url', 'https://evil.example/', '链接'],
    ['url', '/console/system', '不是商城的页面'],
    ['codes', '没有这家', '找不到这些企业'],
    ['segments', [999_999_999], '已不存在'],
    ['at', '2026-01-01T00:00:00Z', '已经过去'],
    ['at', '明天', '不对'],
  ])('%s 写成 %j 的不收，说出为什么', async (field, value, said) => {
    const { status, data } = await post('/broadcast', typed({ segments: [await segmentOf()], [field]: value }))
    expect(status).toBe(422)
    expect(data.errors).toContainEqual({ field, message: expect.stringContaining(said) })
  })

  it('写成脚本的文字，客户收到的还是这些字；没有写发给谁的不收；草稿不完整的不算', async () => {
    const [buyer] = await inTown(1)
    const text = '<script>alert(1)</script> & "引号"'
    const id = await approved({ segments: [await segmentOf()], title: '<b>粗</b>', text, url: '' })
    await work()
    expect(await inbox(buyer as Buyer)).toMatchObject([{ title: '<b>粗</b>', text, url: '' }])
    expect((await look(id)).draft.text).toBe(text)
    expect((await post('/broadcast', typed())).data.errors).toMatchObject([{ field: 'segments' }])
    const many = await post('/broadcast', typed({ codes: Array.from({ length: 301 }, (_, n) => `c${n}`).join('\n') }))
    expect(many.data.errors).toMatchObject([{ field: 'codes', message: expect.stringContaining('一次最多写 300 家') }])
    expect((await get('/broadcast_look?draft=%7B%7D')).status).toBe(422)
    expect((await get('/broadcast_look?draft=xx')).status).toBe(422)
  })
})

describe('时间与次数', () => {
  it('免打扰时段不发：事先说明顺延到 08:00，批准后排在那时，发送中到了 22:00 也停下来等', async () => {
    const [buyer] = await inTown(1)
    const segment = await segmentOf()
    // Beijing 22:30
    shop.clock.now = new Date(shop.clock.now.getTime() + 12 * HOUR_MS)
    const morning = new Date(shop.clock.now.getTime() + 9.5 * HOUR_MS).toISOString()
    expect((await asDraft(typed({ segments: [segment] }))).data).toMatchObject({ is_put_off: 1, send_at: morning })
    const planned = new Date(shop.clock.now.getTime() + 3 * HOUR_MS).toISOString()
    expect((await asDraft(typed({ segments: [segment], at: planned }))).data).toMatchObject({ is_put_off: 1, send_at: morning })
    const id = await approved({ segments: [segment] })
    expect(await look(id)).toMatchObject({ state: 'coming', due_at: morning })
    await work()
    expect(await inbox(buyer as Buyer)).toEqual([])
    // The hours are made longer meanwhile.
    await keepSetting(db, 'broadcasts', { quiet_to: '09:00' })
    shop.clock.now = new Date(morning)
    await work()
    expect(await inbox(buyer as Buyer)).toEqual([])
    expect((await look(id)).due_at).toBe(new Date(Date.parse(morning) + HOUR_MS).toISOString())
    await db.deleteFrom('setting').where('key', '=', 'broadcasts').execute()
    shop.clock.now = new Date(Date.parse(morning) + HOUR_MS)
    await work()
    expect(await inbox(buyer as Buyer)).toHaveLength(1)
  })

  it('到定好的时间才发；发之前可以停止，停了就不发', async () => {
    const [buyer] = await inTown(1)
    const at = new Date(shop.clock.now.getTime() + 2 * HOUR_MS)
    const segment = await segmentOf()
    const [kept, dropped] = [
      await approved({ segments: [segment], at: at.toISOString() }),
      await approved({ segments: [segment], at: at.toISOString() }),
    ]
    await work()
    expect(await inbox(buyer as Buyer)).toEqual([])
    const stopped = await post(`/broadcast/${dropped}/stop`, { reason: '价格写错了' })
    expect(stopped.data).toMatchObject({ state: 'stopped', stopped_by: '运小营', stopped_reason: '价格写错了' })
    expect((await post(`/broadcast/${dropped}/stop`, { reason: '再停' })).message).toContain('已经结束')
    shop.clock.now = at
    await work()
    expect([(await look(kept)).state, (await look(dropped)).state]).toEqual(['done', 'stopped'])
    expect(await inbox(buyer as Buyer)).toHaveLength(1)
  })

  it('一家一天收满两条，第三条不发给它，报告写明；第二天又可以；同时发的两条也不超过', async () => {
    await inTown(2)
    const segment = await segmentOf()
    for (const title of ['一', '二']) await approved({ segments: [segment], title })
    await work()
    expect((await asDraft(typed({ segments: [segment] }))).data).toMatchObject({ companies: 2, often: 2 })
    const third = await add({ segments: [segment], title: '三' })
    const asked = (await send(third.id)).data.request
    expect(asked.changes).toContainEqual({ name: '当天已收满、不发', before: '', after: '2 家' })
    await decide(asked.id)
    await work()
    expect(await look(third.id)).toMatchObject({ state: 'done', sent: 0, counts: { often: 2 } })
    shop.clock.now = new Date(shop.clock.now.getTime() + 24 * HOUR_MS)
    day += 1
    await keepSetting(db, 'broadcasts', { per_day: 1 })
    const both = [await approved({ segments: [segment], title: '四' }), await approved({ segments: [segment], title: '五' })]
    await Promise.all(both.map(() => work()))
    const sent = await Promise.all(both.map(async (id) => (await look(id)).sent))
    expect(sent.sort()).toEqual([0, 2])
    await db.deleteFrom('setting').where('key', '=', 'broadcasts').execute()
  })
})

describe('成千上万家', () => {
  const crowd = (number: number) =>
    pool.query(
      `insert into company (name, type, province, city, review_state, code, manager_name)
       select '群发药房' || n, '单体药店', '湖北省', '武汉市', 2, $1 || n, $1 from generate_series(1, $2) n`,
      [manager, number],
    )
  const told = async (id: number) =>
    (
      await pool.query('select count(*)::integer as all, count(distinct company_id)::integer as each from message where key = $1', [
        `broadcast:${id}`,
      ])
    ).rows[0]

  it('五千家几秒发完，每家一条', async () => {
    await crowd(5000)
    const id = await approved({ segments: [await segmentOf()] })
    const began = performance.now()
    await work()
    const took = performance.now() - began
    expect(await told(id)).toEqual({ all: 5000, each: 5000 })
    // A few seconds on a free machine; others may work on this one.
    expect(took).toBeLessThan(60_000)
  })

  it('进程在中途被杀：收到的就收到了，接着发完其余的，没有一家收两次或漏掉', async () => {
    await crowd(3000)
    const id = await approved({ segments: [await segmentOf()] })
    const child = taskProcess(shop.config.databaseUrl ?? '', 'broadcasts.send', { broadcast_id: id }, shop.clock.now)
    await expect.poll(async () => (await told(id)).all, { timeout: 60_000, interval: 5 }).toBeGreaterThan(200)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const before = (await told(id)).all
    expect(before).toBeLessThan(3000)
    expect(await look(id)).toMatchObject({ state: 'sending', total: 3000, counts: { sent: before, waiting: 3000 - before } })
    await work()
    expect(await told(id)).toEqual({ all: 3000, each: 3000 })
    expect((await look(id)).counts).toMatchObject({ sent: 3000, waiting: 0 })
  })

  it('发到一半叫停：收到的留着，其余的不再收；企业中途被冻结的、送审人中途离岗的也不再发', async () => {
    await crowd(3000)
    const id = await approved({ segments: [await segmentOf()] })
    const working = work()
    await expect.poll(async () => (await told(id)).all, { timeout: 60_000, interval: 5 }).toBeGreaterThan(200)
    expect((await post(`/broadcast/${id}/stop`, { reason: '写错了日期' })).status).toBe(200)
    await working
    const { sent, waiting } = (await look(id)).counts
    expect(sent + waiting).toBe(3000)
    expect(waiting).toBeGreaterThan(0)
    expect((await told(id)).all).toBe(sent)

    const leaving = await makeStaffOf(db, 'marketer', '将离岗')
    await inTown(0)
    const draft = (await post('/broadcast', typed({ segments: [await segmentOf()] }), leaving)).data
    const { request } = (await post(`/broadcast/${draft.id}/send`, { version: 1 }, leaving)).data
    await decide(request.id)
    await pool.query("update staff set state = 'locked' where account_id = (select id from account where name = '将离岗')")
    await work()
    expect(await look(draft.id)).toMatchObject({ state: 'stopped', stopped_by: '系统', sent: 0 })

    const [frozen] = await inTown(1, { manager_name: '' })
    const other = await approved({ codes: await coded(frozen as Buyer) })
    await pool.query('insert into broadcast_company (broadcast_id, company_id) values ($1, $2)', [other, frozen?.companyId])
    await pool.query('update company set review_state = 3 where id = $1', [frozen?.companyId])
    await work()
    expect((await look(other)).counts).toMatchObject({ refused: 1, sent: 0 })
  })
  async function coded({ companyId }: Buyer): Promise<string> {
    await pool.query('update company set code = $1 where id = $2', [`DM${companyId}`, companyId])
    return `DM${companyId}`
  }
})

describe('只看一部分客户的员工', () => {
  it('名单、发送、结果都只有他看得到的客户；写看不到的编码不收', async () => {
    const narrow = await makeStaffOf(db, 'marketer', '只管浙江')
    const [own] = await inTown(1, { province: '浙江省', code: `ZJ${day}` })
    const [foreign] = await inTown(1, { province: '湖北省', code: `HB${day}` })
    await pool.query("update staff set narrow_provinces = '{浙江省}' where account_id = (select id from account where name = '只管浙江')")
    const wrong = await post('/broadcast', typed({ codes: `ZJ${day}\nHB${day}` }), narrow)
    expect(wrong.data.errors).toMatchObject([{ field: 'codes', message: expect.stringContaining(`HB${day}`) }])
    const { data: seen } = await shop.ask(
      'GET',
      `/api/staff/broadcast_look?draft=${encodeURIComponent(JSON.stringify(typed({ all: 1 })))}`,
      { cookie: narrow },
    )
    expect(seen.some.map(({ id }: { id: number }) => id)).toEqual([own?.companyId])
    const { id } = (await post('/broadcast', typed({ all: 1 }), narrow)).data
    const { request } = (await post(`/broadcast/${id}/send`, { version: 1 }, narrow)).data
    expect(request.title).toContain('给 1 家')
    await decide(request.id)
    await work()
    expect(await inbox(own as Buyer)).toHaveLength(1)
    expect(await inbox(foreign as Buyer)).toEqual([])
    const both = await approved({ codes: `ZJ${day}，HB${day}` })
    await work()
    expect((await look(both)).total).toBe(2)
    expect((await look(both, narrow)).total).toBe(1)
    expect((await get(`/broadcast_company?broadcast=${both}`, narrow)).data.list).toMatchObject([{ id: own?.companyId }])
    expect((await get(`/broadcast_company?keywords=HB${day}`)).data.total).toBe(1)
    expect((await get('/broadcast?keywords=元旦', narrow)).data.total).toBeGreaterThan(1)
  })
})
