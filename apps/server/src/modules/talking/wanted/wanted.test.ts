import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeCompany, makeGoods, makeStaff } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'

const shop = await testShop({ now: new Date('2026-11-21T02:00:00Z') })
const { db } = shop.database
const buyer = await makeCompany(db)
const other = await makeCompany(db)
const staff = await makeStaff(db)

const ITEM = {
  name: '玻璃酸钠滴眼液',
  spec: '5ml:5mg',
  manufacturer: '',
  number: 60,
  unit: '支',
  expected_price: '18.50',
  note: '每月约 60 支',
}
const add = (list: object[], key?: string, cookie = buyer.cookie) =>
  shop.ask('POST', '/api/user/buy', { cookie, body: { list, ...(key && { key }) } })
const info = (id: number, cookie = buyer.cookie) => shop.ask('GET', `/api/user/buy/${id}`, { cookie })
const answer = (id: number, body: object, cookie = staff) => shop.ask('POST', `/api/staff/wanted/${id}/answer`, { cookie, body })

async function picture(cookie: string): Promise<number> {
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const payload = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nwanted\r\n'),
    Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'),
    bytes,
    Buffer.from('\r\n--b--\r\n'),
  ])
  const { data, text } = await shop.ask('POST', '/api/file', {
    cookie,
    body: payload,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })
  if (!data?.id) throw new Error(text)
  return data.id
}

