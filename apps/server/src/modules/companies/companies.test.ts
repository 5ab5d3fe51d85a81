import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DossierWire, PaperWire } from '#contract/companies.ts'
import { type Buyer, makeCompany, makeGoods, makeScope, makeStaff } from '../../../test/fixtures.ts'
import { openShop, type Shop } from '../../../test/harness.ts'
import { fillDossier, freshCode, JOINING, paperBody, savePaper, uploadPaper } from '../../../test/joining.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let shop: Shop
let staff: string

beforeAll(async () => {
  shop = await openShop({ now: NOW })
  staff = await makeStaff(shop.database.db, '李质管')
  for (const scope of ['chem', 'tcm', 'device2', 'general']) await makeScope(shop.database.db, scope)
})
afterAll(() => shop.close())
beforeEach(() => {
  shop.clock.now = NOW
})

const newcomer = (): Promise<Buyer> => makeCompany(shop.database.db, { review_state: 0, papers: [], scopes: [], province: '', city: '' })
/** A newcomer has no papers at all; fixtures give a business licence. */
async function joining(): Promise<Buyer> {
  const buyer = await newcomer()
  await shop.database.db.deleteFrom('qualification').where('company_id', '=', buyer.companyId).execute()
  return buyer
}
/** The test's shop does not listen to the changes that its processes tell each other. */
const post = (cookie: string, url: string, body: object = {}) => {
  shop.sessions.forget()
  return shop.ask('POST', url, { cookie, body })
}
const dossier = async (cookie: string) => (await shop.ask('GET', '/api/company', { cookie })).data
function paperOf(data: DossierWire, kind: string): PaperWire {
  const paper = data.papers.find((one) => one.kind === kind)
  if (!paper) throw new Error(`no paper ${kind}`)
  return paper
}
const submit = (buyer: Buyer) => post(buyer.cookie, '/api/company/submit')
const seenByStaff = async (buyer: Buyer): Promise<DossierWire> =>
  (await shop.ask('GET', `/api/staff/company/${buyer.companyId}`, { cookie: staff })).data
/** Decides on what the dossier says now, as a page that was just opened does. */
async function decide(buyer: Buyer, body: object) {
  const { submitted_at } = await seenByStaff(buyer)
  return post(staff, `/api/staff/company/${buyer.companyId}/decide`, { ...body, submitted_at })
}
/** The version of a paper that waits, decided on as it is now. */
async function decidePaper(buyer: Buyer, kind: string, verdict: object, who = staff) {
  const { open } = paperOf(await seenByStaff(buyer), kind)
  return post(who, `/api/staff/certificate/${open?.id}`, { ...verdict, submitted_at: open?.submitted_at })
}

/** Every waiting paper passes, but for those to reject. */
async function decidePapers(buyer: Buyer, reject: Record<string, string> = {}) {
  const { papers } = await seenByStaff(buyer)
  for (const { kind, open } of papers) {
    if (open?.status !== 1) continue
    const reason = reject[kind]
    await decidePaper(buyer, kind, reason ? { decision: 'reject', reason } : { decision: 'pass' })
  }
}
async function passed(): Promise<Buyer & { code: string }> {
  const buyer = await joining()
  const code = await fillDossier(shop, buyer.cookie)
  await submit(buyer)
  await decidePapers(buyer)
  expect((await decide(buyer, { decision: 'pass', rank: 'C', manager_name: '周敏', manager_phone: '027-88886666' })).code).toBe(200)
  return { ...buyer, code }
}
const messages = async (buyer: Buyer) =>
  await shop.database.db.selectFrom('message').select(['title', 'text']).where('company_id', '=', buyer.companyId).orderBy('id').execute()

