import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeCompany, makeGoods, makeScope, makeStaff, makeStaffOf } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { fillDossier } from '../../../../../test/joining.ts'
import { reviewing } from '../../../../../test/reviewing.ts'
import { changeRow } from '../../../../../test/rows.ts'
import { untilOneWaits } from '../../../../../test/waiting.ts'
import { transact } from '../../../../platform/transact.ts'
import { readInitials } from './initials.ts'

const NOW = new Date('2026-11-21T02:00:00Z')

const shop = await testShop({ now: NOW })
const { db } = shop.database
const staff = await makeStaff(db, '李质管')
const review = reviewing(shop, staff)
for (const scope of ['chem', 'tcm', 'general']) await makeScope(db, scope)

const get = (url: string, cookie = staff) => shop.ask('GET', url, { cookie })
const names = async (query: string): Promise<string[]> =>
  (await get(`/api/staff/companies?${query}`)).data.list.map((row: { name: string }) => row.name)
const audits = async (subject: string) =>
  await db.selectFrom('audit_log').select(['action', 'before', 'after']).where('subject', '=', subject).orderBy('id').execute()

describe('企业列表', () => {
  it('两位老板同时退出，企业就没有登录了，列得出来', async () => {
    const { companyId, accountId } = await makeCompany(db, { name: '同退药房' })
    const other = await makeCompany(db, { name: '同退另店' })
    await db.insertInto('account_company').values({ company_id: companyId, account_id: other.accountId, is_owner: true }).execute()
    const leave = (trx: typeof db, account: number) =>
      trx.deleteFrom('account_company').where('company_id', '=', companyId).where('account_id', '=', account).execute()
    let second: Promise<unknown> = Promise.resolve()
    await transact(db, async (trx) => {
      await leave(trx, accountId)
      second = transact(db, (own) => leave(own, other.accountId))
      await untilOneWaits(shop.database)
    })
    await second
    expect(await names(`login=none&keywords=${encodeURIComponent('同退')}`)).toEqual(['同退药房'])
  })

  it('全部企业新的在前；按状态、类型、地区、等级、客户经理筛选', async () => {
    const base = { province: '贵州省', city: '贵阳市', manager_name: '列表经理' }
    await makeCompany(db, { ...base, name: '列表甲药房', type: '单体药店', rank: 'A', review_state: 2 })
    await makeCompany(db, { ...base, name: '列表乙诊所', type: '诊所', rank: 'B', review_state: 4, city: '遵义市' })
    const manager = `manager=${encodeURIComponent('列表经理')}`
    expect(await names(manager)).toEqual(['列表乙诊所', '列表甲药房'])
    expect(await names(`${manager}&state=passed`)).toEqual(['列表甲药房'])
    expect(await names(`${manager}&type=${encodeURIComponent('诊所')}`)).toEqual(['列表乙诊所'])
    expect(await names(`${manager}&province=${encodeURIComponent('贵州省')}&city=${encodeURIComponent('贵阳市')}`)).toEqual(['列表甲药房'])
    expect(await names(`${manager}&rank=B`)).toEqual(['列表乙诊所'])
    expect(await names(`${manager}&queue=frozen`)).toEqual(['列表乙诊所'])
    expect((await get('/api/staff/company_choices')).data).toMatchObject({
      managers: expect.arrayContaining([{ name: '列表经理', phone: expect.any(String) }]),
      ranks: expect.arrayContaining(['A', 'B']),
      provinces: expect.arrayContaining(['贵州省']),
    })
  })

  it('按名称、拼音首字母、信用代码、ERP 编码、电话都找得到；改名之后首字母跟着改', async () => {
    const { companyId } = await makeCompany(db, {
      name: '泊云药房',
      code: 'K20533',
      credit_code: '91520103MA7T5B8N20',
      phone: '13655550001',
    })
    await readInitials(shop.database)
    for (const typed of ['泊云', 'byyf', 'BYY', 'K205', 'k20533', '91520103', '91520103ma', '1365555'])
      expect(await names(`keywords=${encodeURIComponent(typed)}`), typed).toEqual(['泊云药房'])
    await changeRow(db, 'company', companyId, { name: '望槐堂药房' })
    expect(await names('keywords=byyf')).toEqual([])
    await readInitials(shop.database)
    expect(await names('keywords=wht')).toEqual(['望槐堂药房'])
    expect(await names(`keywords=${encodeURIComponent('%')}`)).toEqual([])
  })

  it('证照 N 天内到期的只列已通过的企业，先到期的在前，已过期的也在内', async () => {
    const paper = (expires_on: string) => [{ kind: 'drug_licence', name: '药品经营许可证', expires_on }]
    const base = { manager_name: '到期经理' }
    await makeCompany(db, { ...base, name: '二十天后到期', papers: paper('2026-12-11') })
    await makeCompany(db, { ...base, name: '昨天到期', papers: paper('2026-11-20') })
    await makeCompany(db, { ...base, name: '明年到期', papers: paper('2027-11-20') })
    await makeCompany(db, { ...base, name: '冻结的', review_state: 4, papers: paper('2026-12-01') })
    const manager = `manager=${encodeURIComponent('到期经理')}`
    expect(await names(`${manager}&expiring=30`)).toEqual(['昨天到期', '二十天后到期'])
    expect((await get(`/api/staff/companies?${manager}&expiring=0`)).data).toMatchObject({
      total: 1,
      list: [{ next_expiry: '2026-11-20' }],
    })
  })

  it('没有查看企业权限的仓储看不到', async () => {
    const warehouse = await makeStaffOf(db, 'warehouse')
    expect((await get('/api/staff/companies', warehouse)).code).toBe(403)
  })
})

