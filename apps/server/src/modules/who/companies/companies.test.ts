import { beforeEach, describe, expect, it } from 'vitest'
import { makeGoods, makeScope, makeStaff } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { freshCode, JOINING, paperBody, savePaper, uploadPaper } from '../../../../test/joining.ts'
import { paperOf, reviewing } from '../../../../test/reviewing.ts'

const NOW = new Date('2026-11-21T02:00:00Z')

const shop = await testShop({ now: NOW })
const { db } = shop.database
const staff = await makeStaff(db, '李质管')
const review = reviewing(shop, staff)
for (const scope of ['chem', 'tcm', 'device2', 'general']) await makeScope(db, scope)
beforeEach(() => {
  shop.clock.now = NOW
})
const licenceUntil = (companyId: number, day: string) =>
  db.updateTable('qualification').set({ expires_on: day }).where('company_id', '=', companyId).where('kind', '=', 'drug_licence').execute()

describe('企业资料', () => {
  it('边填边存：可以不完整，但填了的必须填对', async () => {
    const buyer = await review.joining()
    expect((await review.post(buyer.cookie, '/api/company', { name: '新桥大药房' })).code).toBe(200)
    for (const [field, value] of [
      ['credit_code', '92420102MA0000001A'],
      ['phone', '123'],
      ['type', '个人'],
      ['name', '药'],
    ]) {
      const answer = await review.post(buyer.cookie, '/api/company', { [field as string]: value })
      expect(answer, field).toMatchObject({ code: 422, data: { errors: [{ field }] } })
    }
    const place = await review.post(buyer.cookie, '/api/company', { province: '湖北省', city: '成都市', district: '武侯区' })
    expect(place).toMatchObject({ code: 422, data: { errors: [{ field: 'city', message: '请选择湖北省的城市' }] } })
    expect(await review.dossier(buyer.cookie)).toMatchObject({ name: '新桥大药房', credit_code: '', done: 0, total: 8, can_submit: 1 })
  })

  it('企业名称、地址里单据印不出来的字说明是哪个；生僻字照收', async () => {
    const buyer = await review.joining()
    for (const [field, value, said] of [
      ['name', '新桥大药房💊', '“💊”'],
      ['address', '示例路\u202e1 号', 'U+202E'],
      ['contact', '김철수', '“김”'],
      ['invoice_address', '示例路 1 号😀', '“😀”'],
    ] as const) {
      const answer = await review.post(buyer.cookie, '/api/company', { [field]: value })
      expect(answer, field).toMatchObject({ code: 422, data: { errors: [{ field, message: expect.stringContaining(said) }] } })
    }
    expect((await review.post(buyer.cookie, '/api/company', { name: '䶮㛃𬭚\u200b大药房' })).data.name).toBe('䶮㛃𬭚大药房')
    const paper = await review.post(buyer.cookie, '/api/company/certificate/drug_licence', { number: '鄂CB😀' })
    expect(paper).toMatchObject({ code: 422, data: { errors: [{ field: 'number', message: expect.stringContaining('“😀”') }] } })
  })

  it('信用代码的空格、全角、小写都认', async () => {
    const buyer = await review.joining()
    const code = freshCode()
    const typed = ` ${code.slice(0, 8).toLowerCase()} ${code.slice(8)}`
    expect((await review.post(buyer.cookie, '/api/company', { credit_code: typed })).data.credit_code).toBe(code)
  })

  it('请求里多出的审核状态、等级、额度一概不理', async () => {
    const buyer = await review.joining()
    await review.post(buyer.cookie, '/api/company', {
      name: '新桥大药房',
      review_state: 2,
      rank: 'A',
      credit_limit: 999,
      contract_signed: 1,
      id: 1,
    })
    const row = await db.selectFrom('company').selectAll().where('id', '=', buyer.companyId).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ review_state: 0, rank: '', credit_limit: 0 })
  })

  it('每个省市区都能取到', async () => {
    const { data, headers } = await shop.ask('GET', '/api/region')
    expect(data.list).toHaveLength(31)
    expect(data.list.find((one: { name: string }) => one.name === '贵州省').cities[0]).toMatchObject({ name: '贵阳市' })
    expect(headers['cache-control']).toBe('public, max-age=86400')
  })
})

