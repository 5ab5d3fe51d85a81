import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ChatMessageWire } from '#contract/chat.ts'
import { makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { upload } from '../../../../test/upload.ts'

/** Beijing time; 2026-11-20 is a Friday. */
const OPEN = new Date('2026-11-20T10:00:00+08:00')
const NIGHT = new Date('2026-11-20T20:00:00+08:00')

const PICTURE = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#36a' } })
  .jpeg()
  .toBuffer()

const shop = await testShop({ now: OPEN, demo: OPEN })
const { pool } = shop.database
const buyer = await shop.login('13900000001')
const stranger = await shop.login('13900000005')
const staff = await shop.login('kefu')
beforeEach(async () => {
  shop.clock.now = OPEN
  await pool.query('delete from chat_conversation')
  await pool.query(`update setting set value = 'true' where key = 'chat_open'`)
})

const send = (cookie: string, part: object, client_id: string = randomUUID()) =>
  shop.ask('POST', '/api/chat/message', { cookie, body: { client_id, ...part } })
const read = async (cookie: string, query = '') => (await shop.ask('GET', `/api/chat${query}`, { cookie })).data
const texts = (data: { list: ChatMessageWire[] }) => data.list.map(({ text }) => text)

async function conversation(text = '在吗'): Promise<number> {
  return (await send(buyer, { text })).data.conversation
}
const answer = (id: number, part: object, client_id: string = randomUUID(), cookie = staff) =>
  shop.ask('POST', `/api/staff/chat/${id}/message`, { cookie, body: { client_id, ...part } })

describe('客户与客服对话', () => {
  it('客户留言，客服列表里看到未读并回复，客户看到未读数，读过就清零', async () => {
    const id = await conversation('阿莫西林什么时候到货')
    const list = await shop.ask('GET', '/api/staff/chat?state=waiting', { cookie: staff })
    expect(list.data).toMatchObject({ total: 1, waiting: 1, list: [{ id, unread: 1, last_text: '阿莫西林什么时候到货' }] })
    await answer(id, { text: '周一到货，已为您登记' })
    const chat = await read(buyer)
    expect(texts(chat)).toEqual(['阿莫西林什么时候到货', '周一到货，已为您登记'])
    expect(chat).toMatchObject({ unread: 1, conversation: id, is_open_now: 1, notice: '' })
    expect((await shop.ask('GET', '/api/user/base', { cookie: buyer })).data.chat_unread).toBe(1)
    await shop.ask('POST', '/api/chat/read', { cookie: buyer, body: { up_to: chat.list[1].id } })
    expect((await read(buyer)).unread).toBe(0)
    expect((await shop.ask('GET', '/api/staff/chat?state=waiting', { cookie: staff })).data.total).toBe(0)
  })

  it('同一条消息重发多少次、同时发，都只有一条；同号不同人的消息各是各的', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(buyer, { text: '只发一次' }, key)))
    expect(new Set(answers.map(({ data }) => data.message.id)).size).toBe(1)
    await answer(answers[0]?.data.conversation, { text: '收到' }, key)
    expect(texts(await read(buyer))).toEqual(['只发一次', '收到'])
    await send(stranger, { text: '另一家' }, key)
    expect(texts(await read(stranger))).toEqual(['另一家'])
  })

  it('读到旧处不会把新消息算作已读，重复标记不会让未读变多', async () => {
    const id = await conversation()
    const first = (await answer(id, { text: '一' })).data.message.id
    await answer(id, { text: '二' })
    const mark = async (up_to: number) => (await shop.ask('POST', '/api/chat/read', { cookie: buyer, body: { up_to } })).data.unread
    expect(await mark(first)).toBe(1)
    expect(await mark(first + 1_000)).toBe(0)
    expect(await mark(first)).toBe(0)
  })

  it('客服读到哪一条就算到哪一条：后来的仍是未读', async () => {
    const id = await conversation('第一问')
    const first = (await read(buyer)).list.at(-1).id
    await send(buyer, { text: '第二问' })
    const mark = async (up_to: number) =>
      (await shop.ask('POST', `/api/staff/chat/${id}/read`, { cookie: staff, body: { up_to } })).data.unread
    expect(await mark(first)).toBe(1)
    expect(await mark(first)).toBe(1)
    expect(await mark(first + 1_000)).toBe(0)
    // Each stretch that was read is on record once; saying it again changes nothing and is not.
    const { rows } = await pool.query(`select after from audit_log where subject = $1 and action = 'chat.read' order by id`, [`chat:${id}`])
    expect(rows.map(({ after }) => after.unread)).toEqual([1, 0])
  })

  it('历史按页往前翻，断线后按最后一条往后补，不重不漏', async () => {
    const id = await conversation('0')
    for (let at = 1; at <= 24; at++) await answer(id, { text: String(at) })
    const newest = await read(buyer, '?per_page=10')
    expect(texts(newest)).toEqual(['15', '16', '17', '18', '19', '20', '21', '22', '23', '24'])
    expect(newest.has_more).toBe(1)
    const older = await read(buyer, `?per_page=20&before=${newest.list[0].id}`)
    expect(texts(older)).toEqual(Array.from({ length: 15 }, (_, at) => String(at)))
    expect(older.has_more).toBe(0)
    const missed = await read(buyer, `?per_page=4&after=${newest.list[4].id}`)
    expect(texts(missed)).toEqual(['20', '21', '22', '23'])
    expect(missed.has_more).toBe(1)
  })

  it('结束的会话在客户再次留言时重新打开；结束与回复都有审计', async () => {
    const id = await conversation()
    await answer(id, { text: '好的' })
    await shop.ask('POST', `/api/staff/chat/${id}/close`, { cookie: staff })
    const states = async () => (await shop.ask('GET', `/api/staff/chat/${id}`, { cookie: staff })).data.conversation.state
    expect(await states()).toBe('closed')
    await send(buyer, { text: '还有一个问题' })
    expect(await states()).toBe('open')
    const { rows } = await pool.query(`select action from audit_log where subject = $1 order by id`, [`chat:${id}`])
    expect(rows.map(({ action }) => action)).toEqual(['chat.answer', 'chat.close'])
  })
})

