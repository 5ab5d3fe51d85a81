import { beforeEach, describe, expect, it } from 'vitest'
import type { LetterWire } from '#contract/invitations.ts'
import { cookieNamed, sessionOf } from '../../../../../test/credentials.ts'
import { makeCompany, makeStaffOf } from '../../../../../test/fixtures.ts'
import { type Answer, testShop } from '../../../../../test/harness.ts'

const NOW = new Date('2026-11-23T02:00:00Z')
const DAY_MS = 86_400_000
const PASSWORD = 'Demo-2026'
let next = 13_711_170_000
const freshPhone = () => String(++next)

const shop = await testShop({ now: NOW, sms: false })
const { db, pool } = shop.database
const kefu = await makeStaffOf(db, 'service', '柳依依')
beforeEach(async () => {
  shop.clock.now = NOW
  await db.deleteFrom('rate_count').execute()
})

const staff = (method: 'GET' | 'POST', url: string, body?: object, cookie = kefu) =>
  shop.ask(method, url, { cookie, ...(body && { body }) })

/** As the import leaves a company: passed, and nobody signs in for it. */
async function imported(
  values: { name?: string; phone?: string; contact?: string } = {},
): Promise<{ id: number; name: string; phone: string }> {
  const phone = values.phone ?? freshPhone()
  const { companyId, accountId } = await makeCompany(db, { contact: '何望槐', ...values, phone })
  await db.deleteFrom('account').where('id', '=', accountId).execute()
  const { name } = await db.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()
  return { id: companyId, name, phone }
}
const invite = async (companyId: number, phone?: string): Promise<LetterWire> => {
  const { data, text } = await staff('POST', '/api/staff/invitation', { company_ids: [companyId], ...(phone !== undefined && { phone }) })
  if (!data?.letters) throw new Error(text)
  return data.letters[0]
}
const inviteNew = async (body: object = {}): Promise<LetterWire> => {
  const { data, text } = await staff('POST', '/api/staff/invitation/new', { name: '望槐堂大药房', phone: freshPhone(), ...body })
  if (!data?.letters) throw new Error(text)
  return data.letters[0]
}
const look = (secret: string, ip?: string) => shop.ask('POST', '/api/invitation/look', { body: { secret }, ...(ip && { ip }) })
const comeIn = (letter: Pick<LetterWire, 'code' | 'phone'>, more: object = {}, ip?: string): Promise<Answer> =>
  shop.ask('POST', '/api/register/invited', {
    body: { secret: letter.code, phone: letter.phone, password: PASSWORD, name: '何望槐', agree: 1, ...more },
    ...(ip && { ip }),
  })
const rowOf = async (id: number) =>
  (await staff('GET', '/api/staff/invitation/list?per_page=100')).data.list.find((one: { id: number }) => one.id === id)
const command = async (id: number, name: 'resend' | 'revoke', more: object = {}) =>
  staff('POST', `/api/staff/invitation/${id}/${name}`, { version: (await rowOf(id)).version, ...more })
const owners = async (companyId: number) =>
  (await db.selectFrom('account_company').select('account_id').where('company_id', '=', companyId).where('is_owner', '=', true).execute())
    .length

