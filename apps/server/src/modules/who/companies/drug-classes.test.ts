import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeScope, makeStaffOf } from '../../../../test/fixtures.ts'
import { GATES_NOW, type GateShop, openGateShop } from '../../../../test/gates.ts'
import { fillDossier, savePaper } from '../../../../test/joining.ts'
import { paperOf, reviewing } from '../../../../test/reviewing.ts'

/** 经营类别 of retail pharmacies: filled in, read by quality, and asked of every purchase. */

let { shop, db, staff, steps } = {} as GateShop
let review: ReturnType<typeof reviewing>
let goods: Record<'rx' | 'otc_a' | 'otc_b', number>
beforeAll(async () => {
  ;({ shop, db, staff, steps } = await openGateShop())
  review = reviewing(shop, staff)
  for (const scope of ['chem', 'tcm', 'general']) await makeScope(db, scope)
  const of = (drug_class: string) => makeGoods(db, { drug_class, name: `某药${drug_class}` })
  goods = { rx: await of('rx'), otc_a: await of('otc_a'), otc_b: await of('otc_b') }
})
afterAll(() => shop.close())

/** Class by class: what is said against it; '': nothing. */
async function answersTo({ cookie }: Pick<Buyer, 'cookie'>) {
  shop.sessions.forget()
  const said: Record<string, string> = {}
  for (const [name, id] of Object.entries(goods)) {
    const { status, message } = await shop.ask('POST', '/api/cart', { cookie, body: { list: [{ goods_id: id, number: 1 }] } })
    said[name] = status === 200 ? '' : message
  }
  return said
}
const NOT = (name: string) => expect.stringContaining(`经营类别为“乙类非处方药”，不含${name}`)
const ONLY_B = { rx: NOT('处方药'), otc_a: NOT('甲类非处方药'), otc_b: '' }
const ALL = { rx: '', otc_a: '', otc_b: '' }
const classesOf = (companyId: number) =>
  db.selectFrom('company').select(['drug_classes', 'drug_classes_read_at']).where('id', '=', companyId).executeTakeFirstOrThrow()
const read = (companyId: number, drug_classes: readonly string[], who = staff) =>
  steps.post(who, `/api/staff/company/${companyId}/drug_classes`, { drug_classes })
const signed = (companyId: number) => db.updateTable('company').set({ contract_signed: true }).where('id', '=', companyId).execute()
const auditsOf = (companyId: number, action: string) =>
  db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('action', '=', action)
    .where('subject', '=', `company:${companyId}`)
    .execute()

describe('注册时填写，质管审核', () => {
  it('许可证只有乙类非处方药的药店，经营范围有化学药也买不到处方药和甲类', async () => {
    const buyer = await review.joining()
    const code = await fillDossier(shop, buyer.cookie)
    const saved = await savePaper(shop, buyer.cookie, 'drug_licence', code, { drug_classes: ['otc_b'] })
    expect(paperOf(saved.data, 'drug_licence').open?.drug_classes).toEqual([{ code: 'otc_b', name: '乙类非处方药' }])
    await review.submit(buyer)
    expect(await classesOf(buyer.companyId)).toEqual({ drug_classes: null, drug_classes_read_at: null })
    await review.decidePapers(buyer)
    await review.decide(buyer, { decision: 'pass' })
    await signed(buyer.companyId)
    expect(await answersTo(buyer)).toEqual(ONLY_B)
    const dossier = await review.dossier(buyer.cookie)
    expect(dossier.drug_classes).toMatchObject({ is_asked: 1, list: [{ name: '乙类非处方药' }], read_at: expect.any(String) })
    expect(paperOf(dossier, 'drug_licence').in_force?.drug_classes).toMatchObject([{ code: 'otc_b' }])
  })

  it('零售药店的药品经营许可证须写经营类别；诊所、批发企业不写', async () => {
    const buyer = await review.joining()
    const code = await fillDossier(shop, buyer.cookie)
    await savePaper(shop, buyer.cookie, 'drug_licence', code, { drug_classes: [] })
    expect((await review.submit(buyer)).data.errors).toMatchObject([
      { field: 'drug_licence', message: expect.stringContaining('请选择证照上的经营类别') },
    ])
    const wholesale = await review.joining()
    const their = await fillDossier(shop, wholesale.cookie, { type: '批发企业' })
    const saved = await savePaper(shop, wholesale.cookie, 'drug_licence', their, { drug_classes: ['otc_b'] })
    expect(paperOf(saved.data, 'drug_licence')).toMatchObject({ class_options: [], open: { drug_classes: [] } })
    expect((await review.submit(wholesale)).code).toBe(200)
  })

  it('质管按证照更正企业填写的类别；以前提交、没有写类别的，由质管读出才能通过', async () => {
    const buyer = await review.joining()
    await fillDossier(shop, buyer.cookie)
    await review.submit(buyer)
    await db.updateTable('certificate').set({ drug_classes: null }).where('company_id', '=', buyer.companyId).execute()
    const refused = await review.decidePaper(buyer, 'drug_licence', { decision: 'pass' })
    expect(refused).toMatchObject({ code: 422, data: { errors: [{ field: 'drug_classes' }] } })
    expect((await review.decidePaper(buyer, 'drug_licence', { decision: 'pass', drug_classes: ['otc_b'] })).code).toBe(200)
    expect((await classesOf(buyer.companyId)).drug_classes).toEqual(['otc_b'])
    expect(await auditsOf(buyer.companyId, 'certificate.decide')).toMatchObject([{ after: { drug_classes: ['otc_b'] } }])
    await review.decidePapers(buyer)
    await review.decide(buyer, { decision: 'pass' })
    await signed(buyer.companyId)
    expect(await answersTo(buyer)).toEqual(ONLY_B)
  })

  it('换发的许可证通过后，以新证的类别为准', async () => {
    const buyer = await review.passed()
    await signed(buyer.companyId)
    expect(await answersTo(buyer)).toEqual(ALL)
    await savePaper(shop, buyer.cookie, 'drug_licence', buyer.code, { drug_classes: ['otc_b'], submit: 1 })
    expect(await answersTo(buyer)).toEqual(ALL)
    await review.decidePaper(buyer, 'drug_licence', { decision: 'pass' })
    expect(await answersTo(buyer)).toEqual(ONLY_B)
  })
})