describe('品种求购', () => {
  it('一次提交几条，都在列表里；同一张表单按两次、同时按五次只算一次', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => add([ITEM, { ...ITEM, name: '三七粉' }], 'form-0000-aaaa')))
    expect(new Set(answers.map(({ data }) => JSON.stringify(data.ids))).size).toBe(1)
    expect(answers[0]?.data.ids).toHaveLength(2)
    const { data } = await shop.ask('GET', '/api/user/buy', { cookie: buyer.cookie })
    expect(data.total).toBe(2)
    expect(data.list.map((row: { name: string }) => row.name).sort()).toEqual(['三七粉', '玻璃酸钠滴眼液'])
    expect(data.list[0]).toMatchObject({ state: 'open', state_name: '待回复', expected_price: '18.50', offered: 0 })
  })

  it('键用过之后改了数量、少了一条或多了一条再交：说明已用过，不当作已收', async () => {
    const own = await makeCompany(db)
    const key = 'form-1111-aaaa'
    const { data } = await add([ITEM, { ...ITEM, name: '三七粉' }], key, own.cookie)
    for (const list of [
      [
        { ...ITEM, number: 600 },
        { ...ITEM, name: '三七粉' },
      ],
      [ITEM],
      [ITEM, { ...ITEM, name: '三七粉' }, ITEM],
    ]) {
      const other = await add(list, key, own.cookie)
      expect([other.status, other.data?.reason]).toEqual([409, 'KEY_USED'])
    }
    expect((await add([ITEM, { ...ITEM, name: '三七粉' }], key, own.cookie)).data).toEqual(data)
  })

  it('写错的字段逐条指出，一条也不收', async () => {
    const before = (await shop.ask('GET', '/api/user/buy', { cookie: buyer.cookie })).data.total
    for (const [item, field] of [
      [{ ...ITEM, name: ' 　 ' }, 'list.1.name'],
      [{ ...ITEM, expected_price: '便宜点' }, 'list.1.expected_price'],
      [{ ...ITEM, expected_price: '-3' }, 'list.1.expected_price'],
    ] as const) {
      const { status, data } = await add([ITEM, item])
      expect(status).toBe(422)
      expect(data.errors[0].field).toBe(field)
      expect(data.errors[0].message).toMatch(/[\u4e00-\u9fff]/)
    }
    expect((await add([])).status).toBe(422)
    expect((await add([{ ...ITEM, number: 0 }])).status).toBe(422)
    expect((await shop.ask('GET', '/api/user/buy', { cookie: buyer.cookie })).data.total).toBe(before)
  })

  it('员工答复并推荐商品，买家收到消息、看到商品；追问后又是待回复；员工的答复有审计', async () => {
    const goods = await makeGoods(db, { name: '玻璃酸钠滴眼液', price: '18.00' })
    await shop.search.refresh()
    const [id] = (await add([ITEM])).data.ids
    expect((await answer(id, { text: '有货，推荐这个', goods_ids: [goods] })).data).toEqual({ state: 'answered' })
    const { data } = await info(id)
    expect(data).toMatchObject({ state: 'answered', state_name: '已回复', can_reply: 1 })
    expect(data.entries[0]).toMatchObject({ is_staff: 1, text: '有货，推荐这个', goods: [{ id: goods, price: '18.00' }] })
    const messages = await shop.ask('GET', '/api/user/message?page=1', { cookie: buyer.cookie })
    expect(messages.data.list[0]).toMatchObject({ title: '您的求购“玻璃酸钠滴眼液”有新回复', url: `/pzqg/info?id=${id}` })
    const audit = await db.selectFrom('audit_log').selectAll().where('subject', '=', `wanted:${id}`).execute()
    expect(audit).toMatchObject([{ action: 'wanted.answer', before: { state: 'open' }, after: { state: 'answered' } }])

    const reply = await shop.ask('POST', `/api/user/buy/${id}/reply`, { cookie: buyer.cookie, body: { text: '最少几支起订？' } })
    expect(reply.data).toEqual({ state: 'open' })
    expect((await answer(id, { text: '到货了', arrived: 1 })).data).toEqual({ state: 'arrived' })
    expect((await info(id)).data.entries).toHaveLength(3)
  })

  it('关闭以后不能追问、员工也不能再答；再关一次不变', async () => {
    const [id] = (await add([ITEM])).data.ids
    const close = () => shop.ask('POST', `/api/user/buy/${id}/close`, { cookie: buyer.cookie, body: { reason: '不要了' } })
    expect((await close()).data).toEqual({ state: 'closed' })
    expect((await close()).status).toBe(200)
    expect((await info(id)).data).toMatchObject({ state: 'closed', close_reason: '不要了', can_reply: 0, can_close: 0 })
    expect((await shop.ask('POST', `/api/user/buy/${id}/reply`, { cookie: buyer.cookie, body: { text: '又要了' } })).status).toBe(409)
    expect((await answer(id, { text: '有货' })).status).toBe(409)
  })

  it('别家的求购不存在：看、追问、关闭都是 404；采购企业不能替员工答复', async () => {
    const [id] = (await add([ITEM])).data.ids
    expect((await info(id, other.cookie)).status).toBe(404)
    expect((await shop.ask('POST', `/api/user/buy/${id}/reply`, { cookie: other.cookie, body: { text: '你好' } })).status).toBe(404)
    expect((await shop.ask('POST', `/api/user/buy/${id}/close`, { cookie: other.cookie, body: {} })).status).toBe(404)
    expect((await answer(id, { text: '冒充' }, buyer.cookie)).status).toBe(401)
    expect((await shop.ask('GET', '/api/staff/wanted', { cookie: buyer.cookie })).status).toBe(401)
    expect((await answer(id, { text: '好', goods_ids: [999_999] })).status).toBe(422)
    expect((await info(id)).data.state).toBe('open')
  })

  it('图片跟着求购走；别家的、用过的图片不能用', async () => {
    const [own, foreign] = [await picture(buyer.cookie), await picture(other.cookie)]
    const [id] = (await add([{ ...ITEM, files: [own] }])).data.ids
    expect((await info(id)).data.files).toMatchObject([{ id: own, mime: 'image/jpeg' }])
    for (const files of [[own], [foreign]]) {
      const { status, data } = await add([{ ...ITEM, files }])
      expect(status).toBe(422)
      expect(data.errors[0].field).toBe('list.0.files')
    }
  })

  it('一天最多一百条', async () => {
    const busy = await makeCompany(db)
    for (let form = 0; form < 5; form++) expect((await add(Array(20).fill(ITEM), undefined, busy.cookie)).status).toBe(200)
    expect((await add([ITEM], undefined, busy.cookie)).status).toBe(429)
  })

  it('一条求购一天最多追问二十次，追问再多也不堵住员工的答复', async () => {
    const [id] = (await add([ITEM])).data.ids
    const reply = () => shop.ask('POST', `/api/user/buy/${id}/reply`, { cookie: buyer.cookie, body: { text: '到货了吗' } })
    const answers = await Promise.all(Array.from({ length: 25 }, reply))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({
      status: 429,
      message: '今天追问得已经很多，请等候答复或拨打服务热线',
    })
    expect((await shop.ask('POST', `/api/staff/wanted/${id}/answer`, { cookie: staff, body: { text: '下周到' } })).status).toBe(200)
  })

  it('员工的列表里等得最久的在前，可按状态和文字找', async () => {
    const { data } = await shop.ask('GET', '/api/staff/wanted?state=open', { cookie: staff })
    expect(data.list.every((row: { state: string; company: string }) => row.state === 'open' && row.company !== '')).toBe(true)
    expect((await shop.ask('GET', '/api/staff/wanted?keywords=%25', { cookie: staff })).data.total).toBe(0)
  })
})
