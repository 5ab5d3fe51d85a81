import { describe, expect, it } from 'vitest'
import { givePoints } from '../../../../../test/draw-points.ts'
import { makeCompany, makeStaffOf } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { makeOrder } from '../../../../../test/past-orders.ts'

const NOW = new Date('2026-11-23T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const quality = await makeStaffOf(db, 'quality', '孙敏')
const clerk = await makeStaffOf(db, 'service', '李客服')

interface Pair {
  id: number
  signs: string[]
  sign_names: string[]
  first: { id: number; name: string }
  second: { id: number; name: string }
}
const find = async () => {
  await pool.query(`select graphile_worker.add_job('companies.pairs', '{}', run_at => $1)`, [NOW])
  await shop.jobs.runDue(['companies.pairs'])
}
const list = async (query = '', cookie = quality): Promise<Pair[]> => {
  const answer = await shop.ask('GET', `/api/staff/company_pair?${query}`, { cookie })
  expect(answer.status, answer.text).toBe(200)
  return answer.data.list
}
const of = async (company: number, state = 'open') => list(`company_id=${company}&state=${state}`)
const judge = (id: number, decision: string, cookie = quality) =>
  shop.ask('POST', `/api/staff/company_pair/${id}/${decision}`, { cookie, body: { reason: '两块门头，实地看过' } })
const signsOf = async (company: number) => (await of(company)).map(({ signs, second }) => [signs, second.name])
const make = async (fields: object) => (await makeCompany(db, fields)).companyId

describe('疑似重复的企业', () => {
  it('信用代码、证照编号、名称、地址相同的，两家摆在一起；只是电话相同的不算，太多家共用的号码不算', async () => {
    const first = await make({
      name: '槐荫大药房（云岩店）',
      credit_code: '92520103MA0PAIR011',
      address: '槐荫路 18 号',
      phone: '13800001111',
    })
    await make({ name: '槐荫大药房(云岩店)', credit_code: '92520103MA0PAIR011', address: '别处 2 号', phone: '13800001112' })
    await make({ name: '另一家药房', address: '又一处 3 号', phone: '13800001111' })
    const [numbered, same] = [await make({ name: '证号甲药店' }), await make({ name: '证号乙药店' })]
    for (const id of [numbered, same])
      await pool.query(
        `insert into qualification (company_id, kind, name, number, status) values ($1, 'drug_licence', '药品经营许可证', '黔AA8510077', 2)
        on conflict (company_id, kind) do update set number = excluded.number`,
        [id],
      )
    const seat = { province: '贵州省', city: '贵阳市', district: '南明区', address: '同址路 9 号' }
    const [here, there] = [await make({ name: '同址一店', ...seat }), await make({ name: '同址二店', ...seat })]
    for (let at = 0; at < 9; at++) await make({ name: `凑数${at}药房`, credit_code: '000000000000000000' })
    await find()
    expect(await signsOf(first)).toEqual([[['credit_code', 'name'], '槐荫大药房(云岩店)']])
    expect(await signsOf(numbered)).toEqual([[['licence'], '证号乙药店']])
    expect(await signsOf(here)).toEqual([[['place'], '同址二店']])
    expect(there).toBeGreaterThan(here)
    expect((await list('per_page=100')).filter(({ first: one }) => one.name.startsWith('凑数'))).toEqual([])
    expect((await of(first))[0]).toMatchObject({
      sign_names: ['统一社会信用代码相同', '名称相同'],
      first: { credit_code: '92520103MA0PAIR011', phone: '13800001111', orders: 0, last_ordered_at: null, people: 1 },
      second: { place: expect.stringContaining('别处 2 号') },
    })
  })

  it('质量判定不是同一家：不再列出，再找也不回来，两家的记录里都有；后来又多了相同之处就再问一次；判错了可以重来', async () => {
    const [first, second] = [
      await make({ name: '判定药房甲', credit_code: '92520103MA0PAIR022' }),
      await make({ name: '判定药房乙', credit_code: '92520103MA0PAIR022' }),
    ]
    await find()
    const [pair] = await of(first)
    const id = pair?.id ?? 0
    expect((await judge(id, 'apart', clerk)).status).toBe(403)
    expect((await judge(id, 'apart')).data).toEqual({ state: 'apart', changed: 1 })
    expect((await judge(id, 'apart')).data).toEqual({ state: 'apart', changed: 0 })
    await find()
    expect(await of(first)).toEqual([])
    expect(await of(second, 'apart')).toMatchObject([{ id, decided_by: '孙敏', reason: '两块门头，实地看过' }])
    for (const company of [first, second]) {
      const { rows } = await pool.query(`select action, reason from audit_log where subject = $1`, [`company:${company}`])
      expect(rows).toEqual([{ action: 'company.apart', reason: '两块门头，实地看过' }])
    }
    await pool.query(`update company set name = '判定药房甲' where id = $1`, [second])
    await find()
    expect((await of(first)).map(({ signs }) => signs)).toEqual([['credit_code', 'name']])
    await judge(id, 'apart')
    expect((await judge(id, 'open')).data).toEqual({ state: 'open', changed: 1 })
    expect((await of(first)).map((one) => one.id)).toEqual([id])
    expect((await judge(999_999, 'apart')).status).toBe(404)
  })

  it('不再有相同之处的不留着；查看范围有限的人，两家都看得到才列出', async () => {
    const [first] = [
      await make({ name: '范围药房甲', credit_code: '92520103MA0PAIR033', province: '贵州省' }),
      await make({ name: '范围药房乙', credit_code: '92520103MA0PAIR033', province: '四川省' }),
    ]
    await find()
    const [pair] = await of(first)
    expect(pair).toBeDefined()
    const narrow = await makeStaffOf(db, 'quality', '只看贵州')
    await pool.query(`update staff set narrow_provinces = '{贵州省}' where account_id = (select id from account where name = '只看贵州')`)
    await expect.poll(async () => (await shop.ask('GET', '/api/staff/me', { cookie: narrow })).data.narrowed).toBe(1)
    expect(await list(`company_id=${first}`, narrow)).toEqual([])
    expect((await judge(pair?.id ?? 0, 'apart', narrow)).status).toBe(404)
    await pool.query(`update company set credit_code = null where id = $1`, [first])
    await find()
    expect(await of(first)).toEqual([])
  })
})

describe('合并', () => {
  const second = makeStaffOf(db, 'quality', '吴质管')
  const merge = async (id: number, keep: number, cookie = quality) =>
    shop.ask('POST', `/api/staff/company_pair/${id}/merge`, { cookie, body: { keep, reason: '同一家，导入时建了两份' } })
  const approve = async (waits: { data: { request: { id: number } } }) =>
    shop.ask('POST', `/api/staff/approval/${waits.data.request.id}/approve`, { cookie: await second, body: {} })
  const look = async (id: number, keep: number) =>
    (await shop.ask('GET', `/api/staff/company_pair/${id}/merge?keep=${keep}`, { cookie: quality })).data
  /** Two with one code; the second has somebody of its own. */
  async function twins(code: string) {
    const [kept, gone] = [
      await makeCompany(db, { name: `甲${code}药房`, credit_code: code }),
      await makeCompany(db, { name: `乙${code}药房`, credit_code: code }),
    ]
    await find()
    const [pair] = await of(kept.companyId)
    return { kept, gone, id: pair?.id ?? 0 }
  }
  const storesOf = async (cookie: string) =>
    (await shop.ask('GET', '/api/user/base', { cookie })).data.stores.map(({ name }: { name: string }) => name)
  const purse = async (company: number, kind: string, amount: number) =>
    pool.query(
      `with own as (insert into ledger_account (company_id, kind, balance) values ($1, $2, $3)
         on conflict (company_id, kind) do update set balance = excluded.balance returning 1) select * from own`,
      [company, kind, amount],
    )

  it('两人批准后：乙不再下单、档案照旧，乙的人能进甲，积分过去；两家的记录里都有，解冻不了', async () => {
    const { kept, gone, id } = await twins('92520103MA0PAIR101')
    const points = async (company: number): Promise<number> =>
      (
        await pool.query(
          `select coalesce((select balance from ledger_account where company_id = $1 and kind = 'points'), 0)::integer as n`,
          [company],
        )
      ).rows[0].n
    await givePoints(db, gone.companyId, 300)
    expect(await look(id, kept.companyId)).toMatchObject({ obstacles: [], points: 300 })
    expect((await merge(id, kept.companyId, clerk)).status).toBe(403)
    const waits = await merge(id, kept.companyId)
    expect([waits.status, waits.data.request.title]).toEqual([202, '乙92520103MA0PAIR101药房 并入 甲92520103MA0PAIR101药房'])
    expect((await storesOf(gone.cookie)).length).toBe(1)
    expect((await approve(waits)).status).toBe(200)
    expect(await storesOf(gone.cookie)).toEqual(expect.arrayContaining(['甲92520103MA0PAIR101药房', '乙92520103MA0PAIR101药房']))
    expect([await points(gone.companyId), await points(kept.companyId)]).toEqual([0, 300])
    const { rows } = await pool.query('select id, review_state from company where id = any($1) order by id', [
      [kept.companyId, gone.companyId],
    ])
    expect(rows.map(({ review_state }) => review_state)).toEqual([2, 4])
    const [merged] = await of(gone.companyId, 'merged')
    expect(merged).toMatchObject({ kept_id: kept.companyId, decided_by: '孙敏' })
    const thaw = await shop.ask('POST', `/api/staff/company/${gone.companyId}/decide`, {
      cookie: quality,
      body: { decision: 'unfreeze', reason: '恢复' },
    })
    expect([thaw.status, thaw.message]).toEqual([409, expect.stringContaining('已并入“甲')])
    // Found again, and with more in common: it stays merged.
    await pool.query('update company set name = (select name from company where id = $1) where id = $2', [kept.companyId, gone.companyId])
    await find()
    expect(await of(gone.companyId)).toEqual([])
    for (const company of [kept.companyId, gone.companyId]) {
      const audited = await pool.query(`select 1 from audit_log where subject = $1 and action = 'company.merge'`, [`company:${company}`])
      expect(audited.rows).toHaveLength(1)
    }
    expect((await merge(id, kept.companyId)).status).toBe(409)
  })

  it('合错了：重新判定，合并时进来的人出去，他正在甲里的登录也回到乙；乙可以解冻', async () => {
    const { kept, gone, id } = await twins('92520103MA0PAIR102')
    await approve(await merge(id, kept.companyId))
    const own = await storesOf(kept.cookie)
    await shop.ask('POST', '/api/user/switch_store', { cookie: gone.cookie, body: { company_id: kept.companyId } })
    expect((await judge(id, 'apart')).status).toBe(409)
    expect((await judge(id, 'open')).data).toEqual({ state: 'open', changed: 1 })
    expect(await storesOf(gone.cookie)).toEqual(['乙92520103MA0PAIR102药房'])
    expect(await storesOf(kept.cookie)).toEqual(own)
    const { rows } = await pool.query('select distinct company_id from session where account_id = $1', [gone.accountId])
    expect(rows).toEqual([{ company_id: gone.companyId }])
    const thaw = await shop.ask('POST', `/api/staff/company/${gone.companyId}/decide`, {
      cookie: quality,
      body: { decision: 'unfreeze', reason: '不是同一家' },
    })
    expect(thaw.status, thaw.text).toBe(200)
  })

  it('甲没有主人时乙的主人成了甲的；合错了重新判定，他也出去；批准之前多了个人，批准不了；已经并入别家的不再并一次', async () => {
    const { kept, gone, id } = await twins('92520103MA0PAIR104')
    await pool.query('delete from account_company where company_id = $1', [kept.companyId])
    const waits = await merge(id, kept.companyId)
    const stranger = await makeCompany(db, {})
    const both = [stranger.accountId, gone.companyId]
    await pool.query('insert into account_company (account_id, company_id, is_owner) values ($1, $2, false)', both)
    expect((await approve(waits)).status).toBe(409)
    await pool.query('delete from account_company where account_id = $1 and company_id = $2', both)
    await approve(await merge(id, kept.companyId))
    const members = async () =>
      (await pool.query('select account_id as id, is_owner from account_company where company_id = $1', [kept.companyId])).rows
    expect(await members()).toEqual([{ id: gone.accountId, is_owner: true }])
    const third = await make({ name: '丙药房', credit_code: '92520103MA0PAIR104' })
    await find()
    const [again] = (await of(third)).filter(({ first, second: other }) => [first.id, other.id].includes(gone.companyId))
    const twice = await merge(again?.id ?? 0, third)
    expect([twice.status, twice.message]).toEqual([409, expect.stringContaining('已并入“甲')])
    expect((await judge(id, 'open')).status).toBe(200)
    expect(await members()).toEqual([])
    const { rows } = await pool.query(`select after from audit_log where subject = $1 and action = 'company.apart_again'`, [
      `company:${kept.companyId}`,
    ])
    expect(rows).toEqual([{ after: expect.objectContaining({ put_out: [gone.accountId] }) }])
  })

  it('没办完的先办完：订单、余额、账期，逐项说明；不能并入没通过的、别的企业；等着批准的时候有了订单，批准不了', async () => {
    const { kept, gone, id } = await twins('92520103MA0PAIR103')
    await purse(gone.companyId, 'balance', 12_345)
    await purse(gone.companyId, 'credit', -500)
    const refused = await merge(id, kept.companyId)
    expect([refused.status, refused.message]).toEqual([
      409,
      '还不能合并，乙92520103MA0PAIR103药房：余额（退回客户或由财务调整）；未还的账期款（还清）',
    ])
    expect((await look(id, kept.companyId)).obstacles).toHaveLength(2)
    for (const kind of ['balance', 'credit']) await purse(gone.companyId, kind, 0)
    const foreign = await merge(id, (await makeCompany(db, {})).companyId)
    expect([foreign.status, foreign.data.errors[0].field]).toEqual([422, 'keep'])
    await pool.query('update company set review_state = 1 where id = $1', [kept.companyId])
    expect((await merge(id, kept.companyId)).message).toContain('只能并入已通过审核的企业')
    await pool.query('update company set review_state = 2 where id = $1', [kept.companyId])
    const waits = await merge(id, kept.companyId)
    expect(waits.status, waits.text).toBe(202)
    await makeOrder(db, gone, [], { status: 'paid', created_at: NOW })
    const late = await approve(waits)
    expect([late.status, late.message]).toEqual([409, expect.stringContaining('未完成的订单 1 张')])
    const { rows } = await pool.query('select state from company_pair where id = $1', [id])
    expect(rows).toEqual([{ state: 'open' }])
  })
})
