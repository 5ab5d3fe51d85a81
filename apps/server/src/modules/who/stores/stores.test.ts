import { beforeEach, describe, expect, it } from 'vitest'
import { creditCode } from '../../../../demo/credit-code.ts'
import { type Buyer, FAR_OFF, makeCompany, makeGoods, makeSession } from '../../../../test/fixtures.ts'
import { type Answer, testShop } from '../../../../test/harness.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const CODES = { first: creditCode('520103', 101), second: creditCode('520103', 102), nobody: creditCode('520103', 999) }
let owner: Buyer
let other: Buyer
let stranger: Buyer

const shop = await testShop({ now: NOW })
const { db } = shop.database
beforeEach(async () => {
  shop.clock.now = NOW
  await db.deleteFrom('store_invitation').execute()
  await db.updateTable('company').set({ credit_code: null }).execute()
  owner = await makeCompany(db, { name: '甲店', credit_code: CODES.first, papers: [{ name: '药品经营许可证', expires_on: '2026-12-31' }] })
  other = await makeCompany(db, { name: '乙店', credit_code: CODES.second, credit_limit: 500_000 })
  stranger = await makeCompany(db, { name: '丙店' })
})

const list = async (who: Buyer | string) => (await shop.ask('GET', '/api/user/store', { cookie: cookieOf(who) })).data
const cookieOf = (who: Buyer | string) => (typeof who === 'string' ? who : who.cookie)
const invite = (target: string, who: Buyer | string = owner, note?: string) =>
  shop.ask('POST', '/api/user/store/invite', { cookie: cookieOf(who), body: { target, ...(note && { note }) } })
const answer = (id: number, body: object, who: Buyer | string = other) =>
  shop.ask('POST', `/api/user/store/invitation/${id}/answer`, { cookie: cookieOf(who), body })
const unbind = (body: object, who: Buyer | string) => shop.ask('POST', '/api/user/store/unbind', { cookie: cookieOf(who), body })
const messagesOf = async (who: Buyer): Promise<string[]> =>
  (await shop.ask('GET', '/api/user/message', { cookie: who.cookie })).data.list.map((one: { title: string }) => one.title)
const names = (data: { stores: { name: string }[] }) => data.stores.map(({ name }) => name)
const sentId = (said: Answer): number => said.data.sent[0].id

async function bound(): Promise<number> {
  const id = sentId(await invite(CODES.second))
  expect((await answer(id, { agree: 1 })).code).toBe(200)
  return id
}

describe('门店一览', () => {
  it('每家门店写明资质、最近到期的证件、各状态订单、账期与购物车，互不相混', async () => {
    await bound()
    const goods = await makeGoods(db)
    await shop.ask('POST', '/api/cart', { cookie: owner.cookie, body: { list: [{ goods_id: goods, number: 2 }] } })
    const data = await list(owner)
    expect(data.stores).toMatchObject([
      {
        name: '甲店',
        is_owner: 1,
        active: 1,
        papers_state: 'soon',
        nearest: { name: '药品经营许可证', expires_on: '2026-12-31', days_left: 40 },
        cart_count: 1,
        credit_limit: '0.00',
      },
      { name: '乙店', is_owner: 0, active: 0, nearest: { expires_on: FAR_OFF }, cart_count: 0, credit_limit: '5000.00', partners: [] },
    ])
    expect(data.stores[0].orders.map((one: { status: string }) => one.status)).toEqual(['pending_payment', 'paid', 'picking', 'shipped'])
    expect(names(await list(stranger))).toEqual(['丙店'])
  })
})