describe('企业资料', () => {
  it('边填边存：可以不完整，但填了的必须填对', async () => {
    const buyer = await joining()
    expect((await post(buyer.cookie, '/api/company', { name: '新桥大药房' })).code).toBe(200)
    for (const [field, value] of [
      ['credit_code', '92420102MA0000001A'],
      ['phone', '123'],
      ['type', '个人'],
      ['name', '药'],
    ]) {
      const answer = await post(buyer.cookie, '/api/company', { [field as string]: value })
      expect(answer, field).toMatchObject({ code: 422, data: { errors: [{ field }] } })
    }
    const place = await post(buyer.cookie, '/api/company', { province: '湖北省', city: '成都市', district: '武侯区' })
    expect(place).toMatchObject({ code: 422, data: { errors: [{ field: 'city', message: '请选择湖北省的城市' }] } })
    expect(await dossier(buyer.cookie)).toMatchObject({ name: '新桥大药房', credit_code: '', done: 0, total: 8, can_submit: 1 })
  })

  it('信用代码的空格、全角、小写都认', async () => {
    const buyer = await joining()
    const code = freshCode()
    const typed = ` ${code.slice(0, 8).toLowerCase()} ${code.slice(8)}`
    expect((await post(buyer.cookie, '/api/company', { credit_code: typed })).data.credit_code).toBe(code)
  })

  it('请求里多出的审核状态、等级、额度一概不理', async () => {
    const buyer = await joining()
    await post(buyer.cookie, '/api/company', {
      name: '新桥大药房',
      review_state: 2,
      rank: 'A',
      credit_limit: 999,
      contract_signed: 1,
      id: 1,
    })
    const row = await shop.database.db.selectFrom('company').selectAll().where('id', '=', buyer.companyId).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ review_state: 0, rank: '', credit_limit: 0 })
  })

  it('每个省市区都能取到', async () => {
    const { data, headers } = await shop.ask('GET', '/api/region')
    expect(data.list).toHaveLength(31)
    expect(data.list.find((one: { name: string }) => one.name === '贵州省').cities[0]).toMatchObject({ name: '贵阳市' })
    expect(headers['cache-control']).toBe('public, max-age=86400')
  })
})

