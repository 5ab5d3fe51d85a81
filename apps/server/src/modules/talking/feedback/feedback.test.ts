import { describe, expect, it } from 'vitest'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaff, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'

const NOW = new Date('2026-11-21T02:00:00Z')

const shop = await testShop({ now: NOW })
const { db } = shop.database
const buyer = await makeCompany(db, { balance: '1000.00' })
const other = await makeCompany(db)
const staff = await makeStaff(db)

const RIGHT = { topic: '商品', text: '希望多上一些儿童剂型的退热药' }
const send = (body: object, cookie = buyer.cookie) => shop.ask('POST', '/api/user/feedback', { cookie, body })
const list = async (query = '', cookie = buyer.cookie) => (await shop.ask('GET', `/api/user/feedback${query}`, { cookie })).data

describe('意见反馈与投诉', () => {
  it('提交的反馈在自己的历史里，联系方式默认是登录手机号', async () => {
    const { data, message } = await send(RIGHT)
    expect(data.id).toBeGreaterThan(0)
    expect(message).toContain('反馈已提交')
    const history = await list('?kind=feedback')
    expect(history.list[0]).toMatchObject({ ...RIGHT, state: 'open', contact: buyer.username, answers: [] })
    expect((await list('', other.cookie)).total).toBe(0)
  })

  it.each([
    [{ text: '太短' }, 'text'],
    [{ text: '          ' }, 'text'],
    [{ topic: '随便' }, 'topic'],
    [{ topic: '服务态度' }, 'topic'],
    [{ contact: '微信 abc' }, 'contact'],
    [{ contact: 'chen@xiqiao' }, 'contact'],
    [{ order_no: 'NO-SUCH-ORDER' }, 'order_no'],
    [{ files: [999_999] }, 'files'],
  ])('%j 被拒绝，指出 %s', async (part, field) => {
    const { status, data } = await send({ ...RIGHT, ...part }, other.cookie)
    expect(status).toBe(422)
    expect(data.errors[0].field).toBe(field)
    expect(data.errors[0].message).toMatch(/[\u4e00-\u9fff]/)
  })

  it('投诉可以指明自己的订单；别家的订单号等于没有', async () => {
    const address = await makeAddress(db, buyer.companyId)
    const goods = await makeGoods(db, { price: '100.00' })
    const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number: 1 }], '112.00')
    const body = {
      kind: 'complaint',
      topic: '错发少发',
      text: '箱子里少了一盒，请尽快核实补发',
      contact: 'chen@xiqiao.cn',
      order_no: order?.no,
    }
    expect((await send(body, other.cookie)).status).toBe(422)
    expect((await send(body)).status).toBe(200)
    expect((await list('?kind=complaint')).list[0]).toMatchObject({ order_no: order?.no, contact: 'chen@xiqiao.cn' })
  })

  it('员工答复后买家看得到并收到消息，有审计；采购企业不能答复', async () => {
    const { id } = (await send({ ...RIGHT, kind: 'feedback' })).data
    const reply = (cookie: string, text: string) => shop.ask('POST', `/api/staff/feedback/${id}/answer`, { cookie, body: { text } })
    expect((await reply(buyer.cookie, '冒充')).status).toBe(401)
    expect((await reply(staff, '   ')).status).toBe(422)
    expect((await reply(staff, '已经转给采购部')).data).toEqual({ state: 'answered' })
    expect((await list('?kind=feedback')).list[0]).toMatchObject({
      state: 'answered',
      answers: [{ text: '已经转给采购部', author: '安衡药采客服' }],
    })
    const messages = await shop.ask('GET', '/api/user/message?page=1', { cookie: buyer.cookie })
    expect(messages.data.list[0]).toMatchObject({ title: '您的反馈有了答复', url: '/yjfk' })
    const audit = await db.selectFrom('audit_log').select('action').where('subject', '=', `feedback:${id}`).execute()
    expect(audit).toEqual([{ action: 'feedback.answer' }])
    expect(
      (await shop.ask('GET', '/api/staff/feedback?state=open', { cookie: staff })).data.list.every(
        (row: { state: string }) => row.state === 'open',
      ),
    ).toBe(true)
  })

  it('质量投诉单独列得出，质量部门的两个岗位都看得到', async () => {
    const about = await makeCompany(db)
    const { data } = await send({ kind: 'complaint', topic: '商品质量', text: '片剂有裂片，批号在照片里' }, about.cookie)
    await send({ kind: 'complaint', topic: '服务态度', text: '电话打了三次都没有人接' }, about.cookie)
    for (const role of ['quality', 'quality_head']) {
      const cookie = await makeStaffOf(db, role)
      const query = `kind=complaint&state=open&topic=${encodeURIComponent('商品质量')}`
      const { list: rows } = (await shop.ask('GET', `/api/staff/feedback?${query}`, { cookie })).data
      expect(
        rows.map(({ id }: { id: number }) => id),
        role,
      ).toEqual([data.id])
    }
  })

  it('按内容、答复、企业、订单号和日期找', async () => {
    const about = await makeCompany(db, { name: '白鹭洲药房' })
    const { data } = await send({ kind: 'feedback', topic: '网站功能', text: '门店晚上也有人，希望可以夜间送货' }, about.cookie)
    await shop.ask('POST', `/api/staff/feedback/${data.id}/answer`, { cookie: staff, body: { text: '已记入排班计划' } })
    await db
      .updateTable('feedback')
      .set({ created_at: new Date('2026-01-05T17:00:00Z') })
      .where('id', '=', data.id)
      .execute()
    const found = async (query: Record<string, string>) =>
      (await shop.ask('GET', `/api/staff/feedback?${new URLSearchParams(query)}`, { cookie: staff })).data.list.map(
        ({ id }: { id: number }) => id,
      )
    for (const keywords of ['夜间送货', '排班计划', '白鹭洲']) expect(await found({ keywords }), keywords).toEqual([data.id])
    expect(await found({ keywords: '夜间_货' })).toEqual([])
    // The 6th in Beijing.
    expect(await found({ start_time: '2026-01-06', end_time: '2026-01-06' })).toEqual([data.id])
    expect(await found({ end_time: '2026-01-05' })).toEqual([])
    expect((await shop.ask('GET', '/api/staff/feedback?per_page=1&page=2', { cookie: staff })).data).toMatchObject({ page: 2, per_page: 1 })
  })

  it('几千条都含的字也找得全，别的条件照样管用', async () => {
    await shop.database.pool.query(
      `insert into feedback (company_id, kind, topic, text) select $1, 'feedback', '其他', '整箱破损第 ' || g || ' 次' from generate_series(1, 2001) g`,
      [other.companyId],
    )
    const total = async (query: string) => (await shop.ask('GET', `/api/staff/feedback?${query}`, { cookie: staff })).data.total
    expect(await total(`keywords=${encodeURIComponent('整箱破损')}`)).toBe(2001)
    expect(await total(`keywords=${encodeURIComponent('整箱破损')}&state=answered`)).toBe(0)
  })

  it('一小时最多五条，同时提交也不例外；一小时后又可以', async () => {
    const busy = await makeCompany(db)
    const answers = await Promise.all(Array.from({ length: 9 }, () => send(RIGHT, busy.cookie)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
    shop.clock.now = new Date(NOW.getTime() + 3_700_000)
    expect((await send(RIGHT, busy.cookie)).status).toBe(200)
    shop.clock.now = NOW
  })
})