describe('邀请', () => {
  it('按手机号或信用代码邀请，对方负责人收到消息，页面上看到是谁邀请的', async () => {
    for (const [target, who] of [
      [other.username, owner],
      [CODES.second, stranger],
    ] as const) {
      expect(await invite(target, who, '同一老板')).toMatchObject({
        code: 200,
        message: '邀请已发出，如该门店已在本站注册，其负责人会收到消息',
      })
    }
    await shop.jobs.runDue()
    const data = await list(other)
    expect(data.received).toMatchObject([
      { from_company: '丙店', note: '同一老板', stores: [{ name: '乙店' }] },
      { from_company: '甲店', stores: [{ company_id: other.companyId }] },
    ])
    expect((await messagesOf(other)).sort()).toEqual(['丙店 邀请您绑定门店', '甲店 邀请您绑定门店'].sort())
    expect((await list(stranger)).received).toEqual([])
  })

  it('对方不存在时，回答、列表与存在时一模一样', async () => {
    const [real, unreal] = [await invite(CODES.second), await invite(CODES.nobody)]
    expect(unreal.message).toBe(real.message)
    const strip = ({ id: _, target: __, ...row }: Record<string, unknown>) => row
    const rows = unreal.data.sent as Record<string, unknown>[]
    expect(rows.map(strip)[0]).toEqual(rows.map(strip)[1])
    await shop.jobs.runDue()
    expect((await list(owner)).sent.map((row: { status: string; store_name: string }) => [row.status, row.store_name])).toEqual([
      ['open', ''],
      ['open', ''],
    ])
  })

  it.each([
    ['12345', '请填写对方负责人的手机号，或 18 位统一社会信用代码'],
    ['911111111111111111', '请填写对方负责人的手机号，或 18 位统一社会信用代码'],
    ['own-phone', '这是您自己的门店，不需要邀请'],
    ['own-code', '这是您自己的门店，不需要邀请'],
  ])('写的是 %s：%s', async (typed, message) => {
    const target = typed === 'own-phone' ? owner.username : typed === 'own-code' ? CODES.first.toLowerCase() : typed
    expect(await invite(target)).toMatchObject({ code: 422, message, data: { errors: [{ field: 'target' }] } })
  })

  it('对同一家同时只有一份有效邀请，一起点十次也只有一份；过期后可以再邀请', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite(CODES.second)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 409)).toHaveLength(9)
    shop.clock.now = new Date(NOW.getTime() + 8 * 86_400_000)
    expect((await list(owner)).sent).toMatchObject([{ status: 'expired' }])
    expect((await list(other)).received).toEqual([])
    expect((await invite(CODES.second)).code).toBe(200)
    expect((await list(owner)).sent.map((row: { status: string }) => row.status)).toEqual(['open', 'expired'])
  })

  it('一天最多二十份，猜不完信用代码', async () => {
    for (let at = 0; at < 20; at++) expect((await invite(`1390009${String(at).padStart(4, '0')}`)).code).toBe(200)
    expect(await invite('13900099999')).toMatchObject({ code: 409, message: '今天发出的邀请已经很多，请明天再试' })
  })

  it('未通过审核的企业、别人的门店不能邀请', async () => {
    const waiting = await makeCompany(db, { review_state: 1 })
    expect(await invite(CODES.second, waiting)).toMatchObject({ code: 403, message: '企业通过审核后才能邀请其他门店' })
    await bound()
    const inOther = await makeSession(db, owner.accountId, other.companyId)
    expect(await invite(stranger.username, inOther)).toMatchObject({ code: 403 })
    expect(await list(inOther)).toMatchObject({ can_invite: 0, why_not: expect.stringContaining('由他人注册') })
  })

  it('撤回之后对方不能再同意，也看不到它', async () => {
    const id = sentId(await invite(CODES.second))
    expect((await shop.ask('POST', `/api/user/store/invitation/${id}/withdraw`, { cookie: stranger.cookie })).code).toBe(404)
    expect((await shop.ask('POST', `/api/user/store/invitation/${id}/withdraw`, { cookie: owner.cookie })).code).toBe(200)
    expect((await list(other)).received).toEqual([])
    expect(await answer(id, { agree: 1 })).toMatchObject({ code: 409, message: '对方已撤回这份邀请' })
  })
})

