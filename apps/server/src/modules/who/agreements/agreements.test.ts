import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { holdReasons } from '#domain/standing.ts'
import { makeAgreement } from '../../../../test/agreements.ts'
import { buy, fillCart, makeAddress, openSheet, submit } from '../../../../test/buying.ts'
import { codeTo, registerBuyer } from '../../../../test/credentials.ts'
import { type Buyer, makeCompany, makeGoods, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { keepSetting } from '../../../../test/rows.ts'

const NOW = new Date('2026-11-23T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
await keepSetting(db, 'company_name', '衡安医药有限公司')
const editor = await makeStaffOf(db, 'marketer', '孙运营')
const head = await makeStaffOf(db, 'administrator', '郑管理')
const goods = await makeGoods(db, { name: '感冒灵颗粒', price: '10.00' })

const accountOf = async (name: string) =>
  (await db.selectFrom('account').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
const sha = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
const staff = (method: 'GET' | 'POST', path: string, body?: object, cookie = editor) =>
  shop.ask(method, `/api/staff/agreement${path}`, { cookie, ...(body && { body }) })
const DRAFT = { body: '第一版正文', changes: '', planned_at: '', at_registration: 1, demanded: 0, blocks_on: '' }
const save = (id: number, version: number, more: object = {}, cookie = editor) =>
  staff('POST', `/${id}/draft`, { ...DRAFT, ...more, version }, cookie)
const publish = (id: number, version: number) => staff('POST', `/${id}/publish`, { version })
const decide = (request: number, command = 'approve', cookie = head) =>
  shop.ask('POST', `/api/staff/approval/${request}/${command}`, { cookie, body: command === 'refuse' ? { reason: '不妥' } : {} })
const record = async (id: number) => (await staff('GET', `/${id}`)).data
const shown = (code: string) => shop.ask('GET', `/api/article/detail?code=${code}`)
const own = async (buyer: Pick<Buyer, 'cookie'>) => (await shop.ask('GET', '/api/agreement', { cookie: buyer.cookie })).data
const accept = (buyer: Pick<Buyer, 'cookie'>, id: number, sha256: string, agreed = 1) =>
  shop.ask('POST', `/api/agreement/${id}/accept`, { cookie: buyer.cookie, body: { sha256, agreed } })
const at = (text: string) => {
  shop.clock.now = new Date(text)
  shop.sessions.forget()
}

async function made(code: string, title: string, more: object = {}): Promise<number> {
  const { data, text } = await staff('POST', '', { code, title })
  if (!data?.id) throw new Error(text)
  const saved = await save(data.id, 0, more)
  if (saved.code !== 200) throw new Error(saved.text)
  const asked = await publish(data.id, 1)
  if (asked.code !== 202) throw new Error(asked.text)
  const done = await decide(asked.data.request.id)
  if (done.code !== 200) throw new Error(done.text)
  return data.id
}

describe('写协议：起草、另一人批准、生效', () => {
  it('按范本起草用户协议与隐私政策；没有填的空白不能送审；送审的由另一人批准，批准以前买家看不到', async () => {
    expect((await staff('GET', '')).data.missing).toEqual(['用户协议', '隐私政策'])
    expect((await staff('POST', '/prepare', {})).data.made).toEqual(['用户协议', '隐私政策'])
    expect((await staff('POST', '/prepare', {})).data.made).toEqual([])
    const { list, missing } = (await staff('GET', '?keywords=用户')).data
    expect(missing).toEqual([])
    expect(list).toMatchObject([{ title: '用户协议', url: '/help/fwbz/yhxy', number: null, next_number: 1, next_state: 'draft' }])
    const { id } = list[0]
    const drafted = await record(id)
    expect(drafted).toMatchObject({ version: 1, draft_number: 1, blanks: ['约定的管辖法院'], versions: [] })
    expect((await publish(id, 1)).message).toBe('还有 1 处要填写，填好再送审：约定的管辖法院')
    const body = drafted.draft.body.replace('【请填写：约定的管辖法院】', '贵阳市云岩区人民法院')
    expect((await save(id, 1, { body })).data.version).toBe(2)
    const asked = await publish(id, 2)
    expect(asked.code).toBe(202)
    expect((await record(id)).request).toMatchObject({ asked_by: '孙运营', mine: 1 })
    expect((await save(id, 2, { body: '改' })).message).toContain('请先撤回送审')
    expect((await decide(asked.data.request.id, 'approve', editor)).code).toBe(403)
    expect((await shown('yhxy')).status).toBe(404)
    expect((await decide(asked.data.request.id)).code).toBe(200)
    expect((await shown('yhxy')).data).toMatchObject({ title: '用户协议', body, section: { code: 'fwbz' } })
    expect((await record(id)).versions).toMatchObject([
      { number: 1, state: 'in_force', asked_by: '孙运营', approved_by: '郑管理', sha256: sha(body), in_force_at: NOW.toISOString() },
    ])
    expect((await shop.ask('GET', '/api/global/links')).data.list).toMatchObject([
      { name: '服务保障', children: [{ name: '用户协议', url: '/help/fwbz/yhxy' }] },
    ])
    expect((await shop.ask('GET', '/api/article/search?keywords=云岩区人民法院')).data.list).toMatchObject([{ code: 'yhxy' }])
  })

  it('定了生效时间的到时自己生效：以前显示旧的，以后显示新的；没有生效的可以撤回，生效的不能', async () => {
    const id = await made('fwxy', '采购平台服务协议')
    expect((await save(id, 0, { body: '第二版正文', planned_at: '2026-11-22T00:00:00Z' })).data.errors).toMatchObject([
      { field: 'planned_at', message: '生效时间已经过去' },
    ])
    expect((await save(id, 0, { body: '第二版正文', planned_at: '2026-12-01T00:00:00+08:00' })).data).toMatchObject({
      draft_number: 2,
      version: 1,
    })
    const asked = await publish(id, 1)
    expect(asked.data.request.title).toBe('《采购平台服务协议》第 2 版，2026-12-01 00:00 生效')
    await decide(asked.data.request.id)
    expect((await shown('fwxy')).data.body).toBe('第一版正文')
    // A third that would be overtaken by the second is not published before that one is taken back.
    await save(id, 0, { body: '第三版正文' })
    expect((await publish(id, 1)).message).toContain('第 2 版定于 2026-12-01 00:00 生效')
    expect((await staff('POST', `/${id}/withdraw`, { number: 2, reason: '条款有误' })).code).toBe(200)
    expect((await staff('POST', `/${id}/withdraw`, { number: 2, reason: '条款有误' })).message).toBe('这一版已经撤回')
    expect((await staff('POST', `/${id}/withdraw`, { number: 1, reason: '条款有误' })).message).toContain('已经生效的版本不能撤回')
    expect((await staff('POST', `/${id}/withdraw`, { number: 9, reason: '条款有误' })).code).toBe(404)
    const third = await publish(id, 1)
    await decide(third.data.request.id)
    at('2026-12-01T01:00:00Z')
    expect((await shown('fwxy')).data.body).toBe('第三版正文')
    expect((await record(id)).versions.map(({ number, state }: { number: number; state: string }) => [number, state])).toEqual([
      [3, 'in_force'],
      [2, 'withdrawn'],
      [1, 'replaced'],
    ])
    at(NOW.toISOString())
  })

  it('批准过的版本，谁也改不了一个字、删不掉；同意的记录也是，数据库自己拒绝', async () => {
    const id = await made('gdxy', '不可更改的协议')
    const change = (text: string) => pool.query(text, [id])
    for (const statement of [
      `update agreement_version set body = '改' where agreement_id = $1`,
      `update agreement_version set blocks_on = current_date, demanded = true where agreement_id = $1`,
      `update agreement_version set in_force_at = now() where agreement_id = $1`,
      `delete from agreement_version where agreement_id = $1`,
    ])
      await expect(change(statement), statement).rejects.toThrow('never changes')
    const buyer = await makeCompany(db)
    const [{ id: version, sha256 }] = (await record(id)).versions
    await accept(buyer, version, sha256)
    await expect(pool.query(`update agreement_acceptance set ip = '' where version_id = $1`, [version])).rejects.toThrow('stays as it was')
    await expect(pool.query(`delete from agreement_acceptance where version_id = $1`, [version])).rejects.toThrow('stays as it was')
  })

  it('正文只收文章的写法；限制下单的日子至少给一天；两人写一份，后存的看到别人写了什么', async () => {
    const { id } = (await staff('POST', '', { code: 'jcxy', title: '检查' })).data
    const wrong = async (more: object) => {
      const answer = await save(id, 0, more)
      expect(answer.status, answer.text).toBe(422)
      return answer.data.errors.map(({ field }: { field: string }) => field)
    }
    expect(await wrong({ body: '看 <b>这里</b>' })).toEqual(['body'])
    expect(await wrong({ body: '点[这里](https://elsewhere.example/)', planned_at: '明天' })).toEqual(['body', 'planned_at'])
    expect(await wrong({ blocks_on: '2026-12-30' })).toEqual(['blocks_on'])
    expect(await wrong({ demanded: 1, blocks_on: '2026-13-45' })).toEqual(['blocks_on'])
    expect(await wrong({ demanded: 1, blocks_on: '2026-11-23' })).toEqual(['blocks_on'])
    expect(await wrong({ demanded: 1, planned_at: '2026-12-05T10:00:00+08:00', blocks_on: '2026-12-05' })).toEqual(['blocks_on'])
    expect((await save(id, 0, { body: '一\r\n\r\n\r\n\r\n二' })).data.draft.body).toBe('一\n\n二')
    const late = await save(id, 0, { body: '我的' }, head)
    expect([late.code, late.data.reason]).toEqual([409, 'CHANGED_MEANWHILE'])
    expect(late.data.changes).toContainEqual({ field: 'body', theirs: '一\n\n二' })
    for (const body of [
      { code: 'A b', title: '' },
      { code: 'jcxy', title: '再来' },
      { code: 'yhxy', title: '再来' },
    ])
      expect((await staff('POST', '', body)).status).toBe(422)
    // What was planned and left lying is late by the time that it is approved.
    await save(id, 1, { body: '正文', demanded: 1, blocks_on: '2026-11-25' })
    const asked = await publish(id, 2)
    at('2026-11-26T02:00:00Z')
    expect((await decide(asked.data.request.id)).message).toContain('至少给企业一天')
    at(NOW.toISOString())
  })

  it('协议的页面不能当文章改；帮助里找得到；没有权限的看不到，审计只看', async () => {
    const { rows } = await pool.query(`select id, version from article where slug = 'yhxy'`)
    const [{ id, version }] = rows
    const text = { id, section: 'fwbz', code: 'yhxy', title: '用户协议', summary: '', body: '偷改', author: '', version }
    expect((await shop.ask('POST', '/api/staff/article', { cookie: head, body: text })).message).toContain('按版本起草')
    for (const command of ['publish', 'withdraw', 'restore'])
      expect(
        (await shop.ask('POST', `/api/staff/article/${id}/${command}`, { cookie: head, body: { version, reason: '理由' } })).status,
      ).toBe(409)
    expect((await shop.ask('GET', '/api/staff/article?keywords=用户协议', { cookie: head })).data.total).toBe(0)
    const auditor = await makeStaffOf(db, 'auditor')
    expect((await staff('GET', '', undefined, auditor)).status).toBe(200)
    expect((await staff('POST', '', { code: 'x', title: 'y' }, auditor)).status).toBe(403)
    const picker = await makeStaffOf(db, 'warehouse')
    expect((await staff('GET', '', undefined, picker)).status).toBe(403)
    expect((await staff('GET', '/999999')).status).toBe(404)
    expect((await staff('POST', '/999999/draft', { ...DRAFT, version: 0 })).status).toBe(404)
  })
})

describe('注册即同意', () => {
  it('注册页列出生效中的各份；注册记下版本、谁、何时、从哪里、正文摘要；页面打开后换了版本的要重新看', async () => {
    const { list } = (await shop.ask('GET', '/api/agreement/registration')).data
    expect(list.map(({ title }: { title: string }) => title)).toContain('用户协议')
    const { cookie, answer } = await registerBuyer(shop, '13911170001')
    expect(answer.code).toBe(200)
    const { accepted, asked, can_accept: can } = await own({ cookie })
    expect([accepted.length, asked, can]).toEqual([list.length, [], 1])
    const { rows } = await pool.query(
      `select x.way, x.ip, encode(x.sha256, 'hex') as sha, encode(v.sha256, 'hex') as meant, x.accepted_at from agreement_acceptance x
         join agreement_version v on v.id = x.version_id where x.company_id = $1`,
      [answer.data.company_id],
    )
    expect(rows).toHaveLength(list.length)
    for (const row of rows) expect(row).toMatchObject({ way: 'registration', ip: '127.0.0.1', sha: row.meant, accepted_at: NOW })
    const phone = '13911170002'
    const code = await codeTo(shop, phone, 'register')
    const register = (agreements: number[]) =>
      shop.ask('POST', '/api/register', { body: { phone, code, password: 'Demo-2026', name: '陈店员', agree: 1, agreements } })
    expect((await register([list[0].id])).data.errors).toEqual([{ field: 'agree', message: '协议刚刚更新，请重新阅读后勾选' }])
    const read = list.map(({ id }: { id: number }) => id)
    expect((await register(read)).code).toBe(200)
    const store = await shop.ask('POST', '/api/register/store', { cookie, body: { agree: 1, agreements: read } })
    expect(store.code).toBe(200)
    const again = await pool.query(`select count(*)::int as n from agreement_acceptance where company_id = $1`, [store.data.company_id])
    expect(again.rows[0].n).toBe(list.length)
  })
})

describe('新版本要现有企业同意', () => {
  it('不要求的版本不问任何人；要求的生效后才问，先给期限，到日子没有同意的不能下单，同意后马上能', async () => {
    const buyer = await makeCompany(db)
    const address = await makeAddress(db, buyer.companyId)
    const lines = await fillCart(shop, buyer, [{ goods_id: goods, number: 1 }])
    expect((await own(buyer)).asked).toEqual([])
    const { id } = (await staff('GET', '?keywords=用户')).data.list[0]
    expect((await save(id, 0, { body: '第二版', demanded: 1 })).data.errors).toMatchObject([{ field: 'changes' }])
    const draft = {
      body: '第二版',
      changes: '退货期限改为七日',
      demanded: 1,
      planned_at: '2026-12-01T00:00:00+08:00',
      blocks_on: '2026-12-08',
    }
    await save(id, 0, draft)
    const asked = await publish(id, 1)
    expect(asked.data.request.changes).toContainEqual({ name: '未同意不能下单', before: '', after: '2026-12-08 起' })
    await decide(asked.data.request.id)
    const base = async () => (await shop.ask('GET', '/api/user/base', { cookie: buyer.cookie })).data.agreements
    expect(await base()).toEqual([])

    at('2026-12-02T02:00:00Z')
    expect(await base()).toEqual([{ title: '用户协议', blocks_on: '2026-12-08' }])
    const [shownNow] = (await own(buyer)).asked
    expect(shownNow).toMatchObject({ number: 2, changes: '退货期限改为七日', body: '第二版', days_left: 6, sha256: sha('第二版') })
    expect((await shop.ask('GET', '/api/user/home', { cookie: buyer.cookie })).data.todos).toContainEqual(
      expect.objectContaining({
        kind: 'agreement',
        title: '《用户协议》待同意',
        text: '2026-12-08 起未同意不能下单',
        url: '/xieyi',
      }),
    )
    const free = await openSheet(shop, buyer, lines)
    expect(free.code).toBe(200)

    at('2026-12-08T02:00:00Z')
    const stopped = await submit(shop, buyer, address, lines, free.data)
    expect(stopped.code).toBe(403)
    expect(stopped.data.reasons).toEqual([
      {
        code: 'AGREEMENT_UNACCEPTED',
        message: '请企业负责人阅读并同意《用户协议》：2026-12-08 起，没有同意的企业不能下单',
        action: { text: '去阅读', url: '/xieyi' },
      },
    ])
    expect((await accept(buyer, shownNow.id, shownNow.sha256, 0)).status).toBe(422)
    expect((await accept(buyer, shownNow.id, sha('别的'))).data.reason).toBe('TEXT_CHANGED')
    expect((await accept(buyer, shownNow.id, shownNow.sha256)).data).toMatchObject({ asked: [], accepted: [{ number: 2, is_current: 1 }] })
    expect((await accept(buyer, shownNow.id, shownNow.sha256)).data.accepted).toHaveLength(1)
    expect(await buy(shop, buyer, address, [{ goods_id: goods, number: 1 }])).toHaveLength(1)
    at(NOW.toISOString())
  })

  it('只有企业负责人能同意；别人看得到全文，知道找谁；客服代客查看时不问', async () => {
    const id = await makeAgreement(db, { title: '质量协议', body: '质量正文', demanded: true, blocks_on: '2026-12-30' })
    const buyer = await makeCompany(db)
    const helper = await makeCompany(db)
    await db.insertInto('account_company').values({ account_id: helper.accountId, company_id: buyer.companyId, is_owner: false }).execute()
    await shop.ask('POST', '/api/user/switch_store', { cookie: helper.cookie, body: { company_id: buyer.companyId } })
    const seen = await own(helper)
    const asked = seen.asked.find((one: { id: number }) => one.id === id)
    expect([seen.can_accept, seen.owner, asked.body]).toEqual([0, '测试员', '质量正文'])
    expect((await accept(helper, id, asked.sha256)).message).toBe('只有企业负责人可以代表企业同意协议')
    expect((await accept(buyer, id, asked.sha256)).code).toBe(200)
    expect((await own(helper)).asked.map((one: { id: number }) => one.id)).not.toContain(id)
  })

  it('签过的旧版本一直读得到，带着谁、何时、从哪里；没有签过的企业读不到旧版本，只读得到现行的', async () => {
    const code = 'lishi'
    const first = await makeAgreement(db, { code, title: '历史协议', body: '旧正文', demanded: true })
    const [buyer, other] = [await makeCompany(db, { name: '旧约大药房' }), await makeCompany(db)]
    await accept(buyer, first, sha('旧正文'))
    const second = await makeAgreement(db, { code, title: '历史协议', body: '新正文', number: 2, in_force_at: '2026-11-10T00:00:00+08:00' })
    const read = (who: Buyer, id: number) => shop.ask('GET', `/api/agreement/${id}`, { cookie: who.cookie })
    expect((await read(buyer, first)).data).toMatchObject({
      title: '历史协议',
      number: 1,
      body: '旧正文',
      company: '旧约大药房',
      supplier: '衡安医药有限公司',
      accepted: [{ by: '测试员', at: NOW.toISOString(), ip: '127.0.0.1' }],
    })
    expect((await read(other, first)).status).toBe(404)
    expect((await read(other, second)).data).toMatchObject({ body: '新正文', accepted: [] })
    expect((await own(buyer)).accepted).toMatchObject([{ id: first, is_current: 0 }])
    // The first was demanded and the second was not: who never agreed is asked for what is in force, who did is not asked again.
    expect((await own(other)).asked).toMatchObject(expect.arrayContaining([expect.objectContaining({ id: second })]))
    expect((await own(buyer)).asked.map(({ title }: { title: string }) => title)).not.toContain('历史协议')
    expect((await accept(buyer, first, sha('旧正文'))).data.reason).toBe('TEXT_CHANGED')
  })

  it('期限前下的订单照常付款、发货，不因协议暂停', () => {
    const own = [{ code: 'AGREEMENT_UNACCEPTED' as const, message: '须同意', action: null }]
    expect(holdReasons(own, [], new Set())).toEqual([])
  })

  it('员工逐家看：同意了现行的、只同意过旧的、没有同意过的；按协议、状态、企业找；只看自己客户的只看得到自己的', async () => {
    const code = 'mingdan'
    const first = await makeAgreement(db, { code, title: '名单协议', body: '一' })
    const [now, former, none] = [
      await makeCompany(db, { name: '甲名单药房' }),
      await makeCompany(db, { name: '乙名单药房' }),
      await makeCompany(db, { name: '丙名单药房', manager_name: '何田' }),
    ]
    await accept(former, first, sha('一'))
    const second = await makeAgreement(db, { code, title: '名单协议', body: '二', number: 2, in_force_at: '2026-11-10T00:00:00+08:00' })
    await accept(now, second, sha('二'))
    const { rows } = await pool.query(`select id from agreement where code = $1`, [code])
    const list = async (query: string) =>
      (await shop.ask('GET', `/api/staff/agreement_company?agreement=${rows[0].id}${query}`, { cookie: editor })).data
    expect((await list('&keywords=名单药房')).list).toMatchObject([
      { id: now.companyId, state: 'current', number: 2, in_force: 2, by: '测试员', login: now.username, way: 'page', sha256: sha('二') },
      { id: former.companyId, state: 'former', number: 1, sha256: sha('一') },
      { id: none.companyId, state: 'none', number: null, at: null, by: '' },
    ])
    for (const [state, company] of Object.entries({ current: now, former, none }))
      expect((await list(`&keywords=名单药房&state=${state}`)).list.map(({ id }: { id: number }) => id)).toEqual([company.companyId])
    expect((await staff('GET', '?keywords=名单')).data.list).toMatchObject([{ title: '名单协议', number: 2, accepted: 1 }])
    await db
      .updateTable('staff')
      .set({ narrow_managers: ['何田'] })
      .where('account_id', '=', await accountOf('孙运营'))
      .execute()
    shop.sessions.forget()
    expect((await list('')).list.map(({ id }: { id: number }) => id)).toEqual([none.companyId])
  })

  it('每一步都在操作记录里', async () => {
    const { rows } = await pool.query<{ action: string }>(
      `select distinct action from audit_log where action like 'agreement.%' order by 1`,
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'agreement.add',
      'agreement.prepare',
      'agreement.publish',
      'agreement.save',
      'agreement.withdraw',
    ])
    const { rows: published } = await pool.query(
      `select actor, after from audit_log where action = 'agreement.publish' order by id limit 1`,
    )
    expect(published[0]).toMatchObject({ actor: '孙运营', after: { number: 1, asked_by: '孙运营', approved_by: '郑管理' } })
  })
})