describe('转交同事', () => {
  const note = '客户问冷链温度，已查到记录，等仓库回话'
  const idOf = async (name: string) => (await pool.query(`select id from account where name = $1 and is_staff`, [name])).rows[0].id
  const hand = (id: number, to: number, cookie = staff, said = note) =>
    shop.ask('POST', `/api/staff/chat/${id}/hand`, { cookie, body: { to, note: said } })
  const read = async (id: number, cookie: string) => (await shop.ask('GET', `/api/staff/chat/${id}`, { cookie })).data
  const mine = async (cookie: string) => (await shop.ask('GET', '/api/staff/chat?state=mine', { cookie })).data

  it('转交给有权回复的同事，他的列表里立即有，别人看到是谁在处理；谁经手过、为什么都留着，客户看不到', async () => {
    const id = await conversation('药到了吗')
    const colleague = await makeStaffOf(shop.database.db, 'service', '李强')
    await makeStaffOf(shop.database.db, 'warehouse', '王库')
    await shop.ask('POST', `/api/staff/work/chat/${id}/take`, { cookie: staff, body: {} })
    const { list } = (await shop.ask('GET', `/api/staff/chat/${id}/colleagues`, { cookie: staff })).data
    const names = list.map(({ name }: { name: string }) => name)
    expect(names).toContain('李强')
    expect(names).not.toContain('王库')
    const giver = (await shop.ask('GET', '/api/staff/me', { cookie: staff })).data.name
    expect(names).not.toContain(giver)
    const handed = await hand(id, await idOf('李强'))
    expect(handed, handed.text).toMatchObject({ status: 200, data: { holder: '李强' }, message: '已转交 李强，对方立即看到' })
    expect(await mine(colleague)).toMatchObject({ total: 1, handed: 1, list: [{ id, mine: 1, handed_to: '李强', handed_note: note }] })
    expect(await mine(staff)).toMatchObject({ total: 0, handed: 0 })
    const holders = (await shop.ask('GET', '/api/staff/work/chat', { cookie: staff })).data.list
    expect(holders).toMatchObject([{ id, holder: '李强', mine: 0 }])
    expect((await read(id, colleague)).handovers).toMatchObject([{ from: giver, to: '李强', by: giver, note }])
    expect(JSON.stringify((await shop.ask('GET', '/api/chat', { cookie: buyer })).data)).not.toContain(note)
    const { rows } = await pool.query(`select after from audit_log where subject = $1 and action = 'chat.hand'`, [`chat:${id}`])
    expect(rows).toMatchObject([{ after: { holder: '李强', note } }])
  })

  it('他回复以后仍在他手里；别人替他回复、或会话结束，就不再等他；再转一次，前一位是谁也看得到', async () => {
    const id = await conversation()
    const first = await makeStaffOf(shop.database.db, 'service', '赵一')
    const second = await makeStaffOf(shop.database.db, 'service', '钱二')
    await hand(id, await idOf('赵一'))
    await answer(id, { text: '我来' }, randomUUID(), first)
    expect((await mine(first)).total).toBe(1)
    await hand(id, await idOf('钱二'), first)
    expect((await read(id, staff)).handovers.map(({ from, to }: { from: string; to: string }) => [from, to]).at(-1)).toEqual([
      '赵一',
      '钱二',
    ])
    await answer(id, { text: '替他答了' })
    expect((await mine(second)).total).toBe(0)
    await hand(id, await idOf('赵一'))
    await shop.ask('POST', `/api/staff/chat/${id}/close`, { cookie: staff })
    expect((await mine(first)).total).toBe(0)
    expect(await hand(id, await idOf('赵一'))).toMatchObject({ status: 409, message: '会话已结束，不需要转交' })
  })

  it('停用、没有权限、看不到这家企业的同事不能接；不能交给自己，不能没有说明；没有的会话、只能看的人都不行', async () => {
    const id = await conversation()
    const refused = '这位同事已停用、不能回复客户或看不到这家企业，请另选一位'
    await makeStaffOf(shop.database.db, 'service', '孙三')
    await makeStaffOf(shop.database.db, 'warehouse', '周四')
    const [third, fourth] = [await idOf('孙三'), await idOf('周四')]
    expect(await hand(id, fourth)).toMatchObject({ status: 422, message: refused })
    await pool.query(`update staff set state = 'locked' where account_id = $1`, [third])
    expect(await hand(id, third)).toMatchObject({ status: 422, message: refused })
    await pool.query(`update staff set state = 'active', narrow_managers = '{没有这位经理}' where account_id = $1`, [third])
    expect(await hand(id, third)).toMatchObject({ status: 422, message: refused })
    await pool.query(`update staff set narrow_managers = null, narrow_provinces = '{没有这个省}' where account_id = $1`, [third])
    expect(await hand(id, third)).toMatchObject({ status: 422, message: refused })
    await pool.query('update staff set narrow_provinces = null where account_id = $1', [third])
    expect(await hand(id, third, staff, ' \u200b ')).toMatchObject({ status: 422, message: '请写明转交的原因（至少 2 个字）' })
    const me = (await shop.ask('GET', '/api/staff/me', { cookie: staff })).data.id
    expect(await hand(id, me)).toMatchObject({ status: 422, message: '会话已经在您手里，请选择另一位同事' })
    expect((await hand(999_999, third)).status).toBe(404)
    expect((await shop.ask('GET', '/api/staff/chat/999999/colleagues', { cookie: staff })).status).toBe(404)
    expect((await hand(id, third, await shop.login('shenji'))).status).toBe(403)
    expect((await hand(id, third)).status).toBe(200)
  })
})