describe('给已有企业的邀请', () => {
  it('导入的企业凭邀请第一次登录：不要验证码，立即看得到自己的企业；登录名是受邀的手机号', async () => {
    const company = await imported()
    const letter = await invite(company.id)
    expect(letter).toMatchObject({ company: company.name, is_new: 0, phone: company.phone, has_account: 0 })
    expect(letter.code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)
    expect(letter.link).toContain(`/register/invited#${letter.code}`)
    expect(letter.qr).toMatch(/^data:image\/svg\+xml;base64,/)
    expect((await look(letter.code)).data).toEqual({
      company: company.name,
      is_new: 0,
      contact: '何望槐',
      phone: company.phone.replace(/^(\d{3})\d{4}/, '$1****'),
      has_account: 0,
      expires_at: new Date(NOW.getTime() + 7 * DAY_MS).toISOString(),
    })
    const entered = await comeIn(letter)
    expect(entered).toMatchObject({
      code: 200,
      data: { username: company.phone, company: company.name, company_id: company.id, is_passed: 1 },
    })
    expect((await shop.ask('GET', '/api/user/base', { cookie: sessionOf(entered) })).data.company_id).toBe(company.id)
    expect((await shop.ask('POST', '/api/user/login', { body: { username: company.phone, password: PASSWORD } })).code).toBe(200)
    expect(await rowOf(letter.id)).toMatchObject({ state: 'used', ended_by: '何望槐', company_id: company.id })
  })

  it('企业收到消息，操作记录写明谁邀请、谁进来；密钥只存校验值，哪里都读不到', async () => {
    const company = await imported()
    const letter = await invite(company.id)
    const cookie = sessionOf(await comeIn(letter))
    const { list } = (await shop.ask('GET', '/api/user/message', { cookie })).data
    expect(list.map(({ title }: { title: string }) => title)).toContain('企业登录已开通')
    const { rows } = await pool.query('select action, actor, after from audit_log where subject = $1 order by id', [
      `company:${company.id}`,
    ])
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
      ['company.invite', '柳依依'],
      ['company.invited_in', '何望槐'],
    ])
    const dump = JSON.stringify([
      rows,
      (await pool.query('select * from company_invitation where id = $1', [letter.id])).rows,
      await rowOf(letter.id),
    ])
    expect(dump).not.toContain(letter.code)
    expect(dump).not.toContain(letter.code.replaceAll('-', ''))
  })

  it('已经有人能登录的企业不再邀请；在途的邀请不重复，过期之后可以再邀请', async () => {
    const there = await makeCompany(db)
    expect(await staff('POST', '/api/staff/invitation', { company_ids: [there.companyId] })).toMatchObject({ code: 409 })
    const company = await imported()
    const letter = await invite(company.id)
    const again = await staff('POST', '/api/staff/invitation', { company_ids: [company.id] })
    expect(again).toMatchObject({ code: 409, message: expect.stringContaining('柳依依已发出邀请') })
    shop.clock.now = new Date(NOW.getTime() + 7 * DAY_MS)
    const later = await invite(company.id)
    expect(await rowOf(letter.id)).toMatchObject({ state: 'expired' })
    expect((await look(letter.code)).message).toBe('这份邀请已过期，请联系客服重新发出')
    expect((await comeIn(later)).code).toBe(200)
    expect((await staff('POST', '/api/staff/invitation', { company_ids: [999_999_999] })).code).toBe(404)
  })

  it('同时邀请同一家企业：只有一份', async () => {
    const company = await imported()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => staff('POST', '/api/staff/invitation', { company_ids: [company.id] })),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 409)).toHaveLength(4)
  })

  it('许多企业一次邀请：每家一封，绑定各自的手机；不能邀请的说明原因；多家时不另填手机', async () => {
    const [first, second] = [await imported(), await imported({ phone: '027-88880000' })]
    const there = await makeCompany(db, { name: '早有登录大药房' })
    const ids = [first.id, second.id, there.companyId]
    const { data } = await staff('POST', '/api/staff/invitation', { company_ids: ids })
    expect(data.letters.map(({ company, phone }: LetterWire) => [company, phone])).toEqual([
      [first.name, first.phone],
      [second.name, ''],
    ])
    expect(new Set(data.letters.map(({ code }: LetterWire) => code)).size).toBe(2)
    expect(data.skipped).toEqual([{ company_id: there.companyId, name: '早有登录大药房', why: expect.stringContaining('已经有人能登录') }])
    const refused = await staff('POST', '/api/staff/invitation', { company_ids: ids, phone: freshPhone() })
    expect(refused.data.errors[0]).toEqual({ field: 'phone', message: '手机号只能为一家企业填写' })
    const none = await staff('POST', '/api/staff/invitation', { company_ids: [there.companyId, first.id] })
    expect(none).toMatchObject({ code: 200, data: { letters: [] } })
  })

  it('不绑定手机的邀请：手机由受邀人填写', async () => {
    const company = await imported()
    const letter = await invite(company.id, '')
    expect(letter.phone).toBe('')
    expect((await look(letter.code)).data.phone).toBe('')
    const own = freshPhone()
    expect((await comeIn(letter, { phone: own })).data).toMatchObject({ username: own, company_id: company.id })
    expect(
      (await staff('POST', '/api/staff/invitation', { company_ids: [(await imported()).id], phone: '12345' })).data.errors[0].field,
    ).toBe('phone')
  })

  it('没有登录的企业可以单独列出；邀请发出后不在其中，过期后又在', async () => {
    const company = await imported({ name: '槐下无登录药房' })
    const there = async () =>
      (await staff('GET', `/api/staff/companies?login=none&keywords=${encodeURIComponent('槐下无登录')}`)).data.list.length
    expect(await there()).toBe(1)
    const letter = await invite(company.id)
    expect(await there()).toBe(0)
    shop.clock.now = new Date(NOW.getTime() + 8 * DAY_MS)
    expect(await there()).toBe(1)
    expect(await rowOf(letter.id)).toMatchObject({ state: 'expired' })
  })
})