describe('尚未核定经营类别的老客户', () => {
  const queue = async () =>
    (await shop.ask('GET', '/api/staff/company?queue=classes&per_page=100', { cookie: staff })).data.list.map(
      (one: { id: number }) => one.id,
    )

  it('照旧购买，列入待核定；质管登记后立即生效并留痕', async () => {
    const buyer = await makeCompany(db, { imported_at: GATES_NOW })
    expect(await answersTo(buyer)).toEqual(ALL)
    expect(await queue()).toContain(buyer.companyId)
    expect((await review.dossier(buyer.cookie)).drug_classes).toEqual({ is_asked: 1, list: [], read_at: null })
    expect((await read(buyer.companyId, ['otc_b'])).data.drug_classes).toMatchObject({
      list: [{ code: 'otc_b' }],
      read_at: expect.any(String),
    })
    expect(await answersTo(buyer)).toEqual(ONLY_B)
    expect(await queue()).not.toContain(buyer.companyId)
    expect(await auditsOf(buyer.companyId, 'company.drug_classes')).toMatchObject([
      { before: { drug_classes: null }, after: { drug_classes: ['otc_b'] } },
    ])
  })

  it('一个进程登记，别的进程随即知道', async () => {
    const buyer = await makeCompany(db)
    expect(await answersTo(buyer)).toEqual(ALL)
    await db.deleteFrom('change').execute()
    await read(buyer.companyId, ['otc_b'])
    const told = await db.selectFrom('change').select('ids').where('topic', '=', 'company').execute()
    expect(told.flatMap(({ ids }) => ids)).toContain(buyer.companyId)
  })

  it('诊所、批发企业、没有许可证的企业无需登记；空的不算；买家不能登记', async () => {
    const clinic = await makeCompany(db, { type: '诊所' })
    expect(await queue()).not.toContain(clinic.companyId)
    expect((await read(clinic.companyId, ['otc_b'])).message).toContain('不载明经营类别')
    const none = await makeCompany(db, { without: ['drug_licence'] })
    expect((await read(none.companyId, ['otc_b'])).message).toContain('没有在档的药品经营许可证')
    const buyer = await makeCompany(db)
    expect((await read(buyer.companyId, [])).code).toBe(422)
    expect((await read(buyer.companyId, ['device'])).code).toBe(422)
    expect((await read(buyer.companyId, ['otc_b'], buyer.cookie)).code).toBe(401)
    expect((await classesOf(buyer.companyId)).drug_classes).toBeNull()
  })
})

it('订单留存下单当时许可证的经营类别', async () => {
  const buyer = await makeCompany(db, { drug_classes: ['otc_a', 'otc_b'], balance: '100.00' })
  const [order] = await buy(shop, buyer, await makeAddress(db, buyer.companyId), [{ goods_id: goods.otc_b, number: 1 }])
  await read(buyer.companyId, ['otc_b'])
  const { list } = (await shop.ask('GET', `/api/staff/order/${order?.id}/licences`, { cookie: staff })).data
  const classes = Object.fromEntries(list.map((one: { kind: string; drug_classes: string[] }) => [one.kind, one.drug_classes]))
  expect(classes).toMatchObject({ drug_licence: ['otc_a', 'otc_b'], business_licence: [] })
})

it('只看得了订单、看不了企业的人，订单证照里的身份证号不给全', async () => {
  const buyer = await makeCompany(db, { papers: [{}, { kind: 'purchaser_id', number: '520102199003071234' }], balance: '100.00' })
  const [order] = await buy(shop, buyer, await makeAddress(db, buyer.companyId), [{ goods_id: goods.otc_b, number: 1 }])
  const numberFor = async (role: string) =>
    (await shop.ask('GET', `/api/staff/order/${order?.id}/licences`, { cookie: await makeStaffOf(db, role) })).data.list.find(
      (one: { kind: string }) => one.kind === 'purchaser_id',
    ).number
  expect(await numberFor('quality')).toBe('520102199003071234')
  expect(await numberFor('warehouse')).toBe('520102****34')
})

it('商品页说明买不到是因为许可证的经营类别', async () => {
  const buyer = await makeCompany(db, { drug_classes: ['otc_b'] })
  const page = await shop.ask('GET', `/api/goods/detail/${goods.rx}`, { cookie: buyer.cookie })
  expect(page.data.checks).toContainEqual({ ok: false, text: NOT('处方药') })
})