describe('为什么不能买', () => {
  const why = async (companyId: number, goods: number) => (await get(`/api/staff/company/${companyId}/why?goods=${goods}`)).data

  it('一次说出全部原因，与商城对买家的判断同一条规则，并说怎么办', async () => {
    const goods = await makeGoods(db, { scope_code: 'tcm', name: '缺货丸', stock: 0 })
    const { companyId, cookie } = await makeCompany(db, { scopes: ['chem', 'general'] })
    const answer = await why(companyId, goods)
    expect(answer).toMatchObject({ can_buy: 0, goods: { name: '缺货丸' } })
    const codes = answer.reasons.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(expect.arrayContaining(['SCOPE_MISSING', 'NO_STOCK']))
    expect(answer.reasons.every((reason: { way_on: string }) => reason.way_on.length > 4)).toBe(true)
    const { data: shown, message } = await shop.ask('GET', `/api/goods/detail/${goods}`, { cookie })
    if (shown === null) throw new Error(message)
    const said = shown.reasons.map(({ message }: { message: string }) => message)
    expect(answer.reasons.map(({ message }: { message: string }) => message)).toEqual(expect.arrayContaining(said))
  })

  it('能买就说能买；冻结以后说企业的原因', async () => {
    const goods = await makeGoods(db, { scope_code: 'chem', name: '可购片' })
    const { companyId } = await makeCompany(db, {})
    expect(await why(companyId, goods)).toMatchObject({ can_buy: 1, reasons: [] })
    await review.decide({ companyId }, { decision: 'freeze', reason: '核实中' })
    expect((await why(companyId, goods)).reasons).toMatchObject([
      { code: 'COMPANY_NOT_PASSED', who: 'company', way_on: expect.stringContaining('解冻') },
    ])
  })

  it('商品按名称、首字母、编码找，下架的也找得到', async () => {
    await makeGoods(db, { name: '枸橼酸寻物片', mnemonic: 'JYSXWP', on_shelf: false })
    for (const typed of ['寻物', 'jysx'])
      expect((await get(`/api/staff/goods_names?keywords=${encodeURIComponent(typed)}`)).data.list).toMatchObject([
        { name: '枸橼酸寻物片', on_shelf: 0 },
      ])
  })
})