describe('提交与审核', () => {
  it('缺什么说什么，一样不缺才能提交', async () => {
    const buyer = await joining()
    const early = await submit(buyer)
    expect(early.code).toBe(422)
    const said = early.data.errors.map((error: { message: string }) => error.message)
    expect(said).toEqual(expect.arrayContaining(['请填写统一社会信用代码', '请提交营业执照', '请提交药品经营许可证', '请提交质量保证协议']))
    await fillDossier(shop, buyer.cookie)
    expect(await dossier(buyer.cookie)).toMatchObject({ missing: [], done: 8, total: 8 })
    expect((await submit(buyer)).data).toMatchObject({ review_state: 1, can_edit: 0, can_submit: 0 })
    expect((await submit(buyer)).code).toBe(409)
    expect((await post(buyer.cookie, '/api/company', { name: '改个名字药房' })).code).toBe(409)
  })

  it('诊所以备案凭证代替执业许可证', async () => {
    const buyer = await joining()
    await fillDossier(shop, buyer.cookie, { type: '诊所' })
    expect((await dossier(buyer.cookie)).missing).toEqual([])
    expect(paperOf(await dossier(buyer.cookie), 'medical_licence')).toMatchObject({
      state: 'none',
      instead_of: '诊所备案凭证、医疗机构执业许可证（任选其一）',
    })
    expect((await submit(buyer)).code).toBe(200)
  })

  it('身份证上的人须是委托书上的人', async () => {
    const buyer = await joining()
    const code = await fillDossier(shop, buyer.cookie)
    await savePaper(shop, buyer.cookie, 'purchaser_id', code, { holder: '何槐' })
    expect((await submit(buyer)).data.errors[0]).toMatchObject({ field: 'purchaser_id', message: expect.stringContaining('不一致') })
  })

  it('已有企业登记的信用代码不能再用，不说是谁；两家同时提交只有一家成功', async () => {
    const code = freshCode()
    const [one, two] = [await joining(), await joining()]
    for (const buyer of [one, two]) await fillDossier(shop, buyer.cookie, { credit_code: code })
    const answers = await Promise.all([submit(one), submit(two)])
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 422])
    const refused = answers.find((answer) => answer.code === 422)
    expect(refused?.data.errors).toMatchObject([{ field: 'credit_code' }])
    expect(refused?.text).not.toContain(JOINING.name)
  })

  it('全部通过后即可见价格并下单，经营范围来自证照，等级与客户经理已定', async () => {
    const goods = await makeGoods(shop.database.db, { scope_code: 'chem', name: '首购片' })
    const buyer = await joining()
    await fillDossier(shop, buyer.cookie)
    await submit(buyer)
    expect((await post(buyer.cookie, '/api/cart', { list: [{ goods_id: goods, number: 1 }] })).message).toContain('正在审核')
    expect((await decide(buyer, { decision: 'pass' })).message).toContain('还有 7 张证照未审核')
    await decidePapers(buyer)
    expect(await messages(buyer)).toEqual([])
    const done = await decide(buyer, { decision: 'pass', rank: 'C', manager_name: '周敏', manager_phone: '027-88886666' })
    expect(done.data).toMatchObject({ review_state: 2, rank: 'C', manager: { name: '周敏' } })
    expect(done.data.scopes.map((scope: { code: string }) => scope.code).sort()).toEqual(['chem', 'general', 'tcm'])
    expect((await messages(buyer)).map(({ title }) => title)).toEqual(['企业资质已通过审核'])
    shop.sessions.forget()
    const { list } = (await shop.ask('GET', '/api/user/address', { cookie: buyer.cookie })).data
    expect(list).toMatchObject([{ is_licence: 1, is_default: 1, city: '武汉市', detail: '中山大道 8 号', receiver: '陈溪' }])
    expect((await post(buyer.cookie, '/api/cart', { list: [{ goods_id: goods, number: 1 }] })).code).toBe(200)
    shop.sessions.forget()
    expect((await shop.ask('GET', '/api/user/jyfw', { cookie: buyer.cookie })).data.list[0]).toMatchObject({
      code: 'chem',
      paper: '药品经营许可证',
      is_valid: 1,
    })
    const zizhi = await shop.ask('GET', '/api/user/zizhi', { cookie: buyer.cookie })
    expect(zizhi.data).toMatchObject({ state: 'ok', note: '' })
    expect(zizhi.data.list).toHaveLength(7)
  })

  it('驳回按证照说原因，只改被驳回的就能再次提交', async () => {
    const buyer = await joining()
    const code = await fillDossier(shop, buyer.cookie)
    await submit(buyer)
    await decidePapers(buyer, { quality_agreement: '缺少乙方公章，请盖章后重新上传' })
    expect((await decide(buyer, { decision: 'pass' })).message).toContain('质量保证协议')
    await decide(buyer, { decision: 'reject' })
    const rejected = await dossier(buyer.cookie)
    expect(rejected).toMatchObject({ review_state: 3, can_edit: 1 })
    expect(paperOf(rejected, 'quality_agreement')).toMatchObject({ state: 'rejected', open: { reason: '缺少乙方公章，请盖章后重新上传' } })
    expect(paperOf(rejected, 'drug_licence')).toMatchObject({ state: 'ok', open: null })
    expect((await messages(buyer)).at(-1)?.text).toContain('缺少乙方公章')
    expect((await submit(buyer)).data.errors).toMatchObject([{ field: 'quality_agreement', message: expect.stringContaining('被驳回') }])
    await savePaper(shop, buyer.cookie, 'quality_agreement', code)
    expect((await submit(buyer)).data.review_state).toBe(1)
    await decidePapers(buyer)
    expect((await decide(buyer, { decision: 'pass' })).data.review_state).toBe(2)
  })

  it('审核中可以撤回再改', async () => {
    const buyer = await joining()
    await fillDossier(shop, buyer.cookie)
    await submit(buyer)
    expect((await post(buyer.cookie, '/api/company/withdraw')).data).toMatchObject({ review_state: 0, missing: [] })
    expect((await post(buyer.cookie, '/api/company', { contact: '何槐' })).code).toBe(200)
    expect((await submit(buyer)).code).toBe(200)
  })

  it('两名员工同时处理一张证照，只有一个决定算数，并留下记录', async () => {
    const buyer = await joining()
    await fillDossier(shop, buyer.cookie)
    await submit(buyer)
    const other = await makeStaff(shop.database.db, '王质管')
    const answers = await Promise.all([
      decidePaper(buyer, 'drug_licence', { decision: 'pass' }),
      decidePaper(buyer, 'drug_licence', { decision: 'reject', reason: '看不清' }, other),
    ])
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409])
    expect(answers.find((answer) => answer.code === 409)?.message).toMatch(/已由 .质管 处理/)
    const subject = `company:${buyer.companyId}`
    expect(await shop.database.db.selectFrom('audit_log').select('action').where('subject', '=', subject).execute()).toHaveLength(1)
  })

  it('员工打开以后企业撤回又改过的，不按旧页面通过：证照、企业都一样', async () => {
    const buyer = await joining()
    const code = await fillDossier(shop, buyer.cookie)
    await submit(buyer)
    const seen = await seenByStaff(buyer)
    const { open } = paperOf(seen, 'drug_licence')
    await post(buyer.cookie, '/api/company/withdraw')
    await savePaper(shop, buyer.cookie, 'drug_licence', code, { number: '示DRUG999' })
    shop.clock.now = new Date(NOW.getTime() + 60_000)
    await submit(buyer)
    const changed = { code: 409, message: '企业在您打开之后撤回并修改过，请刷新后再审核' }
    const verdict = { decision: 'pass', submitted_at: open?.submitted_at }
    expect(await post(staff, `/api/staff/certificate/${open?.id}`, verdict)).toMatchObject(changed)
    expect(await post(staff, `/api/staff/certificate/${open?.id}`, { decision: 'pass' })).toMatchObject(changed)
    await decidePapers(buyer)
    const whole = { decision: 'pass', submitted_at: seen.submitted_at }
    expect(await post(staff, `/api/staff/company/${buyer.companyId}/decide`, whole)).toMatchObject(changed)
    expect((await decide(buyer, { decision: 'pass' })).data.review_state).toBe(2)
  })

  it('执照通过以后改了信用代码的，要换上载有新代码的执照才能再提交', async () => {
    const buyer = await joining()
    await fillDossier(shop, buyer.cookie)
    await submit(buyer)
    await decidePapers(buyer)
    await decide(buyer, { decision: 'reject', reason: '名称与执照不符' })
    await post(buyer.cookie, '/api/company', { credit_code: freshCode() })
    expect((await submit(buyer)).data.errors).toMatchObject([{ field: 'business_licence', message: expect.stringContaining('不一致') }])
  })

  it('被驳回的企业占不住信用代码：真正的那一家照样可以提交，之后它自己不能再提交', async () => {
    const code = freshCode()
    const [pretender, genuine] = [await joining(), await joining()]
    for (const buyer of [pretender, genuine]) await fillDossier(shop, buyer.cookie, { credit_code: code })
    await submit(pretender)
    expect((await submit(genuine)).code).toBe(422)
    await decidePapers(pretender, { business_licence: '执照不是贵司的' })
    await decide(pretender, { decision: 'reject' })
    expect((await submit(genuine)).data).toMatchObject({ review_state: 1 })
    await savePaper(shop, pretender.cookie, 'business_licence', code)
    expect((await submit(pretender)).data.errors).toMatchObject([{ field: 'credit_code' }])
  })

  it('先通过的证照在企业通过之前到期了，企业不能通过', async () => {
    const buyer = await joining()
    const code = await fillDossier(shop, buyer.cookie)
    await savePaper(shop, buyer.cookie, 'quality_agreement', code, { expires_on: '2026-11-21' })
    await submit(buyer)
    await decidePapers(buyer)
    const atMidnight = new Date('2026-11-21T16:00:00Z')
    shop.clock.now = atMidnight
    expect((await decide(buyer, { decision: 'pass' })).message).toContain('质量保证协议')
    shop.clock.now = new Date(atMidnight.getTime() - 1000)
    expect((await decide(buyer, { decision: 'pass' })).data.review_state).toBe(2)
  })

  it('每个决定都立即告诉企业打开着的页面', async () => {
    const buyer = await joining()
    await fillDossier(shop, buyer.cookie)
    await submit(buyer)
    const listener = await shop.database.pool.connect()
    const heard: string[] = []
    listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
    await listener.query('listen live')
    const told = async (work: () => Promise<unknown>) => {
      heard.length = 0
      await work()
      await listener.query('select 1')
      return heard.filter((payload) => payload === JSON.stringify({ target: { companyId: buyer.companyId }, event: { type: 'account' } }))
        .length
    }
    expect(await told(() => decidePaper(buyer, 'drug_licence', { decision: 'pass' }))).toBe(1)
    await decidePapers(buyer)
    expect(await told(() => decide(buyer, { decision: 'pass' }))).toBe(1)
    const { change } = (await post(buyer.cookie, '/api/company', { name: '新桥大药房三店' })).data
    expect(await told(() => post(staff, `/api/staff/company_change/${change.id}`, { decision: 'pass' }))).toBe(1)
    expect(await told(() => decide(buyer, { decision: 'freeze', reason: '核查' }))).toBe(1)
    await listener.query('unlisten live')
    listener.release()
  })

  it('驳回必须写明原因；买家不能调用审核', async () => {
    const buyer = await joining()
    await fillDossier(shop, buyer.cookie)
    await submit(buyer)
    expect(await decidePaper(buyer, 'drug_licence', { decision: 'reject' })).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'reason' }] },
    })
    expect((await decidePaper(buyer, 'drug_licence', { decision: 'pass' }, buyer.cookie)).code).toBe(403)
    expect((await post(buyer.cookie, `/api/staff/company/${buyer.companyId}/decide`, { decision: 'pass' })).code).toBe(403)
  })

  it('待审核的企业等得最久的排在最前，可按名称查找', async () => {
    const list = (await shop.ask('GET', '/api/staff/company?queue=new&per_page=100', { cookie: staff })).data
    const times = list.list.map((row: { since: string }) => row.since)
    expect(times).toEqual([...times].sort())
    expect((await shop.ask('GET', '/api/staff/company?keywords=%25', { cookie: staff })).data.list).toEqual([])
  })

  it('冻结后不能购买，解冻后恢复', async () => {
    const buyer = await passed()
    await decide(buyer, { decision: 'freeze', reason: '多次退货异常' })
    shop.sessions.forget()
    expect((await shop.ask('GET', '/api/user/base', { cookie: buyer.cookie })).data).toMatchObject({ is_passed: 0, review_name: '已冻结' })
    expect((await post(buyer.cookie, '/api/company', { contact: '何槐' })).code).toBe(409)
    await decide(buyer, { decision: 'unfreeze' })
    shop.sessions.forget()
    expect((await shop.ask('GET', '/api/user/base', { cookie: buyer.cookie })).data).toMatchObject({ is_passed: 1 })
  })
})