describe('答复', () => {
  it('同意后邀请方能切换到这家门店，各店的资质、价格、购物车和订单仍是各自的', async () => {
    await bound()
    expect(await messagesOf(owner)).toEqual(['乙店 已与您绑定'])
    expect(await messagesOf(other)).toEqual(['门店已与 甲店 绑定'])
    expect(names(await list(owner))).toEqual(['甲店', '乙店'])
    expect((await list(owner)).sent[0]).toMatchObject({ status: 'consented', store_name: '乙店' })
    expect(await shop.ask('POST', '/api/user/switch_store', { cookie: owner.cookie, body: { company_id: other.companyId } })).toMatchObject(
      {
        code: 200,
        data: { company: '乙店', cart_count: 0 },
      },
    )
    expect(names(await list(other))).toEqual(['乙店'])
    expect((await list(other)).stores[0].partners).toEqual([
      { account_id: owner.accountId, name: '测试员', phone: `${owner.username.slice(0, 3)}****${owner.username.slice(-4)}` },
    ])
  })

  it('拒绝后什么也没有绑定，邀请方得知没有被接受', async () => {
    const id = sentId(await invite(CODES.second))
    expect(await answer(id, { agree: 0 })).toMatchObject({ code: 200, message: '已拒绝邀请' })
    expect(names(await list(owner))).toEqual(['甲店'])
    expect(await messagesOf(owner)).toEqual(['门店邀请未被接受'])
  })

  it('同时同意两次，只成一次；一边同意一边撤回，只有一个算数', async () => {
    const id = sentId(await invite(CODES.second))
    const twice = await Promise.all([answer(id, { agree: 1 }), answer(id, { agree: 1 })])
    expect(twice.map(({ code }) => code).sort()).toEqual([200, 409])
    const next = sentId(await invite(stranger.username))
    const both = await Promise.all([
      answer(next, { agree: 1 }, stranger),
      shop.ask('POST', `/api/user/store/invitation/${next}/withdraw`, { cookie: owner.cookie }),
    ])
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
    const joined = names(await list(owner)).includes('丙店')
    expect((await list(owner)).sent[0].status).toBe(joined ? 'consented' : 'withdrawn')
  })

  it('互相同时邀请并同意，不互相等死，进同一个门店组', async () => {
    const [forth, back] = [sentId(await invite(CODES.second)), sentId(await invite(CODES.first, other))]
    const answers = await Promise.all([answer(forth, { agree: 1 }), answer(back, { agree: 1 }, owner)])
    expect(answers.map(({ code }) => code)).toEqual(expect.arrayContaining([200]))
    const groups = await db.selectFrom('company').select('store_group_id').where('id', 'in', [owner.companyId, other.companyId]).execute()
    expect(new Set(groups.map((one) => one.store_group_id)).size).toBe(1)
    expect(groups[0]?.store_group_id).not.toBeNull()
  })

  it('不是发给自己的邀请不存在；被绑定的账号不能替门店同意', async () => {
    const id = sentId(await invite(CODES.second))
    expect((await answer(id, { agree: 1 }, stranger)).code).toBe(404)
    expect((await answer(999_999, { agree: 1 })).code).toBe(404)
    await answer(id, { agree: 1 })
    const next = sentId(await invite(CODES.second, stranger))
    const inOther = await makeSession(db, owner.accountId, other.companyId)
    expect((await answer(next, { agree: 1 }, inOther)).code).toBe(404)
    expect((await list(inOther)).received).toEqual([])
  })

  it('按手机号邀请的，负责人选哪家门店加入；不能选别人的', async () => {
    const second = await makeCompany(db, { name: '乙二店' })
    await db.deleteFrom('account_company').where('company_id', '=', second.companyId).execute()
    await db.insertInto('account_company').values({ account_id: other.accountId, company_id: second.companyId }).execute()
    const id = sentId(await invite(other.username))
    expect((await list(other)).received[0].stores.map((one: { name: string }) => one.name)).toEqual(['乙店', '乙二店'])
    expect(await answer(id, { agree: 1, company_id: stranger.companyId })).toMatchObject({ code: 422, message: '请选择要绑定的门店' })
    expect(await answer(id, { agree: 1, company_id: second.companyId })).toMatchObject({ code: 200, message: '乙二店 已与 甲店 绑定' })
    expect(names(await list(owner))).toEqual(['甲店', '乙二店'])
  })

  it('自己填的、还没有通过审核的信用代码收不到邀请，也不能替真正的门店答应', async () => {
    await db.updateTable('company').set({ credit_code: null }).where('id', '=', other.companyId).execute()
    const pretender = await makeCompany(db, { name: '乙店', credit_code: CODES.second, review_state: 0 })
    const id = sentId(await invite(CODES.second))
    await shop.jobs.runDue()
    expect(await messagesOf(pretender)).toEqual([])
    expect((await list(pretender)).received).toEqual([])
    expect((await answer(id, { agree: 1 }, pretender)).code).toBe(404)
    expect(names(await list(owner))).toEqual(['甲店'])
  })

  it('邀请之后被冻结的企业，得不到别人的门店', async () => {
    const id = sentId(await invite(CODES.second))
    await db.updateTable('company').set({ review_state: 4 }).where('id', '=', owner.companyId).execute()
    expect(await answer(id, { agree: 1 })).toMatchObject({ code: 409, message: '邀请方的企业目前不能采购，邀请无效' })
    expect((await answer(id, { agree: 0 })).code).toBe(200)
  })

  it('已在别的门店组里的门店，要先解除', async () => {
    await bound()
    const id = sentId(await invite(CODES.second, stranger))
    expect(await answer(id, { agree: 1 })).toMatchObject({ code: 409, message: '乙店 已在门店组“甲店”中，请先解除后再同意' })
    expect((await list(other)).received).toHaveLength(1)
  })
})