describe('订单上的对话', () => {
  it('发过这个订单的卡片、提到过它单号的地方，连同前后的话；别的话、别家的话不算；没有权限的看不到', async () => {
    const order = (await shop.ask('GET', '/api/order/list', { cookie: buyer })).data.list[0]
    const of = (id: number, cookie = staff) => shop.ask('GET', `/api/staff/order/${id}/chat`, { cookie })
    expect((await of(order.id)).data).toEqual({ conversation: null, list: [] })
    shop.clock.now = new Date(OPEN.getTime() - 86_400_000)
    const id = await conversation('昨天的闲话')
    shop.clock.now = OPEN
    await send(buyer, { text: '在吗' })
    await send(buyer, { order_id: order.id })
    await answer(id, { text: '这单已经出库' })
    await send(stranger, { text: `别人也提到 ${order.no}` })
    shop.clock.now = new Date(OPEN.getTime() + 3 * 3_600_000)
    await send(buyer, { text: '另外问个别的' })
    shop.clock.now = new Date(OPEN.getTime() + 7 * 3_600_000)
    const later = await shop.login('kefu')
    await answer(id, { text: `订单 ${order.no} 的发票开好了` }, randomUUID(), later)
    const { data } = await of(order.id, later)
    expect(data.conversation).toBe(id)
    expect(data.list.map(({ kind, text }: ChatMessageWire) => text || kind)).toEqual([
      '在吗',
      'order',
      '这单已经出库',
      `订单 ${order.no} 的发票开好了`,
    ])
    expect((await of(999_999, later)).status).toBe(404)
    expect((await of(order.id, await shop.login('cangku'))).status).toBe(403)
  })
})