describe('等级与客户经理', () => {
  it('带理由保存并留下操作记录；两人先后保存，后者看到前者改了什么', async () => {
    const { companyId } = await makeCompany(db, { rank: 'A', manager_name: '旧经理' })
    const url = `/api/staff/company/${companyId}/terms`
    const { version } = (await get(url)).data
    const body = { rank: 'B', manager_name: '周敏', manager_phone: '027-88886666', reason: '季度调级', version }
    expect((await review.post(staff, url, body)).data).toMatchObject({ rank: 'B', manager_name: '周敏', version: version + 1 })
    const late = await review.post(staff, url, { ...body, rank: 'C' })
    expect(late).toMatchObject({ code: 409, data: { reason: 'CHANGED_MEANWHILE', version: version + 1 } })
    expect(late.data.changes).toContainEqual({ field: 'rank', theirs: 'B' })
    expect(await audits(`company:${companyId}`)).toMatchObject([
      { action: 'company.terms', before: { rank: 'A', manager_name: '旧经理' }, after: { rank: 'B', reason: '季度调级' } },
    ])
    const service = await makeStaffOf(db, 'service')
    expect((await review.post(service, url, { ...body, version: version + 1 })).code).toBe(403)
  })

  it('换等级等于给一家企业改所有的价：降得比一人可定的多、或低于成本的，由财务批准；降得少、涨价、只换客户经理的，一个人就行', async () => {
    const [marketer, finance] = [await makeStaffOf(db, 'marketer'), await makeStaffOf(db, 'finance')]
    const { companyId, cookie } = await makeCompany(db, { rank: 'RA', name: '调级药房' })
    const id = await makeGoods(db, { name: '调级片', price: '10.00', rankPrices: { RA: '9.00', RB: '7.00', RC: '8.00', RD: '8.90' } })
    await makeGoods(db, { name: '另一调级片', price: '5.00', rankPrices: { RB: '4.00' } })
    await db
      .insertInto('goods_cost')
      .values({ goods_id: id, cost: 850, floor: null, version: 1, updated_at: NOW, updated_by: '测试' })
      .execute()
    const url = `/api/staff/company/${companyId}/terms`
    const ask = async (change: object) => {
      const { rank, manager_name, manager_phone, version } = (await get(url)).data
      return review.post(marketer, url, { rank, manager_name, manager_phone, version, reason: '老客户', ...change })
    }
    const paid = async () => (await get(`/api/goods/detail/${id}`, cookie)).data.price
    const asked = await ask({ rank: 'RB' })
    expect([asked.code, asked.data.request?.title]).toEqual([202, expect.stringContaining('调级药房 的等级 RA → RB：1 种商品降价过多')])
    expect([asked.data.request.title, await paid()]).toEqual([expect.stringContaining('调级片 ¥9.00 → ¥7.00'), '9.00'])
    expect((await review.post(marketer, `/api/staff/approval/${asked.data.request.id}/approve`, {})).code).toBe(403)
    expect((await review.post(finance, `/api/staff/approval/${asked.data.request.id}/approve`, {})).code).toBe(200)
    expect(await paid()).toBe('7.00')
    expect((await ask({ rank: 'RA', manager_name: '新经理' })).code).toBe(200)
    expect((await ask({ manager_name: '又一经理' })).code).toBe(200)
    const below = await ask({ rank: 'RC' })
    expect([below.code, below.data.request?.title]).toEqual([202, expect.stringContaining('低于成本')])
    await review.post(marketer, `/api/staff/approval/${below.data.request.id}/withdraw`, {})
    expect((await ask({ rank: 'RD' })).code).toBe(200)
    expect(await paid()).toBe('8.90')
  })

  it('一天之内分几步换等级，合起来降得比一人可定的多，也由财务批准；隔天从当时的等级算起', async () => {
    const marketer = await makeStaffOf(db, 'marketer')
    const { companyId } = await makeCompany(db, { rank: 'SC', name: '两步药房' })
    await makeGoods(db, { name: '两步片', price: '10.00', rankPrices: { SC: '10.00', SB: '8.50', SA: '7.25' } })
    const url = `/api/staff/company/${companyId}/terms`
    const to = async (rank: string) => review.post(marketer, url, { ...(await get(url)).data, rank, reason: '老客户' })
    expect((await to('SB')).code).toBe(200)
    const second = await to('SA')
    expect([second.code, second.data.request?.title]).toEqual([202, expect.stringContaining('两步片 ¥10.00 → ¥7.25')])
    await review.post(marketer, `/api/staff/approval/${second.data.request.id}/withdraw`, {})
    // Dearer than now needs nobody.
    expect((await to('SC')).code).toBe(200)
    expect((await to('SB')).code).toBe(200)
    shop.clock.now = new Date(NOW.getTime() + 2 * 86_400_000)
    expect((await to('SA')).code).toBe(200)
    shop.clock.now = NOW
  })
})