describe('换证', () => {
  it('新证审核期间照常采购，通过后接替旧证，旧证留在历史里；不换证的到期次日停', async () => {
    const goods = await makeGoods(shop.database.db, { scope_code: 'chem', name: '换证片' })
    const buyer = await passed()
    const buy = () => post(buyer.cookie, '/api/cart', { list: [{ goods_id: goods, number: 1 }] })
    await shop.database.db
      .updateTable('qualification')
      .set({ expires_on: '2026-12-01' })
      .where('company_id', '=', buyer.companyId)
      .where('kind', '=', 'drug_licence')
      .execute()
    const sent = await savePaper(shop, buyer.cookie, 'drug_licence', buyer.code, { expires_on: '2031-11-20', submit: 1 })
    expect(sent.message).toContain('照常有效')
    expect(paperOf(sent.data, 'drug_licence')).toMatchObject({ state: 'soon', days_left: 10, open: { status: 1 } })
    expect((await buy()).code).toBe(200)
    // The last day of the old one, then the day after.
    shop.clock.now = new Date('2026-12-01T10:00:00Z')
    expect((await buy()).code).toBe(200)
    shop.clock.now = new Date('2026-12-01T16:00:00Z')
    expect((await buy()).message).toContain('到期')
    await decidePapers(buyer)
    expect((await buy()).code).toBe(200)
    const after = paperOf(await dossier(buyer.cookie), 'drug_licence')
    expect(after).toMatchObject({ state: 'ok', in_force: { expires_on: '2031-11-20' }, open: null, history: [{ status_name: '已更替' }] })
    expect((await messages(buyer)).at(-1)?.title).toBe('药品经营许可证已通过审核')
  })

  it('新证被驳回，旧证仍有效；改后可再提交，也可放弃', async () => {
    const buyer = await passed()
    await savePaper(shop, buyer.cookie, 'quality_agreement', buyer.code, { expires_on: '2031-01-01', submit: 1 })
    await decidePapers(buyer, { quality_agreement: '页面缺失' })
    const rejected = paperOf(await dossier(buyer.cookie), 'quality_agreement')
    expect(rejected).toMatchObject({ state: 'ok', open: { status: 3, reason: '页面缺失' } })
    expect((await messages(buyer)).at(-1)?.text).toContain('页面缺失')
    expect(
      paperOf((await post(buyer.cookie, '/api/company/certificate/quality_agreement/withdraw')).data, 'quality_agreement').open,
    ).toBeNull()
  })

  it('新证少了经营范围，少的那部分不再能买', async () => {
    const buyer = await passed()
    await savePaper(shop, buyer.cookie, 'drug_licence', buyer.code, { scope_codes: ['tcm'], submit: 1 })
    await decidePapers(buyer)
    expect((await dossier(buyer.cookie)).scopes.map((scope: { code: string }) => scope.code).sort()).toEqual(['general', 'tcm'])
  })

  it('不完整的、过期的新证不能提交，草稿可以存', async () => {
    const buyer = await passed()
    const expired = await savePaper(shop, buyer.cookie, 'drug_licence', buyer.code, { expires_on: '2026-11-20', submit: 1 })
    expect(expired).toMatchObject({ code: 422, data: { errors: [{ field: 'expires_on', message: '这张证照已经过期，请提交有效的证照' }] } })
    expect((await post(buyer.cookie, '/api/company/certificate/drug_licence', { number: '示1' })).data.papers[1]).toMatchObject({
      state: 'ok',
      open: { status: 0 },
    })
    expect((await post(buyer.cookie, '/api/company/certificate/drug_licence', { issued_on: '2026-02-30' })).code).toBe(422)
    expect((await post(buyer.cookie, '/api/company/certificate/store_list', {})).code).toBe(404)
  })

  it('别家的文件、别的用途的文件当不成证照', async () => {
    const [buyer, other] = [await passed(), await passed()]
    const foreign = await uploadPaper(shop, other.cookie)
    const answer = await post(buyer.cookie, '/api/company/certificate/food_licence', paperBody('food_licence', buyer.code, [foreign]))
    expect(answer).toMatchObject({ code: 422, data: { errors: [{ field: 'file_ids' }] } })
    expect(paperOf(await dossier(buyer.cookie), 'food_licence').open).toBeNull()
  })

  it('身份证号入档后不再完整显示给企业，员工审核时可见', async () => {
    const buyer = await passed()
    expect(paperOf(await dossier(buyer.cookie), 'purchaser_id').in_force?.number).toBe('110***********002X')
    const seen = (await shop.ask('GET', `/api/staff/company/${buyer.companyId}`, { cookie: staff })).data
    expect(paperOf(seen, 'purchaser_id').in_force?.number).toBe('11010519491231002X')
  })
})

