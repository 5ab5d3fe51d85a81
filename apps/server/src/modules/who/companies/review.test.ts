import { beforeEach, describe, expect, it } from 'vitest'
import { registerBuyer } from '../../../../test/credentials.ts'
import { makeCompany, makeGoods, makeScope, makeStaff, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { fillDossier, freshCode, JOINING, savePaper } from '../../../../test/joining.ts'
import { paperOf, reviewing } from '../../../../test/reviewing.ts'

const NOW = new Date('2026-11-21T02:00:00Z')

const shop = await testShop({ now: NOW })
const { db } = shop.database
await nameSupplier(db)
const staff = await makeStaff(db, '李质管')
const review = reviewing(shop, staff)
for (const scope of ['chem', 'tcm', 'device2', 'general']) await makeScope(db, scope)
beforeEach(() => {
  shop.clock.now = NOW
})

describe('提交与审核', () => {
  it('缺什么说什么，一样不缺才能提交', async () => {
    const buyer = await review.joining()
    const early = await review.submit(buyer)
    expect(early.code).toBe(422)
    const said = early.data.errors.map((error: { message: string }) => error.message)
    expect(said).toEqual(expect.arrayContaining(['请填写统一社会信用代码', '请提交营业执照', '请提交药品经营许可证', '请提交质量保证协议']))
    await fillDossier(shop, buyer.cookie)
    expect(await review.dossier(buyer.cookie)).toMatchObject({ missing: [], done: 8, total: 8 })
    expect((await review.submit(buyer)).data).toMatchObject({ review_state: 1, can_edit: 0, can_submit: 0 })
    expect((await review.submit(buyer)).code).toBe(409)
    expect((await review.post(buyer.cookie, '/api/company', { name: '改个名字药房' })).code).toBe(409)
  })

  it('诊所以备案凭证代替执业许可证', async () => {
    const buyer = await review.joining()
    await fillDossier(shop, buyer.cookie, { type: '诊所' })
    expect((await review.dossier(buyer.cookie)).missing).toEqual([])
    expect(paperOf(await review.dossier(buyer.cookie), 'medical_licence')).toMatchObject({
      state: 'none',
      instead_of: '诊所备案凭证、医疗机构执业许可证（任选其一）',
    })
    expect((await review.submit(buyer)).code).toBe(200)
  })

  it('身份证上的人须是委托书上的人', async () => {
    const buyer = await review.joining()
    const code = await fillDossier(shop, buyer.cookie)
    await savePaper(shop, buyer.cookie, 'purchaser_id', code, { holder: '何槐' })
    expect((await review.submit(buyer)).data.errors[0]).toMatchObject({ field: 'purchaser_id', message: expect.stringContaining('不一致') })
  })

  it('已有企业登记的信用代码不能再用，不说是谁；两家同时提交只有一家成功', async () => {
    const code = freshCode()
    const [one, two] = [await review.joining(), await review.joining()]
    for (const buyer of [one, two]) await fillDossier(shop, buyer.cookie, { credit_code: code })
    const answers = await Promise.all([review.submit(one), review.submit(two)])
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 422])
    const refused = answers.find((answer) => answer.code === 422)
    expect(refused?.data.errors).toMatchObject([{ field: 'credit_code' }])
    expect(refused?.text).not.toContain(JOINING.name)
  })

  it('全部通过后即可见价格并下单，经营范围来自证照，等级与客户经理已定', async () => {
    const goods = await makeGoods(db, { scope_code: 'chem', name: '首购片' })
    const buyer = await review.joining()
    await fillDossier(shop, buyer.cookie)
    await review.submit(buyer)
    expect((await review.post(buyer.cookie, '/api/cart', { list: [{ goods_id: goods, number: 1 }] })).message).toContain('正在审核')
    expect((await review.decide(buyer, { decision: 'pass' })).message).toContain('还有 7 张证照未审核')
    await review.decidePapers(buyer)
    expect(await review.messages(buyer)).toEqual([])
    const done = await review.decide(buyer, { decision: 'pass', rank: 'C', manager_name: '周敏', manager_phone: '027-88886666' })
    expect(done.data).toMatchObject({ review_state: 2, rank: 'C', manager: { name: '周敏' } })
    expect(done.data.scopes.map((scope: { code: string }) => scope.code).sort()).toEqual(['chem', 'general', 'tcm'])
    expect((await review.messages(buyer)).map(({ title }) => title)).toEqual(['企业资质已通过审核'])
    shop.sessions.forget()
    const { list } = (await shop.ask('GET', '/api/user/address', { cookie: buyer.cookie })).data
    expect(list).toMatchObject([{ is_licence: 1, is_default: 1, city: '武汉市', detail: '中山大道 8 号', receiver: '陈溪' }])
    expect((await review.post(buyer.cookie, '/api/cart', { list: [{ goods_id: goods, number: 1 }] })).code).toBe(200)
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

  it('没有证照的经营范围：审核通过之后才算数，无需许可的一类除外', async () => {
    const scopes = ['chem', 'general']
    const validOf = async (company: { cookie: string }) => {
      const { list } = (await shop.ask('GET', '/api/user/jyfw', { cookie: company.cookie })).data
      return Object.fromEntries(list.map((scope: { code: string; is_valid: number }) => [scope.code, scope.is_valid]))
    }
    expect(await validOf(await makeCompany(db, { scopes, review_state: 1 }))).toEqual({ chem: 0, general: 1 })
    expect(await validOf(await makeCompany(db, { scopes, review_state: 2 }))).toEqual({ chem: 1, general: 1 })
  })

  it('新注册的企业通过之后先签电子合同（459），签了才能加购', async () => {
    const goods = await makeGoods(db, { scope_code: 'chem', name: '合同片' })
    const { cookie, answer } = await registerBuyer(shop, '13911180001')
    const buyer = { cookie, companyId: answer.data.company_id }
    await fillDossier(shop, cookie)
    await review.submit(buyer)
    expect((await shop.ask('GET', `/api/goods/info/${goods}`, { cookie })).text).not.toContain('电子合同')
    await review.decidePapers(buyer)
    await review.decide(buyer, { decision: 'pass' })
    expect((await review.messages(buyer)).at(-1)).toMatchObject({ text: expect.stringContaining('签署电子合同'), url: '/dzht' })
    const add = () => review.post(cookie, '/api/cart', { list: [{ goods_id: goods, number: 1 }] })
    expect(await add()).toMatchObject({ code: 459, message: expect.stringContaining('电子合同') })
    const { version, sha256 } = (await shop.ask('GET', '/api/contract', { cookie })).data
    const signature = { version, sha256, signer_name: '陈溪', signer_title: '企业负责人', agreed: 1 }
    expect((await review.post(cookie, '/api/contract/sign', signature)).code).toBe(200)
    expect((await add()).code).toBe(200)
  })

  it('驳回按证照说原因，只改被驳回的就能再次提交', async () => {
    const buyer = await review.joining()
    const code = await fillDossier(shop, buyer.cookie)
    await review.submit(buyer)
    await review.decidePapers(buyer, { quality_agreement: '缺少乙方公章，请盖章后重新上传' })
    expect((await review.decide(buyer, { decision: 'pass' })).message).toContain('质量保证协议')
    await review.decide(buyer, { decision: 'reject' })
    const rejected = await review.dossier(buyer.cookie)
    expect(rejected).toMatchObject({ review_state: 3, can_edit: 1 })
    expect(paperOf(rejected, 'quality_agreement')).toMatchObject({ state: 'rejected', open: { reason: '缺少乙方公章，请盖章后重新上传' } })
    expect(paperOf(rejected, 'drug_licence')).toMatchObject({ state: 'ok', open: null })
    expect((await review.messages(buyer)).at(-1)?.text).toContain('缺少乙方公章')
    expect((await review.submit(buyer)).data.errors).toMatchObject([
      { field: 'quality_agreement', message: expect.stringContaining('被驳回') },
    ])
    await savePaper(shop, buyer.cookie, 'quality_agreement', code)
    expect((await review.submit(buyer)).data.review_state).toBe(1)
    await review.decidePapers(buyer)
    expect((await review.decide(buyer, { decision: 'pass' })).data.review_state).toBe(2)
  })

  it('审核中可以撤回再改', async () => {
    const buyer = await review.joining()
    await fillDossier(shop, buyer.cookie)
    await review.submit(buyer)
    expect((await review.post(buyer.cookie, '/api/company/withdraw')).data).toMatchObject({ review_state: 0, missing: [] })
    expect((await review.post(buyer.cookie, '/api/company', { contact: '何槐' })).code).toBe(200)
    expect((await review.submit(buyer)).code).toBe(200)
  })

  it('两名员工同时处理一张证照，只有一个决定算数，并留下记录', async () => {
    const buyer = await review.joining()
    await fillDossier(shop, buyer.cookie)
    await review.submit(buyer)
    const other = await makeStaff(db, '王质管')
    // Both have the page open before either decides.
    const { open } = paperOf(await review.seenByStaff(buyer), 'drug_licence')
    const decide = (who: string, verdict: object) =>
      review.post(who, `/api/staff/certificate/${open?.id}`, { ...verdict, submitted_at: open?.submitted_at })
    const answers = await Promise.all([decide(staff, { decision: 'pass' }), decide(other, { decision: 'reject', reason: '看不清' })])
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409])
    expect(answers.find((answer) => answer.code === 409)?.message).toMatch(/已由 .质管 处理/)
    const subject = `company:${buyer.companyId}`
    expect(await db.selectFrom('audit_log').select('action').where('subject', '=', subject).execute()).toHaveLength(1)
  })

  it('员工打开以后企业撤回又改过的，不按旧页面通过：证照、企业都一样', async () => {
    const buyer = await review.joining()
    const code = await fillDossier(shop, buyer.cookie)
    await review.submit(buyer)
    const seen = await review.seenByStaff(buyer)
    const { open } = paperOf(seen, 'drug_licence')
    await review.post(buyer.cookie, '/api/company/withdraw')
    await savePaper(shop, buyer.cookie, 'drug_licence', code, { number: '示DRUG999' })
    shop.clock.now = new Date(NOW.getTime() + 60_000)
    await review.submit(buyer)
    const changed = { code: 409, message: '企业在您打开之后撤回并修改过，请刷新后再审核' }
    const verdict = { decision: 'pass', submitted_at: open?.submitted_at }
    expect(await review.post(staff, `/api/staff/certificate/${open?.id}`, verdict)).toMatchObject(changed)
    expect(await review.post(staff, `/api/staff/certificate/${open?.id}`, { decision: 'pass' })).toMatchObject(changed)
    await review.decidePapers(buyer)
    const whole = { decision: 'pass', submitted_at: seen.submitted_at }
    expect(await review.post(staff, `/api/staff/company/${buyer.companyId}/decide`, whole)).toMatchObject(changed)
    expect((await review.decide(buyer, { decision: 'pass' })).data.review_state).toBe(2)
  })

  it('执照通过以后改了信用代码的，要换上载有新代码的执照才能再提交', async () => {
    const buyer = await review.joining()
    await fillDossier(shop, buyer.cookie)
    await review.submit(buyer)
    await review.decidePapers(buyer)
    await review.decide(buyer, { decision: 'reject', reason: '名称与执照不符' })
    await review.post(buyer.cookie, '/api/company', { credit_code: freshCode() })
    expect((await review.submit(buyer)).data.errors).toMatchObject([
      { field: 'business_licence', message: expect.stringContaining('不一致') },
    ])
  })

  it('被驳回的企业占不住信用代码：真正的那一家照样可以提交，之后它自己不能再提交', async () => {
    const code = freshCode()
    const [pretender, genuine] = [await review.joining(), await review.joining()]
    for (const buyer of [pretender, genuine]) await fillDossier(shop, buyer.cookie, { credit_code: code })
    await review.submit(pretender)
    expect((await review.submit(genuine)).code).toBe(422)
    await review.decidePapers(pretender, { business_licence: '执照不是贵司的' })
    await review.decide(pretender, { decision: 'reject' })
    expect((await review.submit(genuine)).data).toMatchObject({ review_state: 1 })
    await savePaper(shop, pretender.cookie, 'business_licence', code)
    expect((await review.submit(pretender)).data.errors).toMatchObject([{ field: 'credit_code' }])
  })

  it('先通过的证照在企业通过之前到期了，企业不能通过', async () => {
    const buyer = await review.joining()
    const code = await fillDossier(shop, buyer.cookie)
    await savePaper(shop, buyer.cookie, 'quality_agreement', code, { expires_on: '2026-11-21' })
    await review.submit(buyer)
    await review.decidePapers(buyer)
    const atMidnight = new Date('2026-11-21T16:00:00Z')
    shop.clock.now = atMidnight
    expect((await review.decide(buyer, { decision: 'pass' })).message).toContain('质量保证协议')
    shop.clock.now = new Date(atMidnight.getTime() - 1000)
    expect((await review.decide(buyer, { decision: 'pass' })).data.review_state).toBe(2)
  })

  it('每个决定都立即告诉企业打开着的页面', async () => {
    const buyer = await review.joining()
    await fillDossier(shop, buyer.cookie)
    await review.submit(buyer)
    const listener = await shop.database.pool.connect()
    const heard: string[] = []
    listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
    await listener.query('listen live')
    const told = async (work: () => Promise<unknown>) => {
      // What was said before is heard before.
      await listener.query('select 1')
      heard.length = 0
      await work()
      await listener.query('select 1')
      return heard.filter((payload) => payload === JSON.stringify({ target: { companyId: buyer.companyId }, event: { type: 'account' } }))
        .length
    }
    expect(await told(() => review.decidePaper(buyer, 'drug_licence', { decision: 'pass' }))).toBe(1)
    await review.decidePapers(buyer)
    expect(await told(() => review.decide(buyer, { decision: 'pass' }))).toBe(1)
    const { change } = (await review.post(buyer.cookie, '/api/company', { name: '新桥大药房三店' })).data
    expect(await told(() => review.post(staff, `/api/staff/company_change/${change.id}`, { decision: 'pass' }))).toBe(1)
    expect(await told(() => review.decide(buyer, { decision: 'freeze', reason: '核查' }))).toBe(1)
    await listener.query('unlisten live')
    listener.release()
  })

  it('驳回必须写明原因；买家不能调用审核', async () => {
    const buyer = await review.joining()
    await fillDossier(shop, buyer.cookie)
    await review.submit(buyer)
    expect(await review.decidePaper(buyer, 'drug_licence', { decision: 'reject' })).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'reason' }] },
    })
    expect((await review.decidePaper(buyer, 'drug_licence', { decision: 'pass' }, buyer.cookie)).code).toBe(401)
    expect((await review.post(buyer.cookie, `/api/staff/company/${buyer.companyId}/decide`, { decision: 'pass' })).code).toBe(401)
  })

  it('待审核的企业等得最久的排在最前，可按名称查找', async () => {
    const list = (await shop.ask('GET', '/api/staff/company?queue=new&per_page=100', { cookie: staff })).data
    const times = list.list.map((row: { since: string }) => row.since)
    expect(times).toEqual([...times].sort())
    expect((await shop.ask('GET', '/api/staff/company?keywords=%25', { cookie: staff })).data.list).toEqual([])
  })

  it('冻结后不能购买，解冻后恢复', async () => {
    const buyer = await review.passed()
    await review.decide(buyer, { decision: 'freeze', reason: '多次退货异常' })
    shop.sessions.forget()
    expect((await shop.ask('GET', '/api/user/base', { cookie: buyer.cookie })).data).toMatchObject({ is_passed: 0, review_name: '已冻结' })
    expect((await review.post(buyer.cookie, '/api/company', { contact: '何槐' })).code).toBe(409)
    await review.decide(buyer, { decision: 'unfreeze' })
    shop.sessions.forget()
    expect((await shop.ask('GET', '/api/user/base', { cookie: buyer.cookie })).data).toMatchObject({ is_passed: 1 })
  })
})