describe('服务时间之外', () => {
  it('自动答复一次，说明何时回复；几小时内不重复，客服在答时不插话', async () => {
    shop.clock.now = NIGHT
    const id = await conversation('晚上好')
    await send(buyer, { text: '还有' })
    const chat = await read(buyer)
    expect(chat.list.map(({ sender }: ChatMessageWire) => sender)).toEqual(['buyer', 'auto', 'buyer'])
    expect(chat.list[1].text).toContain('明天 8:30')
    expect(chat).toMatchObject({ is_open_now: 0, hours: '周一至周六 8:30–18:00' })
    await pool.query(`delete from chat_message where sender = 'auto'`)
    await answer(id, { text: '值班在' }, randomUUID(), await shop.login('kefu'))
    await send(buyer, { text: '谢谢' })
    expect((await read(buyer)).list.some(({ sender }: ChatMessageWire) => sender === 'auto')).toBe(false)
  })
})

describe('什么可以发', () => {
  it.each([
    [{}, '请输入要发送的内容'],
    [{ text: '   ' }, '请输入要发送的内容'],
    [{ text: '\u200b\u202e' }, '请输入要发送的内容'],
    [{ text: '问', goods_id: 1 }, '一次只能发送一项内容'],
    [{ text: '长'.repeat(1001) }, '不能超过 1000 个字'],
  ])('%j → %s', async (part, message) => {
    const refused = await send(buyer, part)
    expect(refused).toMatchObject({ status: 422, message })
  })

  it('文字原样保存，不当作网页；换行保留', async () => {
    await send(buyer, { text: '<script>alert(1)</script>\r\n第二行 & "引号"' })
    expect(texts(await read(buyer))).toEqual(['<script>alert(1)</script>\n第二行 & "引号"'])
  })

  it('带上自己的订单和看得到的商品；别人的订单、看不到的商品当作不存在', async () => {
    const orders = await shop.ask('GET', '/api/order/list', { cookie: buyer })
    const order = orders.data.list[0]
    const sent = await send(buyer, { order_id: order.id })
    expect(sent.data.message).toMatchObject({ kind: 'order', card: { title: `订单 ${order.no}`, url: `/order/info/${order.id}` } })
    expect((await send(stranger, { order_id: order.id })).status).toBe(404)
    const goods = (await shop.ask('GET', '/api/goods/list?keywords=amxl', { cookie: buyer })).data.list[0]
    const card = (await send(buyer, { goods_id: goods.id })).data.message.card
    expect(card).toMatchObject({ title: goods.name, url: `/list/info/${goods.id}` })
    expect(JSON.stringify(card)).not.toMatch(/¥|price/)
    expect((await send(buyer, { goods_id: 999_999_999 })).status).toBe(404)
  })

  it('客服也能发卡片：这家企业的订单和它看得到的商品；别家的订单、没有的商品当作不存在', async () => {
    const id = await conversation()
    const order = (await shop.ask('GET', '/api/order/list', { cookie: buyer })).data.list[0]
    const sent = await answer(id, { order_id: order.id })
    expect(sent.data.message, sent.text).toMatchObject({ sender: 'staff', kind: 'order', card: { title: `订单 ${order.no}` } })
    const goods = (await shop.ask('GET', '/api/goods/list?keywords=amxl', { cookie: buyer })).data.list[0]
    expect((await answer(id, { goods_id: goods.id })).data.message).toMatchObject({ kind: 'goods', card: { title: goods.name } })
    expect((await read(buyer)).list.map(({ kind }: ChatMessageWire) => kind)).toEqual(['text', 'order', 'goods'])
    const others = (await send(stranger, { text: '在吗' })).data.conversation
    expect((await answer(others, { order_id: order.id })).status).toBe(404)
    expect((await answer(id, { goods_id: 999_999_999 })).status).toBe(404)
    expect((await answer(id, { text: '看这个', order_id: order.id })).message).toBe('一次只能发送一项内容')
  })

  it('图片发给客服，只有自己企业和客服看得到；别人的文件、已用过的文件发不出去', async () => {
    const picture = (await upload(shop, buyer, PICTURE, { purpose: 'chat', name: '包装破损.jpg' })).data
    const sent = await send(buyer, { file_id: picture.id })
    expect(sent.data.message.picture).toMatchObject({ id: picture.id })
    for (const [cookie, status] of [
      [buyer, 200],
      [stranger, 404],
      [staff, 401],
    ] as const)
      expect((await shop.ask('GET', `/api/file/${picture.id}`, { cookie })).status).toBe(status)
    expect((await shop.ask('GET', `/api/staff/file/${picture.id}`, { cookie: staff })).status).toBe(200)
    expect((await shop.ask('GET', `/api/staff/file/${picture.id}`, { cookie: buyer })).status).toBe(401)
    expect((await send(stranger, { file_id: picture.id })).status).toBe(422)
    expect((await send(buyer, { file_id: picture.id })).status).toBe(422)
    const reply = (await upload(shop, staff, PICTURE, { purpose: 'chat', path: '/api/staff/file' })).data
    await answer(sent.data.conversation, { file_id: reply.id })
    expect((await shop.ask('GET', `/api/file/${reply.id}`, { cookie: buyer })).status).toBe(200)
    expect((await shop.ask('GET', `/api/file/${reply.id}`, { cookie: stranger })).status).toBe(404)
  })

  it('发得太快被请稍候，重发已到的不算', async () => {
    const key = randomUUID()
    await send(buyer, { text: '第一条' }, key)
    for (let at = 1; at < 20; at++) expect((await send(buyer, { text: String(at) })).status).toBe(200)
    expect(await send(buyer, { text: '太快了' })).toMatchObject({ status: 429, message: '您发送得太快了，请稍候再发' })
    expect((await send(buyer, { text: '第一条' }, key)).status).toBe(200)
    shop.clock.now = new Date(OPEN.getTime() + 61_000)
    expect((await send(buyer, { text: '过一分钟' })).status).toBe(200)
  })
})