describe('已通过企业的资料变更', () => {
  it('联系人、开票资料立即生效；名称、地址等待审核，通过前不变', async () => {
    const buyer = await passed()
    const asked = await post(buyer.cookie, '/api/company', { contact: '何槐', invoice_bank: '示例银行', name: '新桥大药房二店' })
    expect(asked.data).toMatchObject({ contact: '何槐', invoice_bank: '示例银行', name: JOINING.name })
    expect(asked.data.change).toMatchObject({
      status_name: '审核中',
      fields: [{ name: '企业名称', before: JOINING.name, after: '新桥大药房二店' }],
    })
    expect((await shop.ask('GET', '/api/staff/company?queue=change', { cookie: staff })).data.total).toBe(1)
    const done = await post(staff, `/api/staff/company_change/${asked.data.change.id}`, { decision: 'pass' })
    expect(done.data).toMatchObject({ name: '新桥大药房二店', change: null })
    expect((await post(staff, `/api/staff/company_change/${asked.data.change.id}`, { decision: 'pass' })).code).toBe(409)
  })

  it('改类型须先有新类型的证照；驳回说明原因，可撤回', async () => {
    const buyer = await passed()
    const { change } = (await post(buyer.cookie, '/api/company', { type: '诊所' })).data
    expect((await post(staff, `/api/staff/company_change/${change.id}`, { decision: 'pass' })).message).toContain('还缺少：诊所备案凭证')
    await post(staff, `/api/staff/company_change/${change.id}`, { decision: 'reject', reason: '请先提交备案凭证' })
    expect((await dossier(buyer.cookie)).change).toMatchObject({ status_name: '已驳回', reason: '请先提交备案凭证' })
    expect((await post(buyer.cookie, '/api/company/change/withdraw')).data.change).toBeNull()
  })
})

