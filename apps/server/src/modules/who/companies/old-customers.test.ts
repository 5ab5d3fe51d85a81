import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { GATES_NOW, type GateShop, makeGround, openGateShop } from '../../../../test/gates.ts'

let { shop, db, staff, steps } = {} as GateShop
beforeAll(async () => {
  ;({ shop, db, staff, steps } = await openGateShop())
})
afterAll(() => shop.close())

describe('老客户与证照留存', () => {
  const setUntil = async (day: string | null) => {
    if (day === null) await db.deleteFrom('setting').where('key', '=', 'old_customers_until').execute()
    else {
      const value = JSON.stringify(day)
      await db
        .insertInto('setting')
        .values({ key: 'old_customers_until', value })
        .onConflict((on) => on.column('key').doUpdateSet({ value }))
        .execute()
    }
    shop.sessions.forget()
  }
  const old = () =>
    makeCompany(db, {
      imported_at: GATES_NOW,
      contract_signed: false,
      without: ['purchase_mandate', 'purchaser_id', 'receiver_mandate', 'receiver_id', 'quality_agreement'],
    })
  const add = (buyer: Buyer, goods: number) => steps.post(buyer.cookie, '/api/cart', { list: [{ goods_id: goods, number: 1 }] })

  it('随导入而来的客户缺委托书、身份证、协议与合同：不能买，知道缺什么；列入待补资料', async () => {
    const buyer = await old()
    const goods = await makeGoods(db)
    const refused = await add(buyer, goods)
    expect(refused.data.lines[0].reasons[0]).toMatchObject({ code: 'QUALIFICATION_MISSING', action: { url: '/zzzj' } })
    expect(refused.message).toContain('采购委托书、采购员身份证、收货委托书、收货人身份证、质量保证协议')
    const dossier = (await shop.ask('GET', '/api/company', { cookie: buyer.cookie })).data
    expect(dossier.to_complete).toHaveLength(5)
    const queue = (await shop.ask('GET', '/api/staff/company?queue=to_complete&per_page=100', { cookie: staff })).data.list
    expect(queue.map((one: { id: number }) => one.id)).toContain(buyer.companyId)
    const registered = await makeCompany(db, { without: ['quality_agreement'] })
    expect((await shop.ask('GET', '/api/company', { cookie: registered.cookie })).data.to_complete).toEqual([])
  })

  it('开放到某日（含当日）；次日起不再；不代替许可证；登记注册的企业不受惠', async () => {
    const buyer = await old()
    const goods = await makeGoods(db)
    const registered = await makeCompany(db, { without: ['quality_agreement'] })
    await setUntil('2026-11-21')
    try {
      const address = await makeAddress(db, buyer.companyId)
      expect((await buy(shop, buyer, address, [{ goods_id: goods, number: 1 }]))[0]?.status).toBe('pending_payment')
      expect((await add(registered, goods)).status).toBe(409)
      await setUntil('2026-11-20')
      expect((await add(buyer, goods)).status).toBe(409)
      await setUntil('不是日期')
      expect((await add(buyer, goods)).status).toBe(409)
      await setUntil('2026-12-31')
      expect((await add(buyer, goods)).status).toBe(200)
      await db
        .updateTable('qualification')
        .set({ expires_on: '2026-11-20' })
        .where('company_id', '=', buyer.companyId)
        .where('kind', '=', 'drug_licence')
        .execute()
      shop.sessions.forget()
      expect((await add(buyer, goods)).message).toContain('药品经营许可证已于 2026-11-20 到期')
    } finally {
      await setUntil(null)
    }
  })

  it('订单留下下单时的证照；之后换了证照，订单上的不变', async () => {
    const placed = await steps.place(['pay'])
    await db.updateTable('qualification').set({ number: '换新证' }).where('company_id', '=', placed.buyer.companyId).execute()
    const { list } = (await shop.ask('GET', `/api/staff/order/${placed.order}/licences`, { cookie: staff })).data
    expect(list.map((one: { kind: string }) => one.kind)).toContain('drug_licence')
    expect(list).toHaveLength(7)
    expect(list.every((one: { number: string }) => one.number === '')).toBe(true)
    // The licence names no scopes, as an imported one: the order rested on those of the company.
    expect(list.find((one: { kind: string }) => one.kind === 'drug_licence').scope).toEqual(['chem', 'general'])
    expect((await shop.ask('GET', '/api/staff/order/999999/licences', { cookie: staff })).status).toBe(404)
  })

  it('某一天在档的证照查得到，改写、删除都留下从前的', async () => {
    const { buyer } = await makeGround(shop)
    // The days are moved to where the test asks: nothing else may do that.
    await sql`alter table qualification_history disable trigger user`.execute(db)
    const mine = () => db.updateTable('qualification_history').where('company_id', '=', buyer.companyId).where('kind', '=', 'drug_licence')
    await mine().set({ valid_from: '2026-01-01T00:00:00Z' }).execute()
    const licence = db.updateTable('qualification').where('company_id', '=', buyer.companyId).where('kind', '=', 'drug_licence')
    await licence.set({ number: '新证', expires_on: '2030-01-01' }).execute()
    await mine().set({ valid_until: '2026-06-15T04:00:00Z' }).where('valid_until', 'is not', null).execute()
    await mine().set({ valid_from: '2026-06-15T04:00:00Z' }).where('valid_until', 'is', null).execute()
    await db.deleteFrom('qualification').where('company_id', '=', buyer.companyId).where('kind', '=', 'drug_licence').execute()
    await mine().set({ valid_until: '2026-09-01T04:00:00Z' }).where('number', '=', '新证').execute()
    await sql`alter table qualification_history enable trigger user`.execute(db)
    const on = async (day: string) => {
      const answer = await shop.ask('GET', `/api/staff/company/${buyer.companyId}/licences?on=${day}`, { cookie: staff })
      expect(answer.status, answer.text).toBe(200)
      return answer.data.list.filter((one: { kind: string }) => one.kind === 'drug_licence').map((one: { number: string }) => one.number)
    }
    expect(await on('2025-12-31')).toEqual([])
    expect(await on('2026-06-14')).toEqual([''])
    expect(await on('2026-06-15')).toEqual(['新证'])
    expect(await on('2026-08-31')).toEqual(['新证'])
    expect(await on('2026-09-01')).toEqual([])
    expect((await shop.ask('GET', `/api/staff/company/${buyer.companyId}/licences?on=2026-02-30`, { cookie: staff })).status).toBe(422)
  })

  it('客户档案里的经营范围，以质管后来审核的许可证为准；许可证到期后一样都不能买', async () => {
    const buyer = await makeCompany(db, { imported_at: GATES_NOW, scopes: ['chem', 'bio'] })
    const dates = { issued_on: '2026-01-01', expires_on: '2027-01-10' }
    const { id } = await db
      .insertInto('certificate')
      .values({
        company_id: buyer.companyId,
        kind: 'drug_licence',
        number: '鄂DA1',
        scope_codes: ['chem'],
        status: 1,
        submitted_at: GATES_NOW,
        created_at: GATES_NOW,
        ...dates,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const verdict = { decision: 'pass', submitted_at: GATES_NOW.toISOString(), drug_classes: ['rx', 'otc_a'] }
    const passed = await steps.post(staff, `/api/staff/certificate/${id}`, verdict)
    expect(passed.status, passed.text).toBe(200)
    expect(passed.data.scopes.map(({ code }: { code: string }) => code)).not.toContain('bio')
    const [chem, bio] = [await makeGoods(db, { scope_code: 'chem' }), await makeGoods(db, { scope_code: 'bio' })]
    expect((await add(buyer, chem)).status).toBe(200)
    expect((await add(buyer, bio)).message).toContain('经营范围')
    // An import that says it again does not make it so.
    await db.insertInto('company_scope').values({ company_id: buyer.companyId, scope_code: 'bio' }).execute()
    shop.sessions.forget()
    expect((await add(buyer, bio)).message).toContain('未载明')
    shop.clock.now = new Date('2027-01-15T02:00:00Z')
    shop.sessions.forget()
    expect((await add(buyer, chem)).message).toContain('已于 2027-01-10 到期')
    expect((await add(buyer, bio)).status).toBe(409)
    shop.clock.now = GATES_NOW
    shop.sessions.forget()
  })
})