describe('给新企业的邀请', () => {
  it('注册出以受邀名称开头的企业，未提交、看不到价格，可以继续填资料', async () => {
    const letter = await inviteNew({ name: ' 望槐堂大药房 ', contact: '何望槐' })
    expect(letter).toMatchObject({ company: '望槐堂大药房', is_new: 1, contact: '何望槐' })
    const entered = await comeIn(letter)
    expect(entered).toMatchObject({ code: 200, data: { company: '望槐堂大药房', review_state: 0, is_passed: 0 } })
    const dossier = await shop.ask('GET', '/api/company', { cookie: sessionOf(entered) })
    expect(dossier.data).toMatchObject({ name: '望槐堂大药房', contact: '何望槐', phone: letter.phone })
    expect(await rowOf(letter.id)).toMatchObject({ state: 'used', company_id: entered.data.company_id, is_new: 1 })
  })

  it.each([
    ['name', { name: '药房' }, '请填写营业执照上的企业全称'],
    ['phone', { phone: '1371117' }, '请输入 11 位手机号'],
  ])('%s 写错说在那一栏', async (field, wrong, message) => {
    const answer = await staff('POST', '/api/staff/invitation/new', { name: '望槐堂大药房', phone: freshPhone(), ...wrong })
    expect(answer.data.errors).toContainEqual({ field, message })
  })

  it('名册里已有、还没有登录的同名企业：指到它的记录去；同一手机的新企业邀请不重复', async () => {
    const company = await imported({ name: '槐荫名册大药房' })
    const named = await staff('POST', '/api/staff/invitation/new', { name: company.name })
    expect(named.data.errors[0].field).toBe('name')
    const letter = await inviteNew()
    const twice = await staff('POST', '/api/staff/invitation/new', { name: '另一家大药房', phone: letter.phone })
    expect(twice.data.errors[0]).toMatchObject({ field: 'phone', message: expect.stringContaining('已有一份没有用的邀请') })
    shop.clock.now = new Date(NOW.getTime() + 7 * DAY_MS)
    expect((await staff('POST', '/api/staff/invitation/new', { name: '另一家大药房', phone: letter.phone })).code).toBe(200)
  })
})