describe('到期提醒', () => {
  const run = async (day: string) => {
    shop.clock.now = new Date(`${day}T00:10:00Z`)
    await shop.database.pool.query(`select graphile_worker.add_job('papers_expiry', run_at => $1)`, [shop.clock.now])
    await shop.jobs.runDue()
  }

  it('90、60、30 天与过期次日各一次，漏跑的日子不补发旧的', async () => {
    const buyer = await passed()
    await shop.database.db.deleteFrom('message').where('company_id', '=', buyer.companyId).execute()
    await shop.database.db
      .updateTable('qualification')
      .set({ expires_on: '2027-03-01' })
      .where('company_id', '=', buyer.companyId)
      .where('kind', '=', 'drug_licence')
      .execute()
    const titles = async () => (await messages(buyer)).map(({ title }) => title)
    await run('2026-11-30')
    expect(await titles()).toEqual([])
    for (const day of ['2026-12-01', '2026-12-02', '2027-01-05', '2027-01-06', '2027-02-27', '2027-03-01', '2027-03-02', '2027-03-03'])
      await run(day)
    expect(await titles()).toEqual([
      '药品经营许可证还有 90 天到期',
      '药品经营许可证还有 55 天到期',
      '药品经营许可证还有 2 天到期',
      '药品经营许可证已过期',
    ])
  })

  it('已提交更晚到期的新证，不再提醒', async () => {
    const buyer = await passed()
    await shop.database.db.deleteFrom('message').where('company_id', '=', buyer.companyId).execute()
    await shop.database.db
      .updateTable('qualification')
      .set({ expires_on: '2026-12-01' })
      .where('company_id', '=', buyer.companyId)
      .where('kind', '=', 'drug_licence')
      .execute()
    await savePaper(shop, buyer.cookie, 'drug_licence', buyer.code, { submit: 1 })
    await run('2026-11-22')
    expect(await messages(buyer)).toEqual([])
  })
})
