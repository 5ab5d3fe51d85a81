import { describe, expect, it } from 'vitest'
import { atOnce, expectLedgerTrue, makeAddress } from '../../../../test/buying.ts'
import { makeAvailability, makeCompany, makeCompanyPrice, makeGoods, makeWarehouse } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { keepPaper, keepReport } from '../../../../test/kept-papers.ts'
import { makeOpenKey } from '../../../../test/open-keys.ts'
import { giveCredit } from '../../../../test/wallet.ts'

const NOW = new Date('2026-11-28T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
await makeWarehouse(db, { code: '01', name: '主仓' })
const buyer = await makeCompany(db)
const other = await makeCompany(db)
const [bearer, foreign] = [await makeOpenKey(shop, { buyer }), await makeOpenKey(shop, { buyer: other })]
const address = await makeAddress(db, buyer.companyId)
const otherAddress = await makeAddress(db, other.companyId)
const plain = await makeGoods(db, { code: 'OWN-1', name: '阿莫西林胶囊', price: '12.80', stock: 1000, mid_pack: 10, splittable: false })
await makeCompanyPrice(db, buyer.companyId, plain, '11.50')
await makeGoods(db, { code: 'OWN-2', name: '氯雷他定片', price: '8.00', stock: 1000 })
await makeGoods(db, { code: 'OWN-SCOPE', name: '生物制品', price: '8.00', stock: 100, scope_code: 'bio' })
await makeGoods(db, { code: 'OWN-NONE', name: '没有库存', price: '8.00', stock: 0 })
const limited = await makeGoods(db, {
  code: 'OWN-ONLY',
  name: '只给别人',
  price: '8.00',
  stock: 100,
  availability_id: await makeAvailability(db, [{ company_id: other.companyId }]),
})
await shop.search.refresh()

interface Line {
  goods_code: string
  number: number
}
let serial = 0
function nextKey(): string {
  serial += 1
  return `k-${serial}`
}
interface Wish {
  key?: string
  as?: string
  check?: boolean
  body?: object
}
const place = (lines: readonly Line[], { key = nextKey(), as = bearer, check = false, body = {} }: Wish = {}) =>
  shop.ask('POST', `/open/v1/own/orders${check ? '?check=1' : ''}`, {
    bearer: as,
    body: { address_id: address, invoice_kind: 'normal', pay: 'later', lines, ...body },
    headers: check ? {} : { 'idempotency-key': key },
  })
const get = (path: string, as = bearer) => shop.ask('GET', `/open/v1/own/${path}`, { bearer: as })
const ordersOf = async (companyId: number) => (await pool.query('select no, status from orders where company_id = $1', [companyId])).rows
const PLAIN = [{ goods_code: 'OWN-1', number: 20 }]

describe('目录', () => {
  it('与商城的列表给这家企业看的一样：自己的价格、库存、能不能买和原因；不给它看的没有', async () => {
    const shown = (await shop.ask('GET', '/api/goods/list?sort=newest&per_page=50', { cookie: buyer.cookie })).data
    const { data } = await get('catalogue')
    expect([data.total, data.goods.length]).toEqual([shown.total, shown.list.length])
    for (const [at, card] of shown.list.entries()) {
      const own = data.goods[at]
      expect(own.price).toBe(card.price === null ? null : Math.round(Number(card.price) * 100))
      expect([own.name, own.available, own.can_buy, own.minimum, own.step]).toEqual([
        card.name,
        card.number,
        card.is_buy === 1,
        card.min_number,
        card.step,
      ])
      expect(own.reasons.map(({ code }: { code: string }) => code)).toEqual(card.reasons.map(({ code }: { code: string }) => code))
    }
    const codes = data.goods.map(({ code }: { code: string }) => code)
    expect(codes).not.toContain('OWN-ONLY')
    expect(data.goods.find(({ code }: { code: string }) => code === 'OWN-1').price).toBe(1150)
    expect((await get('catalogue', foreign)).data.goods.find(({ code }: { code: string }) => code === 'OWN-1').price).toBe(1280)
    expect((await get('catalogue?keywords=OWN-none')).status).toBe(200)
    expect((await get('catalogue?in_stock=1&can_buy=1&per_page=1')).data.goods).toHaveLength(1)
  })
})

describe('按行下单', () => {
  it('试算不下单也不用键；下单按自己的价格，同一个键再来答同一张单，另一内容不收', async () => {
    const before = (await ordersOf(buyer.companyId)).length
    const tried = await place(PLAIN, { check: true })
    expect([tried.status, tried.data.checked, tried.data.orders[0].no], tried.text).toEqual([200, true, ''])
    expect(tried.data.lines).toEqual([{ goods_code: 'OWN-1', number: 20, unit_price: 1150, net: 23000 }])
    expect(await ordersOf(buyer.companyId)).toHaveLength(before)
    const first = await place(PLAIN, { key: 'same', body: { total: tried.data.total } })
    expect([first.status, first.data.orders[0].status, first.data.total], first.text).toEqual([200, 'pending_payment', tried.data.total])
    const again = await place(PLAIN, { key: 'same', body: { total: tried.data.total } })
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true'])
    expect((await place([{ goods_code: 'OWN-2', number: 1 }], { key: 'same' })).data.code).toBe('IDEMPOTENCY_MISMATCH')
    expect(await ordersOf(buyer.companyId)).toHaveLength(before + 1)
    const missing = await shop.ask('POST', '/open/v1/own/orders', {
      bearer,
      body: { address_id: address, invoice_kind: 'normal', pay: 'later', lines: PLAIN },
    })
    expect(missing.data.code).toBe('IDEMPOTENCY_MISSING')
    const { rows } = await pool.query('select entered_by, account_id from orders where no = $1', [first.data.orders[0].no])
    expect(rows).toEqual([{ entered_by: null, account_id: buyer.accountId }])
  })

  it('一行不能买就什么都不下，每一行都有回答：经营范围、库存、可售范围、倍数、没有的商品、写了两次', async () => {
    const before = (await ordersOf(buyer.companyId)).length
    const refused = async (lines: readonly Line[]) => {
      const { status, data } = await place(lines)
      expect([status, data.code]).toEqual([409, 'LINES_REFUSED'])
      for (const one of data.lines) if (one.status === 'refused') expect(one.message).toMatch(/[一-鿿]/)
      return data.lines.map((one: { status: string; code?: string }) => one.code ?? one.status)
    }
    const gates = ['OWN-1', 'OWN-SCOPE', 'OWN-NONE', 'OWN-ONLY'].map((goods_code) => ({ goods_code, number: 10 }))
    const [ok, scope, none, only] = await refused(gates)
    expect([ok, scope, none]).toEqual(['ok', 'SCOPE_MISSING', 'NO_STOCK'])
    expect(only).not.toBe('ok')
    expect(await refused([{ goods_code: 'OWN-1', number: 13 }])).not.toEqual(['ok'])
    expect(await refused([{ goods_code: 'OWN-2', number: 1_000_000 }])).not.toEqual(['ok'])
    expect(await refused([{ goods_code: 'NO-SUCH', number: 1 }, ...PLAIN, ...PLAIN])).toEqual(['UNKNOWN_GOODS', 'ok', 'REPEATED'])
    expect(await ordersOf(buyer.companyId)).toHaveLength(before)
  })

  it('总额不同不下单，答现在的总额；没有下成的不占用键', async () => {
    const wrong = await place(PLAIN, { key: 'total', body: { total: 1 } })
    expect([wrong.status, wrong.data.code]).toEqual([409, 'TOTAL_CHANGED'])
    expect((await place(PLAIN, { key: 'total', body: { total: wrong.data.total, remark: '  急用 ' } })).status).toBe(200)
  })

  it('别的企业的地址、没有的地址指明字段；合同没签、资质过期不能下单', async () => {
    const answer = await place(PLAIN, { body: { address_id: otherAddress } })
    expect([answer.status, answer.data.errors[0].pointer]).toEqual([422, '/address_id'])
    await pool.query('update company set contract_signed = false where id = $1', [buyer.companyId])
    expect((await place(PLAIN)).status).toBe(409)
    await pool.query('update company set contract_signed = true where id = $1', [buyer.companyId])
    await pool.query("update qualification set expires_on = '2026-01-01' where company_id = $1 and kind = 'drug_licence'", [
      buyer.companyId,
    ])
    expect((await place(PLAIN)).status).toBe(409)
    await pool.query("update qualification set expires_on = '2099-01-01' where company_id = $1 and kind = 'drug_licence'", [
      buyer.companyId,
    ])
  })

  it('账期：够就付清，不够什么都不下', async () => {
    const chain = await makeCompany(db)
    const as = await makeOpenKey(shop, { buyer: chain })
    const body = { pay: 'credit', address_id: await makeAddress(db, chain.companyId) }
    const none = await place(PLAIN, { as, body })
    expect([none.status, none.data.code], none.text).toEqual([409, 'ORDER_REFUSED'])
    expect(await ordersOf(chain.companyId)).toEqual([])
    await giveCredit(db, chain.companyId, '300.00', 30)
    const done = await place(PLAIN, { as, body })
    expect([done.status, done.data.orders[0].status], done.text).toEqual([200, 'paid'])
    expect((await place(PLAIN, { as, body })).data.code).toBe('ORDER_REFUSED')
    expect((await ordersOf(chain.companyId)).map(({ status }) => status)).toEqual(['paid'])
    await expectLedgerTrue(db)
  })

  it('同一个键同时来几次：只下一张单', async () => {
    const before = (await ordersOf(buyer.companyId)).length
    const answers = await atOnce([1, 2, 3, 4, 5, 6], 6, () => place([{ goods_code: 'OWN-2', number: 3 }], { key: 'race' }))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    for (const { status, data } of answers) if (status === 409) expect(data.code).toBe('IDEMPOTENCY_RUNNING')
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1)
    expect(await ordersOf(buyer.companyId)).toHaveLength(before + 1)
  })
})