describe('用邀请', () => {
  it('邀请码小写、带空格、连字符丢了、整条链接粘贴，都认得；O 与 0、I 与 1 不分', async () => {
    const letter = await inviteNew()
    const typed = letter.code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'i')
    for (const one of [typed, letter.code.replaceAll('-', ''), letter.link, ` ${letter.code} `])
      expect((await look(one)).code, one).toBe(200)
    expect((await rowOf(letter.id)).state).toBe('opened')
  })

  it('两个人同时用一封信：一个账号、一家企业，另一个被告知已经用过', async () => {
    const company = await imported()
    const letter = await invite(company.id, '')
    const answers = await Promise.all([comeIn(letter, { phone: freshPhone() }), comeIn(letter, { phone: freshPhone() })])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)?.message).toBe('这份邀请已经用过，请直接登录')
    expect(await owners(company.id)).toBe(1)
  })

  it('同一个人连点五次：都进来，只有一个账号；十分钟后不再算同一次提交，密码不对的从来不算', async () => {
    const letter = await inviteNew()
    const answers = await Promise.all(Array.from({ length: 5 }, () => comeIn(letter)))
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ data }) => `${data.id}/${data.company_id}`)).size).toBe(1)
    expect((await comeIn(letter, { password: 'Other-2026' })).code).toBe(409)
    shop.clock.now = new Date(NOW.getTime() + 11 * 60_000)
    expect((await comeIn(letter)).code).toBe(409)
  })

  it('表单开着时被撤回：不能再用，说明白；撤回要写进记录', async () => {
    const company = await imported()
    const letter = await invite(company.id)
    expect((await look(letter.code)).code).toBe(200)
    expect((await command(letter.id, 'revoke', { reason: '发错了人' })).code).toBe(200)
    expect(await comeIn(letter)).toMatchObject({ code: 409, message: '这份邀请已被撤回，请联系客服重新发出' })
    expect(await owners(company.id)).toBe(0)
    expect(await command(letter.id, 'resend')).toMatchObject({ code: 409, message: '这份邀请已撤回，请重新邀请' })
    const { rows } = await pool.query(`select reason from audit_log where action = 'company.invite_revoked' and subject = $1`, [
      `company:${company.id}`,
    ])
    expect(rows).toEqual([{ reason: '发错了人' }])
    expect((await comeIn(await invite(company.id))).code).toBe(200)
  })

  it('重新发出：旧信失效，新信有效，期限重新算；用过的不能重发；后按的一位同事被告知已有人重发', async () => {
    const letter = await inviteNew()
    const before = (await rowOf(letter.id)).version
    shop.clock.now = new Date(NOW.getTime() + 8 * DAY_MS)
    const fresh = (await command(letter.id, 'resend')).data.letters[0]
    expect(fresh.id).toBe(letter.id)
    expect(await look(letter.code)).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'secret', message: expect.stringContaining('没有这份邀请') }] },
    })
    expect(await rowOf(letter.id)).toMatchObject({
      state: 'sent',
      sends: 2,
      expires_at: new Date(NOW.getTime() + 15 * DAY_MS).toISOString(),
    })
    const late = await staff('POST', `/api/staff/invitation/${letter.id}/resend`, { version: before })
    expect(late).toMatchObject({ code: 409, data: { reason: 'CHANGED_MEANWHILE' } })
    expect((await comeIn(fresh)).code).toBe(200)
    expect(await command(letter.id, 'resend')).toMatchObject({ code: 409, message: '这份邀请已经用过' })
    expect(await command(letter.id, 'revoke')).toMatchObject({ code: 409, message: '这份邀请已经用过' })
    expect((await staff('POST', '/api/staff/invitation/999999999/revoke', { version: 0 })).code).toBe(404)
    expect((await staff('POST', '/api/staff/invitation/999999999/resend', { version: 0 })).code).toBe(404)
  })

  it('过期的邀请在第 7 天的那一刻失效', async () => {
    const letter = await inviteNew()
    shop.clock.now = new Date(NOW.getTime() + 7 * DAY_MS)
    expect(await comeIn(letter)).toMatchObject({ code: 409, message: '这份邀请已过期，请联系客服重新发出' })
  })

  it('不是受邀的手机号进不来；错五次这封信停用，重新发出后又能用', async () => {
    const letter = await inviteNew()
    const wrong = await Promise.all(Array.from({ length: 8 }, () => comeIn(letter, { phone: freshPhone() })))
    expect(wrong.filter(({ code }) => code === 422)).toHaveLength(5)
    expect(wrong.find(({ code }) => code === 422)?.data.errors[0]).toEqual({ field: 'phone', message: '与邀请的手机号不符' })
    expect(await comeIn(letter)).toMatchObject({ code: 409, message: expect.stringContaining('已停用') })
    expect(await look(letter.code)).toMatchObject({ code: 409, message: expect.stringContaining('已停用') })
    expect(await rowOf(letter.id)).toMatchObject({ is_locked: 1 })
    const fresh = (await command(letter.id, 'resend')).data.letters[0]
    expect((await comeIn(fresh)).code).toBe(200)
  })

  it('填对手机不算试错：已有账号的人试多少次，这封信都还能接受', async () => {
    const owner = await makeCompany(db)
    const letter = await inviteNew({ name: '第三家望槐堂', phone: owner.username })
    for (let round = 0; round < 7; round++) expect((await comeIn(letter)).data.errors[0].message).toContain('请登录后接受')
    expect((await shop.ask('POST', '/api/invitation/accept', { cookie: owner.cookie, body: { secret: letter.code, agree: 1 } })).code).toBe(
      200,
    )
  })

  it('第五次才填对手机的人进得来', async () => {
    const letter = await inviteNew()
    for (let round = 0; round < 4; round++) expect((await comeIn(letter, { phone: freshPhone() })).code).toBe(422)
    expect((await comeIn(letter)).code).toBe(200)
  })

  it('猜：一个地址一小时 60 次，之后 429；猜错的和不成形的回答一样', async () => {
    const ip = '203.0.113.7'
    const first = await look('ABCD-EFGH-JKMN-PQRS', ip)
    expect(await look('x', ip)).toMatchObject({ code: first.code, message: first.message })
    for (let round = 2; round < 60; round++) await look(`ABCD-EFGH-JKMN-P${String(round).padStart(3, '0')}`, ip)
    expect(await look('ABCD-EFGH-JKMN-PQRS', ip)).toMatchObject({ code: 429 })
    expect((await comeIn({ code: 'ABCD-EFGH-JKMN-PQRS', phone: freshPhone() }, {}, ip)).code).toBe(429)
    expect((await look('ABCD-EFGH-JKMN-PQRS', '203.0.113.8')).code).toBe(422)
  })

  it.each([
    ['password', { password: 'short' }],
    ['name', { name: ' ' }],
    ['agree', { agree: 0 }],
    ['phone', { phone: '123' }],
  ])('%s 写错被指出，信还能用，不算试错', async (field, wrong) => {
    const letter = await inviteNew()
    expect((await comeIn(letter, wrong)).data.errors[0].field).toBe(field)
    expect((await comeIn(letter)).code).toBe(200)
  })

  it('不绑定手机的信不能占用另一封信受邀的手机号', async () => {
    const [bound, open] = [await inviteNew(), await inviteNew({ phone: '' })]
    const answer = await comeIn(open, { phone: bound.phone })
    expect(answer.data.errors[0]).toMatchObject({ field: 'phone', message: expect.stringContaining('另有一份邀请') })
    expect((await comeIn(bound)).code).toBe(200)
  })
})

