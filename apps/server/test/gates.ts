import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Database } from '../src/platform/database.ts'
import { buy, fillCart, makeAddress, openSheet, submit } from './buying.ts'
import { givePoints, makeDraw, makePointsGoods, makePrize } from './draw-points.ts'
import { type Buyer, makeAvailability, makeCompany, makeGoods, makeScope, makeStaff } from './fixtures.ts'
import { type Answer, openShop, type Shop } from './harness.ts'
import { makeOrder } from './past-orders.ts'
import { makeBundle, makePromotion } from './promotions.ts'

/** One buyer, one medicine, and everything in order: the ground on which a gate is closed and a way in is tried. */
export interface Ground {
  shop: Shop
  db: Database
  buyer: Buyer
  address: number
  /** The medicine that the gates are about. */
  goods: number
  /** An ordinary thing that everybody may buy: what earns gifts. */
  main: number
}

export async function makeGround(shop: Shop): Promise<Ground> {
  const { db } = shop.database
  const buyer = await makeCompany(db, { scopes: ['chem', 'general'], balance: '1000.00', credit_limit: 100_000, credit_days: 30 })
  const address = await makeAddress(db, buyer.companyId)
  const goods = await makeGoods(db, { drug_class: 'otc_b' })
  const main = await makeGoods(db, { scope_code: 'general', price: '50.00' })
  return { shop, db, buyer, address, goods, main }
}

/** The same ground with a device of class II in the medicine's place, which may be given. */
export async function makeDeviceGround(shop: Shop): Promise<Ground> {
  const ground = await makeGround(shop)
  const scope = await makeScope(ground.db, 'device2')
  await ground.db.insertInto('company_scope').values({ company_id: ground.buyer.companyId, scope_code: scope }).execute()
  await ground.db
    .updateTable('goods')
    .set({ kind: 'device', scope_code: scope, drug_class: 'none' })
    .where('id', '=', ground.goods)
    .execute()
  return ground
}

export interface Gate {
  name: string
  /** What the answer says. */
  says: RegExp
  close: (ground: Ground) => Promise<unknown>
  /** The company itself stands there, whatever the goods. */
  ofCompany: boolean
}

const company = (values: object) => (ground: Ground) =>
  ground.db.updateTable('company').set(values).where('id', '=', ground.buyer.companyId).execute()
const paper = (kind: string, values: object | null) => (ground: Ground) =>
  values === null
    ? ground.db.deleteFrom('qualification').where('company_id', '=', ground.buyer.companyId).where('kind', '=', kind).execute()
    : ground.db.updateTable('qualification').set(values).where('company_id', '=', ground.buyer.companyId).where('kind', '=', kind).execute()
const goods = (values: object) => async (ground: Ground) => {
  await ground.db.updateTable('goods').set(values).where('id', '=', ground.goods).execute()
}
const limited =
  (entry: Parameters<typeof makeAvailability>[1][number], controlled = false) =>
  async (ground: Ground) =>
    goods({ availability_id: await makeAvailability(ground.db, [entry], controlled) })(ground)

async function oweReceipt(ground: Ground): Promise<void> {
  const past = await makeOrder(ground.db, ground.buyer, [{ goodsId: ground.main, number: 1 }])
  const values = { order_id: past, company_id: ground.buyer.companyId, due_on: '2026-11-01', created_at: new Date('2026-10-20T00:00:00Z') }
  await ground.db.insertInto('ephedrine_receipt').values(values).execute()
  await goods({ is_ephedrine: true })(ground)
}

/** The shop's tests run on the 21st of November 2026 in Beijing. */
export const GATES_NOW = new Date('2026-11-21T02:00:00Z')
const YESTERDAY = '2026-11-20'