describe('解除', () => {
  it('门店负责人解除后，对方立刻不能再看这家店，正在用它的会话回到自己的店', async () => {
    await bound()
    const inside = await makeSession(db, owner.accountId, other.companyId)
    expect((await shop.ask('GET', '/api/user/base', { cookie: inside })).data.company).toBe('乙店')
    expect(await unbind({ company_id: other.companyId, account_id: owner.accountId }, other)).toMatchObject({ code: 200 })
    shop.sessions.forget()
    expect((await shop.ask('GET', '/api/user/base', { cookie: inside })).data.company).toBe('甲店')
    expect((await shop.ask('POST', '/api/user/switch_store', { cookie: inside, body: { company_id: other.companyId } })).code).toBe(404)
    const group = await db.selectFrom('company').select('store_group_id').where('id', '=', other.companyId).executeTakeFirstOrThrow()
    expect(group.store_group_id).toBeNull()
    expect(await messagesOf(owner)).toContain('已与 乙店 解除绑定')
  })

  it('被绑定的一方可以自己退出，回答里已经是自己的店', async () => {
    await bound()
    const inside = await makeSession(db, owner.accountId, other.companyId)
    const left = await unbind({ company_id: other.companyId }, inside)
    expect(left).toMatchObject({ code: 200, message: '已与 乙店 解除绑定' })
    expect(left.data.stores).toMatchObject([{ name: '甲店', active: 1 }])
  })

  it('自己的门店不能解除；别人的门店、别人的绑定都不存在', async () => {
    await bound()
    expect((await unbind({ company_id: owner.companyId }, owner)).code).toBe(409)
    expect((await unbind({ company_id: stranger.companyId }, owner)).code).toBe(404)
    expect((await unbind({ company_id: other.companyId, account_id: owner.accountId }, stranger)).code).toBe(404)
    expect((await unbind({ company_id: other.companyId, account_id: other.accountId }, owner)).code).toBe(404)
    expect((await unbind({ company_id: other.companyId, account_id: stranger.accountId }, other)).code).toBe(404)
    expect(names(await list(owner))).toEqual(['甲店', '乙店'])
  })

  it('解除后可以重新邀请并绑定', async () => {
    await bound()
    await unbind({ company_id: other.companyId, account_id: owner.accountId }, other)
    await bound()
    expect(names(await list(owner))).toEqual(['甲店', '乙店'])
  })
})