describe('受邀的手机号已有账号', () => {
  const accept = (letter: LetterWire, cookie: string, agree = 1) =>
    shop.ask('POST', '/api/invitation/accept', { cookie, body: { secret: letter.code, agree } })

  it('登录之后接受：企业归到这个账号，会话换令牌并进入它，原来的门店还在', async () => {
    const owner = await makeCompany(db, { name: '百草一店' })
    const company = await imported({ phone: owner.username })
    const letter = await invite(company.id)
    expect(letter.has_account).toBe(1)
    expect((await look(letter.code)).data.has_account).toBe(1)
    expect((await comeIn(letter)).data.errors[0]).toEqual({ field: 'phone', message: '该手机号已有账号，请登录后接受邀请' })
    expect((await accept(letter, '')).code).toBe(401)
    expect((await accept(letter, owner.cookie, 0)).data.errors[0].field).toBe('agree')
    const entered = await accept(letter, owner.cookie)
    expect(entered).toMatchObject({ code: 200, data: { company_id: company.id } })
    expect(entered.data.stores.map(({ company_id }: { company_id: number }) => company_id).sort()).toEqual(
      [owner.companyId, company.id].sort(),
    )
    expect((await shop.ask('GET', '/api/user/base', { cookie: owner.cookie })).code).toBe(401)
    // Sent again: the same answer.
    expect((await accept(letter, sessionOf(entered))).data.company_id).toBe(company.id)
    const { data } = await shop.ask('GET', '/api/user/store', {
      cookie: cookieNamed(await accept(letter, await shopSession(owner.accountId, owner.companyId)), 'sid'),
    })
    expect(data.group_name).toBe('百草一店')
  })

  it('别人的账号不能接受绑定手机的邀请；新企业的邀请也能由已有账号接受', async () => {
    const [stranger, owner] = [await makeCompany(db), await makeCompany(db)]
    const letter = await inviteNew({ name: '第二家望槐堂', phone: owner.username })
    expect(await accept(letter, stranger.cookie)).toMatchObject({
      code: 403,
      message: expect.stringContaining('请用这个手机号的账号登录后接受'),
    })
    expect((await accept(letter, owner.cookie)).data).toMatchObject({ company: '第二家望槐堂', review_state: 0 })
  })

  it('两个账号同时接受一封不绑定手机的信：一个得到', async () => {
    const [one, two] = [await makeCompany(db), await makeCompany(db)]
    const company = await imported()
    const letter = await invite(company.id, '')
    const answers = await Promise.all([accept(letter, one.cookie), accept(letter, two.cookie)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(await owners(company.id)).toBe(1)
  })

  it('被邀请进别家门店采购的账号接受后成为它的负责人', async () => {
    const guest = await makeCompany(db)
    const company = await imported({ phone: guest.username })
    await db.insertInto('account_company').values({ account_id: guest.accountId, company_id: company.id, is_owner: false }).execute()
    expect((await accept(await invite(company.id), guest.cookie)).code).toBe(200)
    expect(await owners(company.id)).toBe(1)
  })

  const shopSession = (accountId: number, companyId: number) =>
    shop.sessions.open({ accountId, companyId, ip: '127.0.0.1', userAgent: '' }, shop.clock.now)
})

describe('邀请的列表', () => {
  it('按状态、种类、企业、名称和手机的开头筛选；没有权限的岗位看得到、发不了', async () => {
    const company = await imported({ name: '列表筛选大药房' })
    const letter = await invite(company.id)
    const fresh = await inviteNew({ name: '列表筛选新药房' })
    await look(fresh.code)
    const names = async (query: string, cookie = kefu) =>
      (await staff('GET', `/api/staff/invitation/list?${query}`, undefined, cookie)).data.list.map(
        ({ company: name }: { company: string }) => name,
      )
    const words = `keywords=${encodeURIComponent('列表筛选')}`
    expect(await names(words)).toEqual(['列表筛选新药房', '列表筛选大药房'])
    expect(await names(`${words}&state=sent`)).toEqual(['列表筛选大药房'])
    expect(await names(`${words}&state=opened`)).toEqual(['列表筛选新药房'])
    expect(await names(`${words}&kind=new`)).toEqual(['列表筛选新药房'])
    expect(await names(`${words}&kind=company&state=used`)).toEqual([])
    expect(await names(`company=${company.id}`)).toEqual(['列表筛选大药房'])
    expect(await names(`keywords=${letter.phone.slice(0, 10)}`)).toContain('列表筛选大药房')
    shop.clock.now = new Date(NOW.getTime() + 7 * DAY_MS)
    expect(await names(`${words}&state=expired`)).toEqual(['列表筛选新药房', '列表筛选大药房'])
    const finance = await makeStaffOf(db, 'finance')
    expect(await names(words, finance)).toHaveLength(2)
    expect((await staff('POST', '/api/staff/invitation', { company_ids: [company.id] }, finance)).code).toBe(403)
  })
})

describe('没有短信的商城', () => {
  it('注册页从“可用的登录方式”知道没有短信、到哪里要邀请；没有邀请不能注册', async () => {
    await db
      .insertInto('setting')
      .values([
        { key: 'hot_line', value: JSON.stringify('400-000-0000') },
        { key: 'supplier', value: JSON.stringify({ name: '示例医药有限公司', address: '示例路 1 号' }) },
      ])
      .onConflict((on) => on.doNothing())
      .execute()
    const { data } = await shop.ask('GET', '/api/user/login_ways')
    expect(data).toMatchObject({ sms: 0, help: { shop: '示例医药有限公司', hot_line: '400-000-0000', address: '示例路 1 号' } })
    const refused = await shop.ask('POST', '/api/register', {
      body: { phone: freshPhone(), code: '123456', password: PASSWORD, name: '何望槐', agree: 1 },
    })
    expect(refused).toMatchObject({ code: 409, message: '本商城凭邀请注册，请向客服要一份邀请' })
  })

  it('换手机号：密码验证之后不要短信验证码；别人的、受邀中的手机号不能换成', async () => {
    const letter = await inviteNew()
    const cookie = sessionOf(await comeIn(letter))
    const change = (phone: string, session: string) => shop.ask('POST', '/api/user/updateUserInfo', { cookie: session, body: { phone } })
    const fresh = freshPhone()
    expect((await change(fresh, cookie)).code).toBe(403)
    const prove = async (session: string) =>
      sessionOf(await shop.ask('POST', '/api/user/prove', { cookie: session, body: { password: PASSWORD } }))
    const proven = await prove(cookie)
    const other = await makeCompany(db)
    expect((await change(other.username, proven)).data.errors[0].message).toBe('该手机号已被其他账号使用')
    const invited = await inviteNew()
    expect((await change(invited.phone, proven)).data.errors[0].message).toContain('有一份待接受的邀请')
    const changed = await change(fresh, proven)
    expect(changed).toMatchObject({ code: 200, data: { phone: fresh, username: fresh } })
    expect((await shop.ask('POST', '/api/user/login', { body: { username: fresh, password: PASSWORD } })).code).toBe(200)
  })
})