export const GATES: readonly Gate[] = [
  { name: '企业审核中', says: /正在审核|通过审核/, ofCompany: true, close: company({ review_state: 1 }) },
  { name: '企业冻结', says: /冻结|通过审核/, ofCompany: true, close: company({ review_state: 4 }) },
  { name: '没有药品经营许可证', says: /尚未提交药品经营许可证/, ofCompany: true, close: paper('drug_licence', null) },
  {
    name: '药品经营许可证过期',
    says: /药品经营许可证已于 2026-11-20 到期/,
    ofCompany: true,
    close: paper('drug_licence', { expires_on: YESTERDAY }),
  },
  {
    name: '药品经营许可证没有有效期',
    says: /药品经营许可证未登记有效期/,
    ofCompany: true,
    close: paper('drug_licence', { expires_on: null }),
  },
  { name: '没有采购委托书', says: /尚未提交采购委托书/, ofCompany: true, close: paper('purchase_mandate', null) },
  { name: '没有收货人身份证', says: /尚未提交收货人身份证/, ofCompany: true, close: paper('receiver_id', null) },
  {
    name: '质量保证协议过期',
    says: /质量保证协议已于 2026-11-20 到期/,
    ofCompany: true,
    close: paper('quality_agreement', { expires_on: YESTERDAY }),
  },
  { name: '电子合同未签', says: /签署电子合同/, ofCompany: true, close: company({ contract_signed: false }) },
  {
    name: '经营范围不含',
    says: /经营范围不含/,
    ofCompany: false,
    close: ({ db, buyer }) =>
      db.deleteFrom('company_scope').where('company_id', '=', buyer.companyId).where('scope_code', '=', 'chem').execute(),
  },
  { name: '许可证经营类别不含', says: /不含乙类非处方药/, ofCompany: false, close: company({ drug_classes: ['rx', 'otc_a'] }) },
  { name: '不在销售地区', says: /不在您所在的地区销售|收货地址所在地区/, ofCompany: false, close: limited({ province: '四川省' }) },
  { name: '控销未授权', says: /控销商品/, ofCompany: false, close: limited({ province: '四川省' }, true) },
  { name: '不卖给这类企业', says: /地区销售|控销/, ofCompany: false, close: limited({ company_type: '诊所' }) },
  { name: '法律不许零售药店经营', says: /终止妊娠药品/, ofCompany: false, close: goods({ special_substances: ['abortion'] }) },
  {
    name: '商品依法禁售',
    says: /依法不得在网上销售|已下架|不存在/,
    ofCompany: false,
    close: goods({ law_verdict: 'barred', on_shelf: false }),
  },
  {
    name: '商品待质管审核',
    says: /待质量管理部门审核|已下架|不存在/,
    ofCompany: false,
    close: goods({ law_verdict: 'doubtful', on_shelf: false }),
  },
  { name: '商品由旧名单判定', says: /正在按现行禁售目录核验/, ofCompany: false, close: goods({ law_version: 'old@2020-01-01' }) },
  { name: '商品下架', says: /已下架/, ofCompany: false, close: goods({ on_shelf: false }) },
]

/** Of goods with ephedrine alone, which are never given, exchanged or parts of gifts. */
export const RECEIPT_GATE: Gate = { name: '含麻回执逾期', says: /含麻回执已逾期/, ofCompany: false, close: oweReceipt }

/** Did the medicine get in, and what was said. */
export interface Outcome {
  isIn: boolean
  text: string
}
export interface Way {
  name: string
  /** Everything up to the moment at which the gate is asked. */
  prepare: (ground: Ground) => Promise<() => Promise<Outcome>>
  /** Drawn from what the company may have: a prize that it may not is not there, so nothing is said of it. */
  silent?: true
  /** Nothing is bought: never a way for a medicine, whoever asks. */
  given?: true
}

const lineIn =
  (url: string, bodyOf: (ground: Ground) => object): Way['prepare'] =>
  async (ground) =>
  async () => {
    const answer = await ground.shop.ask('POST', url, { cookie: ground.buyer.cookie, body: bodyOf(ground) })
    return { isIn: answer.status === 200, text: answer.text }
  }

