import { expect, it } from 'vitest'
import { findViolations } from '../src/modules/money/invariants/public.ts'
import { payAtGateway, makePhoto } from './after-sales.ts'
import { makeAddress } from './buying.ts'
import { makeCompany, makeGoods, makeStaff, makeStock, makeWarehouse, nameSupplier, type Buyer } from './fixtures.ts'
import { openBankAccount } from './gateway.ts'
import { testShop } from './harness.ts'
import { makePromotion, makeTemplate } from './promotions.ts'
import { keepSetting } from './rows.ts'
import { giveCredit } from './wallet.ts'
import { grantVoucher } from './after-sales.ts'
import { givePoints, makePointsGoods } from './draw-points.ts'
import { previewedSplit } from './order-split.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db } = shop.database
const SEED = Number(process.env.SEED ?? 7)
let s = SEED
const rnd = () => { s = (s * 1103515245 + 12345) % 2147483648; return s / 2147483648 }
const int = (n: number) => Math.floor(rnd() * n)
const pick = <T,>(list: readonly T[]): T => list[int(list.length)] as T

it('storm', async () => {
  await nameSupplier(db)
  await openBankAccount(db)
  await keepSetting(db, 'shipping', { free_from: '100.00', fee: '12.00' })
  const staff = await makeStaff(db, '王客服')
  const staff2 = await makeStaff(db, '赵客服')
  const far = await makeWarehouse(db, { name: '远仓' } as never)
  const goods: number[] = []
  for (let i = 0; i < 5; i++) goods.push(await makeGoods(db, { price: ['7.33', '12.40', '3.10', '58.80', '21.05'][i] as string, stock: 3000, name: `货${i}` }))
  const there = await makeGoods(db, { price: '6.07', stock: 0, name: '远货' })
  await makeStock(db, there, [{ available: 900 }, { available: 900 }], far)
  goods.push(there)
  const gift = await makeGoods(db, { name: '赠品甲', price: '9.90', drug_class: 'otc_b', stock: 500 })
  const giftFar = await makeGoods(db, { name: '赠品远', price: '4.40', drug_class: 'otc_b', stock: 0 })
  await makeStock(db, giftFar, [{ available: 300 }], far)
  const extra = await makeGoods(db, { name: '换购品', price: '19.90', stock: 500 })
  await makePromotion(db, 'gift', { scope: { goods }, tiers: [{ from: '100.00', repeat: true, gifts: [{ goods: gift }] }, { from: '300.00', gifts: [{ goods: giftFar }] }] })
  await makePromotion(db, 'full_reduction', { scope: { goods }, tiers: [{ from: '80.00', amount: '9.97', repeat: true }] })
  const ex = await makePromotion(db, 'exchange', { scope: { goods }, tiers: [{ from: '60.00', exchanges: [{ goods: extra, price: '5.00', limit: 3, quota: 60 }] }] })
  await makePromotion(db, 'cashback', { scope: { goods }, tiers: [{ from: '50.00', percent: 3 }] })
  const template = await makeTemplate(db, { threshold: '60.00', amount: '7.77', quota: 80, per_buyer: 20 } as never)
  const mall = await makePointsGoods(db, { points: 10, money: '1.23', stock: 50 } as never)
  const buyers: (Buyer & { address: number })[] = []
  for (let i = 0; i < 6; i++) {
    const b = await makeCompany(db, { balance: '9000.00' })
    await giveCredit(db, b.companyId, '3000.00', 30)
    await grantVoucher(db, b.companyId, '333.33', NOW)
    await givePoints(db, b.companyId, 300, NOW)
    buyers.push({ ...b, address: await makeAddress(db, b.companyId) })
  }
  const count = new Map<string, number>()
  const note = (what: string, status: number, message: string) => { const k = `${what} ${status} ${status === 200 || status === 202 ? '' : message.replaceAll(/[\d.]+/g, '#').slice(0, 40)}`; count.set(k, (count.get(k) ?? 0) + 1) }
  const bad: string[] = []
  const ask = async (what: string, method: 'GET' | 'POST', url: string, cookie: string, body?: object) => {
    const a = await shop.ask(method, url, { cookie, ...(body && { body }) })
    note(what, a.status, a.message)
    if (a.status >= 500 && a.status !== 503) bad.push(`${what} ${url} ${a.status} ${JSON.stringify(body)} ${a.text.slice(0, 200)}`)
    return a
  }
  const ordersOf = async (b: Buyer | null) => {
    let q = db.selectFrom('orders').select(['id', 'status', 'company_id']).orderBy('id', 'desc').limit(25)
    if (b) q = q.where('company_id', '=', b.companyId)
    return q.execute()
  }
  const place = async (b: (typeof buyers)[number]) => {
    const list = Array.from({ length: 1 + int(3) }, () => ({ goods_id: pick(goods), number: 1 + int(12) }))
    const a = await ask('cart', 'POST', '/api/cart', b.cookie, { list })
    if (a.status !== 200) return
    const ids = (a.data.lines as { id: number }[]).map((l) => l.id).filter((id) => id > 0)
    if (rnd() < 0.4) { const e = await ask('exch', 'POST', '/api/cart', b.cookie, { list: [{ goods_id: extra, number: 1 + int(3), type: 4, goods_price_id: ex.exchanges[0] }] }); if (e.status === 200) ids.push(e.data.lines[0].id) }
    const money = { ...(rnd() < 0.5 && { balance: (rnd() * 150).toFixed(2) }), ...(rnd() < 0.3 && { voucher: (rnd() * 60).toFixed(2) }) }
    const uniq = [...new Set(ids)]
    const sheet = await ask('sheet', 'POST', '/api/cart/checkout', b.cookie, { ids: uniq, address_id: b.address, ...money })
    if (sheet.status !== 200) return
    const body = { checkout_key: sheet.data.checkout_key, ids: uniq, address_id: b.address, invoice_kind: 'normal', total: sheet.data.total, ...money }
    await Promise.all(Array.from({ length: rnd() < 0.2 ? 3 : 1 }, () => ask('order', 'POST', '/api/order', b.cookie, body)))
  }
  const actions: [number, () => Promise<unknown>][] = [
    [14, () => place(pick(buyers))],
    [16, async () => { const b = pick(buyers); const o = (await ordersOf(b)).filter((x) => x.status === 'pending_payment'); if (o.length === 0) return; const id = pick(o).id; const ch = pick(['balance', 'credit', 'gateway']); if (ch === 'gateway') return payAtGateway(shop, b.cookie, id).catch(() => undefined); return ask(`pay ${ch}`, 'POST', `/api/pay/order/${id}`, b.cookie, { channel: ch }) }],
    [4, async () => { const b = pick(buyers); const o = await ordersOf(b); if (o.length) return ask('cancel', 'POST', `/api/order/${pick(o).id}/cancel`, b.cookie, {}) }],
    [4, async () => { const o = await ordersOf(null); if (o.length) return ask('staffcancel', 'POST', `/api/staff/order/${pick(o).id}/cancel`, staff, { reason: '压力测试' }) }],
    [26, async () => { const o = await ordersOf(null); if (o.length) { const x = pick(o); const step = ({ paid: 'pick', picking: 'ship', shipped: 'receive', received: 'complete' } as Record<string, string>)[x.status] ?? 'pick'; return ask(step, 'POST', `/api/staff/order/${x.id}/${step}`, pick([staff, staff2]), {}) } }],
    [8, async () => { const o = (await ordersOf(null)).filter((x) => x.status === 'paid' || x.status === 'picking'); if (!o.length) return; const id = pick(o).id; const stage = pick(['desk', 'picking'] as const); const f = await ask('splitform', 'GET', `/api/staff/order/${id}/split/${stage}`, staff); if (f.status !== 200) return; const items = f.data.items as { id: number; number?: number; batches: { piece_id: number; number: number }[] }[]; const lines = stage === 'desk' ? items.filter(() => rnd() < 0.6).map((i) => ({ id: i.id, number: 1 + int(6) })) : []; const pieces = stage === 'picking' ? items.flatMap((i) => i.batches).filter(() => rnd() < 0.5).map((p) => ({ id: p.piece_id, number: 1 + int(p.number ?? 3) })) : []; const pairs = (l: { id: number; number: number }[]) => l.map((p) => `${p.id}:${p.number}`).join(','); const pv = await ask('splitpv', 'GET', `/api/staff/order/${id}/split/${stage}/preview?${new URLSearchParams({ version: String(f.data.version), lines: pairs(lines), pieces: pairs(pieces) })}`, staff); if (pv.status !== 200) return; return ask('split', 'POST', `/api/staff/order/${id}/split/${stage}`, staff, { version: f.data.version, stamp: pv.data.stamp, reason: '客户要求', lines, pieces }) }],
    [6, async () => { const b = pick(buyers); const o = (await ordersOf(b)).filter((x) => ['shipped', 'received'].includes(x.status)); if (!o.length) return; const id = pick(o).id; const f = await ask('recform', 'GET', `/api/order/${id}/receiving`, b.cookie); if (f.status !== 200) return; const photo = await makePhoto(db, b.companyId); const photo2 = await makePhoto(db, b.companyId); const lines = (f.data.lines ?? []).map((l: { id: number; due?: number; number: number }) => { let left = l.due ?? l.number; const cut = () => { const n = rnd() < 0.3 ? int(left + 1) : 0; left -= n; return n }; const short = cut(); const damaged = cut(); const wrong = cut(); const refused = cut(); return { id: l.id, accepted: left, short, damaged, wrong, refused, refused_for: 'other' , note: '测' } }); return ask('receiving', 'POST', `/api/order/${id}/receiving`, b.cookie, { key: `rec-${id}-${int(2)}-key`, lines, received_by: '收货员', inspected_by: '验收员', arrived_on: '2026-11-21', send_back: int(2), damaged_files: [photo], wrong_files: [photo2] }) }],
    [10, async () => { const b = pick(buyers); const o = (await ordersOf(b)).filter((x) => ['shipped', 'received', 'completed'].includes(x.status)); if (!o.length) return; const id = pick(o).id; const f = await ask('asform', 'GET', `/api/after_sale/form?order_id=${id}`, b.cookie); if (f.status !== 200) return; const lines = (f.data.lines as { id: number; left: number }[]).filter((l) => l.left > 0 && rnd() < 0.6).map((l) => ({ id: l.id, number: 1 + int(l.left) })); if (!lines.length) return; const reason = pick(['other', 'short', 'damaged', 'wrong', 'quality']); const kind = pick(['return', 'refund_only']); const file_ids = ['damaged', 'wrong', 'quality'].includes(reason) ? [await makePhoto(db, b.companyId)] : []; return ask('apply', 'POST', '/api/after_sale', b.cookie, { order_id: id, kind, reason, lines, file_ids, key: `as-${int(1e9)}-key` }) }],
    [16, async () => { const rows = await db.selectFrom('after_sale').select(['id', 'status', 'order_id', 'kind']).where('status', 'in', ['applied', 'sending', 'returning'] as never).orderBy('id', 'desc').limit(12).execute(); if (!rows.length) return; const r = pick(rows); const o = await db.selectFrom('orders').select('company_id').where('id', '=', r.order_id).executeTakeFirstOrThrow(); const b = buyers.find((x) => x.companyId === o.company_id); if (!b) return; const what = pick(['approve', 'send', 'refund', 'refund', 'cancel', 'reject']); if (what === 'send') return ask('as send', 'POST', `/api/after_sale/${r.id}/send`, b.cookie, { carrier: '顺丰', waybill: 'SF1' }); if (what === 'cancel') return rnd() < 0.3 ? ask('as cancel', 'POST', `/api/after_sale/${r.id}/cancel`, b.cookie, {}) : undefined; const body = what === 'approve' ? { receiver: '退货组', phone: '1', address: '示例' } : what === 'reject' ? { reason: '不符' } : {}; return ask(`as ${what}`, 'POST', `/api/staff/after_sale/${r.id}/${what}`, pick([staff, staff2]), body) }],
    [2, async () => { const b = pick(buyers); return ask('recharge', 'POST', '/api/cash_coupon/userRecharge', b.cookie, { amount: '1000', channel: 'balance', purse: 'voucher' }) }],
    [3, async () => { const b = pick(buyers); const c = await ask('repay', 'POST', '/api/pay/user_credit_create', b.cookie, { amount: (1 + rnd() * 80).toFixed(2) }); if (c.status === 200) return ask('repaypay', 'POST', '/api/pay/user_credit_pay', b.cookie, { id: c.data.id, channel: 'balance' }) }],
    [3, async () => { const b = pick(buyers); return ask('mall', 'POST', '/api/points/order', b.cookie, { points_goods_id: mall, number: 1 + int(3), key: `mall-${int(1e9)}` }) }],
    [2, async () => { const b = pick(buyers); const o = await db.selectFrom('points_order').select('id').where('company_id', '=', b.companyId).execute(); if (o.length) return ask('mallcancel', 'POST', `/api/points/order/${pick(o).id}/cancel`, b.cookie, {}) }],
    [4, async () => ask('coupon', 'POST', '/api/coupon/take', pick(buyers).cookie, { id: template })],
    [3, async () => { const o = await ordersOf(null); if (o.length) { const ids = [pick(o).id]; return ask('release', 'POST', `/api/staff/order/${ids[0]}/release`, staff, { reason: '测试放行' }) } }],
  ]
  const total = actions.reduce((sum, [w]) => sum + w, 0)
  const one = () => { let r = rnd() * total; for (const [w, f] of actions) { r -= w; if (r <= 0) return f() } }
  const until = performance.now() + Number(process.env.STORM_S ?? 90) * 1000
  const worker = async () => { while (performance.now() < until) await one() }
  await Promise.all(Array.from({ length: 10 }, worker))
  await shop.jobs.runDue().catch((e) => bad.push(`jobs ${e}`))
  console.log([...count].sort((a, b) => b[1] - a[1]).map(([k, n]) => `${n} ${k}`).join('\n'))
  console.log('bad', bad.slice(0, 10))
  const v = await findViolations(db, shop.clock.now)
  console.log('violations', JSON.stringify(v).slice(0, 3000))
  expect(v).toEqual([])
  expect(bad).toEqual([])
}, 400_000)