describe('换证', () => {
  it('新证审核期间照常采购，通过后接替旧证，旧证留在历史里；不换证的到期次日停', async () => {
    const goods = await makeGoods(db, { scope_code: 'chem', name: '换证片' })
    const buyer = await review.passed()
    const buy = () => review.post(buyer.cookie, '/api/cart', { list: [{ goods_id: goods, number: 1 }] })
    await licenceUntil(buyer.companyId, '2026-12-01')
    const sent = await savePaper(shop, buyer.cookie, 'drug_licence', buyer.code, { expires_on: '2031-11-20', submit: 1 })
    expect(sent.message).toContain('照常有效')
    expect(paperOf(sent.data, 'drug_licence')).toMatchObject({ state: 'soon', days_left: 10, open: { status: 1 } })
    expect((await buy()).code).toBe(200)
    // The last day of the old one, then the day after.
    shop.clock.now = new Date('2026-12-01T10:00:00Z')
    expect((await buy()).code).toBe(200)
    shop.clock.now = new Date('2026-12-01T16:00:00Z')
    expect((await buy()).message).toContain('到期')
    await review.decidePapers(buyer)
    expect((await buy()).code).toBe(200)
    const after = paperOf(await review.dossier(buyer.cookie), 'drug_licence')
    expect(after).toMatchObject({ state: 'ok', in_force: { expires_on: '2031-11-20' }, open: null, history: [{ status_name: '已更替' }] })
    expect((await review.messages(buyer)).at(-1)?.title).toBe('药品经营许可证已通过审核')
  })

  it('新证被驳回，旧证仍有效；改后可再提交，也可放弃', async () => {
    const buyer = await review.passed()
    await savePaper(shop, buyer.cookie, 'quality_agreement', buyer.code, { expires_on: '2031-01-01', submit: 1 })
    await review.decidePapers(buyer, { quality_agreement: '页面缺失' })
    const rejected = paperOf(await review.dossier(buyer.cookie), 'quality_agreement')
    expect(rejected).toMatchObject({ state: 'ok', open: { status: 3, reason: '页面缺失' } })
    expect((await review.messages(buyer)).at(-1)?.text).toContain('页面缺失')
    expect(
      paperOf((await review.post(buyer.cookie, '/api/company/certificate/quality_agreement/withdraw')).data, 'quality_agreement').open,
    ).toBeNull()
  })

  it('新证少了经营范围，少的那部分不再能买', async () => {
    const buyer = await review.passed()
    await savePaper(shop, buyer.cookie, 'drug_licence', buyer.code, { scope_codes: ['tcm'], submit: 1 })
    await review.decidePapers(buyer)
    expect((await review.dossier(buyer.cookie)).scopes.map((scope: { code: string }) => scope.code).sort()).toEqual(['general', 'tcm'])
  })

  it('不完整的、过期的新证不能提交，草稿可以存', async () => {
    const buyer = await review.passed()
    const expired = await savePaper(shop, buyer.cookie, 'drug_licence', buyer.code, { expires_on: '2026-11-20', submit: 1 })
    expect(expired).toMatchObject({ code: 422, data: { errors: [{ field: 'expires_on', message: '这张证照已经过期，请提交有效的证照' }] } })
    expect((await review.post(buyer.cookie, '/api/company/certificate/drug_licence', { number: '示1' })).data.papers[1]).toMatchObject({
      state: 'ok',
      open: { status: 0 },
    })
    expect((await review.post(buyer.cookie, '/api/company/certificate/drug_licence', { issued_on: '2026-02-30' })).code).toBe(422)
    expect((await review.post(buyer.cookie, '/api/company/certificate/store_list', {})).code).toBe(404)
  })

  it('别家的文件、别的用途的文件当不成证照', async () => {
    const [buyer, other] = [await review.passed(), await review.passed()]
    const foreign = await uploadPaper(shop, other.cookie)
    const answer = await review.post(
      buyer.cookie,
      '/api/company/certificate/food_licence',
      paperBody('food_licence', buyer.code, [foreign]),
    )
    expect(answer).toMatchObject({ code: 422, data: { errors: [{ field: 'file_ids' }] } })
    expect(paperOf(await review.dossier(buyer.cookie), 'food_licence').open).toBeNull()
  })

  it('身份证号入档后不再完整显示给企业，员工审核时可见', async () => {
    const buyer = await review.passed()
    expect(paperOf(await review.dossier(buyer.cookie), 'purchaser_id').in_force?.number).toBe('110***********002X')
    const seen = (await shop.ask('GET', `/api/staff/company/${buyer.companyId}`, { cookie: staff })).data
    expect(paperOf(seen, 'purchaser_id').in_force?.number).toBe('11010519491231002X')
  })
})