async function holds(ground: Ground): Promise<boolean> {
  const row = await ground.db
    .selectFrom('order_line')
    .where('company_id', '=', ground.buyer.companyId)
    .where('goods_id', '=', ground.goods)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** From a prepared cart through step 2 to the submit. */
async function settle(ground: Ground, ids: readonly number[], zps?: readonly number[]): Promise<Outcome> {
  const { shop, buyer, address } = ground
  const sheet = await openSheet(shop, buyer, ids, zps && { zps })
  if (sheet.status !== 200) return { isIn: false, text: sheet.text }
  const placed = await submit(shop, buyer, address, ids, sheet.data, zps && { zps })
  return { isIn: await holds(ground), text: sheet.text + placed.text }
}

export const WAYS: readonly Way[] = [
  { name: '加入购物车', prepare: lineIn('/api/cart', ({ goods }) => ({ list: [{ goods_id: goods, number: 1 }] })) },
  {
    name: '一键加购',
    prepare:
      async ({ shop, buyer, goods }) =>
      async () => {
        const answer = await shop.ask('POST', `/api/cart/quick_add/${goods}`, { cookie: buyer.cookie })
        return { isIn: answer.status === 200, text: answer.text }
      },
  },
  {
    name: '复制到门店',
    prepare: async ({ shop, db, buyer, goods }) => {
      const owner = await makeCompany(db)
      await db.insertInto('account_company').values({ account_id: owner.accountId, company_id: buyer.companyId }).execute()
      const ids = await fillCart(shop, owner, [{ goods_id: goods, number: 1 }])
      return async () => {
        const body = { ids, other_user_ids: [buyer.companyId] }
        const answer = await shop.ask('POST', '/api/cart/copy', { cookie: owner.cookie, body })
        return { isIn: answer.data?.stores?.[0]?.copied === 1, text: answer.text }
      }
    },
  },
  {
    name: '再来一单',
    prepare: async ({ shop, db, buyer, goods }) => {
      const past = await makeOrder(db, buyer, [{ goodsId: goods, number: 1 }])
      return async () => {
        const answer = await shop.ask('POST', `/api/order/${past}/reorder`, { cookie: buyer.cookie })
        return { isIn: answer.data?.added === 1, text: answer.text }
      }
    },
  },
  {
    name: '快捷采购',
    prepare: lineIn('/api/quick_order/add', ({ goods }) => ({ key: randomUUID(), list: [{ goods_id: goods, number: 1 }] })),
  },
  {
    name: '已在购物车，结算提交',
    prepare: async (ground) => {
      const ids = await fillCart(ground.shop, ground.buyer, [{ goods_id: ground.goods, number: 1 }])
      const sheet = await openSheet(ground.shop, ground.buyer, ids)
      return async () => {
        const placed = await submit(ground.shop, ground.buyer, ground.address, ids, sheet.data)
        return { isIn: placed.status === 200, text: placed.text }
      }
    },
  },
  {
    name: '赠品',
    prepare: async (ground) => {
      const tiers = [{ from: '20.00', gifts: [{ goods: ground.goods }] }]
      await makePromotion(ground.db, 'gift', { scope: { goods: [ground.main] }, tiers })
      const ids = await fillCart(ground.shop, ground.buyer, [{ goods_id: ground.main, number: 1 }])
      return () => settle(ground, ids)
    },
  },
  {
    name: '指名要的赠品',
    prepare: async (ground) => {
      const tiers = [{ from: '20.00', gifts: [{ goods: ground.goods }] }]
      const { gifts } = await makePromotion(ground.db, 'gift', { scope: { goods: [ground.main] }, tiers })
      const ids = await fillCart(ground.shop, ground.buyer, [{ goods_id: ground.main, number: 1 }])
      return () => settle(ground, ids, gifts)
    },
  },
  {
    name: '换购',
    prepare: async (ground) => {
      const tiers = [{ from: '20.00', exchanges: [{ goods: ground.goods, price: '1.00' }] }]
      const { exchanges } = await makePromotion(ground.db, 'exchange', { scope: { goods: [ground.main] }, tiers })
      await fillCart(ground.shop, ground.buyer, [{ goods_id: ground.main, number: 1 }])
      const list = [{ goods_id: ground.goods, number: 1, type: 4, goods_price_id: exchanges[0] }]
      return lineIn('/api/cart', () => ({ list }))(ground)
    },
  },
  {
    name: '组合',
    prepare: async (ground) => {
      const bundle = await makeBundle(ground.db, {
        items: [
          { goods: ground.main, price: '40.00' },
          { goods: ground.goods, price: '8.00' },
        ],
      })
      return lineIn('/api/cart', () => ({ list: [{ goods_id: ground.main, number: 1, type: 3, goods_price_id: bundle }] }))(ground)
    },
  },
  {
    name: '积分兑换',
    given: true,
    prepare: async (ground) => {
      const id = await makePointsGoods(ground.db, { goods_id: ground.goods })
      await givePoints(ground.db, ground.buyer.companyId, 500)
      return lineIn('/api/points/order', () => ({ points_goods_id: id, number: 1, key: randomUUID() }))(ground)
    },
  },
  {
    name: '抽奖',
    silent: true,
    given: true,
    prepare: async (ground) => {
      const draw = await makeDraw(ground.db)
      await makePrize(ground.db, draw, { kind: 'goods', name: '一盒药', goods_id: ground.goods, stock: 5 })
      return lineIn('/api/activity/tap', () => ({ id: draw, key: randomUUID() }))(ground)
    },
  },
]

export interface Placed extends Ground {
  order: number
}

/** What buyers and staff do with an order of one box of the medicine. staff: a session's cookie. */
export function orderSteps(shop: Shop, staff: string) {
  const { db } = shop.database
  const post = (cookie: string, url: string, body: object = {}): Promise<Answer> => shop.ask('POST', url, { cookie, body })
  const pay = ({ buyer, order }: Placed, channel: string) => post(buyer.cookie, `/api/pay/order/${order}`, { channel })
  const command = (order: number, what: string, body: object = {}) => post(staff, `/api/staff/order/${order}/${what}`, body)
  const release = (order: number) => post(staff, `/api/staff/held_order/${order}/release`, { reason: '已核对，可以继续' })
  const detail = async ({ buyer, order }: Placed) => (await shop.ask('GET', `/api/order/info/${order}`, { cookie: buyer.cookie })).data
  const row = (order: number) =>
    db.selectFrom('orders').select(['status', 'held_at', 'hold_reasons', 'paid_amount']).where('id', '=', order).executeTakeFirstOrThrow()
  /** In the state that the test starts from. */
  async function place(steps: readonly ('pay' | 'pick')[] = []): Promise<Placed> {
    const ground = await makeGround(shop)
    const [order] = await buy(shop, ground.buyer, ground.address, [{ goods_id: ground.goods, number: 1 }])
    const placed = { ...ground, order: order?.id ?? 0 }
    if (steps.includes('pay')) expect((await pay(placed, 'balance')).status).toBe(200)
    if (steps.includes('pick')) expect((await command(placed.order, 'pick')).status).toBe(200)
    return placed
  }
  return { post, pay, command, release, detail, row, place }
}

export interface GateShop {
  shop: Shop
  db: Database
  /** A session's cookie. */
  staff: string
  steps: ReturnType<typeof orderSteps>
  /** Quality decides on an address as the queue shows it now. */
  decide: (address: number, decision: 'pass' | 'reject', reason?: string) => Promise<Answer>
}

/** The ground of every file about gates: a shop on that day, and somebody of the quality department. */
export async function openGateShop(): Promise<GateShop> {
  const shop = await openShop({ now: GATES_NOW })
  const { db } = shop.database
  const staff = await makeStaff(db, '质管员')
  const steps = orderSteps(shop, staff)
  const decide: GateShop['decide'] = async (address, decision, reason = '已核对租赁合同') => {
    const row = await db.selectFrom('address').select(['changed_at', 'created_at']).where('id', '=', address).executeTakeFirstOrThrow()
    const changed_at = new Date(row.changed_at ?? row.created_at).toISOString()
    return steps.post(staff, `/api/staff/address/${address}/decide`, { decision, reason, changed_at })
  }
  return { shop, db, staff, steps, decide }
}