describe('谁能看', () => {
  it('客户打不开客服的接口；没有企业的员工不是客户；未开放时说明怎么联系', async () => {
    const id = await conversation()
    for (const path of ['', `/${id}`]) expect((await shop.ask('GET', `/api/staff/chat${path}`, { cookie: buyer })).status).toBe(401)
    expect((await answer(id, { text: '冒充客服' }, randomUUID(), stranger)).status).toBe(401)
    expect((await shop.ask('POST', `/api/staff/chat/${id}/close`, { cookie: stranger })).status).toBe(401)
    expect((await shop.ask('GET', '/api/chat', { cookie: staff })).status).toBe(401)
    expect((await shop.ask('GET', '/api/chat')).status).toBe(401)
    expect((await answer(999_999, { text: '没有这个会话' })).status).toBe(404)
    await pool.query(`update setting set value = 'false' where key = 'chat_open'`)
    expect((await send(buyer, { text: '在吗' })).message).toContain('QQ')
  })

  it('客服按企业名找会话，名字里的百分号只是百分号', async () => {
    await conversation()
    const name = (await shop.ask('GET', '/api/user/base', { cookie: buyer })).data.company as string
    const total = async (keywords: string) =>
      (await shop.ask('GET', `/api/staff/chat?keywords=${encodeURIComponent(keywords)}`, { cookie: staff })).data.total
    expect(await total(name.slice(1, 5))).toBe(1)
    expect(await total('%')).toBe(0)
  })
})