describe('企业档案旁的事实', () => {
  it('账号：结束登录、解除锁定，别家的账号不在此列，都有操作记录', async () => {
    const { companyId, cookie, accountId } = await makeCompany(db, {})
    const other = await makeCompany(db, {})
    const { username } = await db.selectFrom('account').select('username').where('id', '=', accountId).executeTakeFirstOrThrow()
    await sql`insert into login_failure (key, failures, started_at) values
      (${`name:${username.toLowerCase()}`}, 6, ${NOW}), (${`name:${username.toLowerCase()}|ip:10.0.0.1`}, 6, ${NOW})`.execute(db)
    const url = `/api/staff/company/${companyId}`
    expect((await get(`${url}/people`)).data.list).toMatchObject([{ id: accountId, is_locked: 1, failures: 6, logins: [{}] }])
    const command = (account: number, deed: string) => review.post(staff, `${url}/person/${account}/${deed}`, { reason: '客户来电' })
    expect((await command(other.accountId, 'sessions')).code).toBe(404)
    expect((await command(accountId, 'unlock')).data.list).toMatchObject([{ is_locked: 0, failures: 0 }])
    expect((await command(accountId, 'sessions')).data.list).toMatchObject([{ logins: [] }])
    expect((await shop.ask('GET', '/api/company', { cookie })).code).toBe(401)
    expect((await audits(`account:${accountId}`)).map(({ action }) => action)).toEqual(['customer.unlock', 'customer.sessions'])
  })

  it('账期与余额只给有财务权限的人；订单合计给看得到企业的人', async () => {
    const { companyId } = await makeCompany(db, {})
    const [finance, service] = [await makeStaffOf(db, 'finance'), await makeStaffOf(db, 'service')]
    const url = `/api/staff/company/${companyId}`
    expect((await get(`${url}/money`, service)).code).toBe(403)
    expect((await get(`${url}/money`, finance)).data).toMatchObject({ balance: '0.00', credit: { used: '0.00' } })
    expect((await get(`${url}/orders`, service)).data).toMatchObject({ list: [], sums: [{ days: 30 }, { days: 90 }, { days: 365 }] })
    expect((await get(`${url}/stores`, service)).data).toMatchObject({ group: '', list: [] })
  })

  it('机器核对：身份证姓名与委托书不符、信用代码重复要指出来；通过后可购按范围计数', async () => {
    const buyer = await review.joining()
    await fillDossier(shop, buyer.cookie)
    await review.submit(buyer)
    const { list, buys } = (await get(`/api/staff/company/${buyer.companyId}/checks`)).data
    expect(list).toContainEqual({ kind: 'purchaser_id', text: '姓名与采购委托书一致', tone: 'ok' })
    expect(list).toContainEqual({ kind: '', text: '单体药店必须的证照齐全', tone: 'ok' })
    expect(list.filter(({ tone }: { tone: string }) => tone === 'bad')).toEqual([])
    expect(buys).toContainEqual(expect.objectContaining({ code: 'chem', papers: ['drug_licence'] }))
    const { open } = (await review.seenByStaff(buyer)).papers.find(({ kind }) => kind === 'purchaser_id') ?? {}
    await changeRow(db, 'certificate', open?.id ?? 0, { holder: '何槐' })
    expect((await get(`/api/staff/company/${buyer.companyId}/checks`)).data.list).toContainEqual({
      kind: 'purchaser_id',
      text: expect.stringContaining('不一致'),
      tone: 'bad',
    })
  })
})