describe('订单、单据', () => {
  it('变化的流里只有自己的订单，从 cursor 读得下去；没有批发企业内部的字段', async () => {
    const theirs = await place([{ goods_code: 'OWN-2', number: 2 }], { as: foreign, body: { address_id: otherAddress } })
    expect(theirs.status, theirs.text).toBe(200)
    const all = (await get('orders')).data
    expect(all.orders.map(({ no }: { no: string }) => no).sort()).toEqual((await ordersOf(buyer.companyId)).map(({ no }) => no).sort())
    expect(all.more).toBe(false)
    expect(all.orders[0].taken_over).toBeUndefined()
    expect((await get(`orders?changed_after=${all.cursor}`)).data.orders).toEqual([])
    const no = theirs.data.orders[0].no
    expect((await get(`orders/${no}`)).status).toBe(404)
    const own = await get(`orders/${no}`, foreign)
    expect(own.data.lines[0]).toMatchObject({ goods_code: 'OWN-2', number: 2, unit_price: 800, net: 1600 })
    expect(own.data.lines[0].batches).toHaveLength(1)
  })

  it('地址、单据、检验报告只有自己的；别的企业的如同不存在', async () => {
    const { addresses } = (await get('addresses')).data
    expect(addresses.map(({ id }: { id: number }) => id)).toEqual([address])
    const id = await keepPaper(shop, buyer.companyId, 'CK1')
    const { papers } = (await get('papers')).data
    expect(papers).toMatchObject([{ no: 'CK1', file: `/open/v1/own/papers/${id}` }])
    const file = await get(`papers/${id}`)
    expect([file.status, file.headers['content-type'], file.text]).toEqual([200, 'application/pdf', '%PDF-'])
    expect((await get('papers', foreign)).data.papers).toEqual([])
    expect((await get(`papers/${id}`, foreign)).status).toBe(404)
    const report = await keepReport(shop, limited, 'B1')
    expect((await get(`reports/${report}`)).status).toBe(404)
    expect((await get(`reports/${report}`, foreign)).text).toBe('%PDF-')
    await pool.query("update qualification set expires_on = '2026-01-01' where company_id = $1 and kind = 'drug_licence'", [
      other.companyId,
    ])
    expect((await get(`reports/${report}`, foreign)).data.code).toBe('COMPANY_SHUT')
    const { no } = (await get('orders')).data.orders[0]
    await pool.query("update orders set status = 'shipped', shipped_at = now() where no = $1", [no])
    const { batches } = (await get('reports')).data
    expect(batches.map(({ order_no }: { order_no: string }) => order_no)).toEqual([no])
    expect((await get('reports/999999')).status).toBe(404)
    const { rows: taken } = await pool.query('select company_id, account_id from document_download where document_id = $1', [id])
    expect(taken).toEqual([{ company_id: buyer.companyId, account_id: buyer.accountId }])
  })
})