describe('已通过企业的资料变更', () => {
  it('联系人、开票资料立即生效；名称、地址等待审核，通过前不变', async () => {
    const buyer = await review.passed()
    const asked = await review.post(buyer.cookie, '/api/company', { contact: '何槐', invoice_bank: '示例银行', name: '新桥大药房二店' })
    expect(asked.data).toMatchObject({ contact: '何槐', invoice_bank: '示例银行', name: JOINING.name })
    expect(asked.data.change).toMatchObject({
      status_name: '审核中',
      fields: [{ name: '企业名称', before: JOINING.name, after: '新桥大药房二店' }],
    })
    expect((await shop.ask('GET', '/api/staff/company?queue=change', { cookie: staff })).data.total).toBe(1)
    const done = await review.post(staff, `/api/staff/company_change/${asked.data.change.id}`, { decision: 'pass' })
    expect(done.data).toMatchObject({ name: '新桥大药房二店', change: null })
    expect((await review.post(staff, `/api/staff/company_change/${asked.data.change.id}`, { decision: 'pass' })).code).toBe(409)
  })

  it('改类型须先有新类型的证照；驳回说明原因，可撤回', async () => {
    const buyer = await review.passed()
    const { change } = (await review.post(buyer.cookie, '/api/company', { type: '诊所' })).data
    expect((await review.post(staff, `/api/staff/company_change/${change.id}`, { decision: 'pass' })).message).toContain(
      '还缺少：诊所备案凭证',
    )
    await review.post(staff, `/api/staff/company_change/${change.id}`, { decision: 'reject', reason: '请先提交备案凭证' })
    expect((await review.dossier(buyer.cookie)).change).toMatchObject({ status_name: '已驳回', reason: '请先提交备案凭证' })
    expect((await review.post(buyer.cookie, '/api/company/change/withdraw')).data.change).toBeNull()
  })
})

describe('到期提醒', () => {
  const run = async (day: string) => {
    shop.clock.now = new Date(`${day}T00:10:00Z`)
    await shop.database.pool.query(`select graphile_worker.add_job('companies.papers_expiry', run_at => $1)`, [shop.clock.now])
    await shop.jobs.runDue()
  }

  it('90、60、30 天与过期次日各一次，漏跑的日子不补发旧的', async () => {
    const buyer = await review.passed()
    await db.deleteFrom('message').where('company_id', '=', buyer.companyId).execute()
    await licenceUntil(buyer.companyId, '2027-03-01')
    const titles = async () => (await review.messages(buyer)).map(({ title }) => title)
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
    const buyer = await review.passed()
    await db.deleteFrom('message').where('company_id', '=', buyer.companyId).execute()
    await licenceUntil(buyer.companyId, '2026-12-01')
    await savePaper(shop, buyer.cookie, 'drug_licence', buyer.code, { submit: 1 })
    await run('2026-11-22')
    expect(await review.messages(buyer)).toEqual([])
  })
})
