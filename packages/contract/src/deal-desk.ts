import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { DEAL_KINDS, DEAL_LINES_MAX, OFFER_STATES } from './constants.ts'
import type { OfferState } from './offer-desk.ts'
import { Flag, Id, listOf, Paged, Paging, Reason, Version, words, Yuan } from './shapes.ts'

/** Prices of single goods for a while, bundles, goods for points and draws, as the house prepares them: a draft, and what another person approved. */

export type DealKind = keyof typeof DEAL_KINDS
const Kind = Type.Unsafe<DealKind>({ type: 'string', enum: Object.keys(DEAL_KINDS) })
const State = Type.Unsafe<OfferState>({ type: 'string', enum: Object.keys(OFFER_STATES) })
const Units = Type.Integer({ minimum: 0, maximum: 9_999_999 })
const Amount = Type.String({ maxLength: 20, description: '元; empty: none' })
const NoneOrId = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: '0: none' })

/** One goods at its price. batch_id of a near-expiry price, percent of a welfare one, number of a bundle's part. 0 and empty stand for none. */
const Line = Type.Object({
  goods_id: Id,
  batch_id: NoneOrId,
  price: Amount,
  percent: Type.Integer({ minimum: 0, maximum: 99 }),
  number: Units,
  quota: Units,
  limit: Units,
})
const oneOf = <Name extends string>(...names: Name[]) => Type.Unsafe<Name>({ type: 'string', enum: names })
/** What points are exchanged for: goods_id where it is one of the catalogue; worth: of a voucher, its amount. */
const PointsGoods = Type.Object({
  mall: oneOf('points', 'perks'),
  kind: oneOf('goods', 'coupon', 'voucher'),
  goods_id: NoneOrId,
  coupon_id: NoneOrId,
  points: Units,
  money: Amount,
  worth: Amount,
})
/** key: which prize it stays through all versions. odds: of 10,000. stock 0: without end. amount: points, or 元 of a voucher. */
const Prize = Type.Object({
  key: Type.Integer({ minimum: 1, maximum: 99 }),
  kind: oneOf('none', 'points', 'coupon', 'voucher', 'goods'),
  name: words(40),
  amount: Amount,
  coupon_id: NoneOrId,
  goods_id: NoneOrId,
  odds: Type.Integer({ minimum: 0, maximum: 10_000 }),
  stock: Units,
})
const Terms = Type.Object({
  kind: Kind,
  name: words(60),
  intro: words(200),
  starts_at: words(40),
  ends_at: Type.String({ maxLength: 40, description: 'empty: without an end' }),
  full_reduction_ok: { ...Flag, description: '1: takes part in reductions as well' },
  coupon_ok: { ...Flag, description: '1: coupons count as well' },
  lines: Type.Array(Line, { maxItems: DEAL_LINES_MAX }),
  warehouse_id: { ...NoneOrId, description: 'of a bundle: where all of its parts leave from' },
  quota: { ...Units, description: 'of a bundle, of goods for points: how many there are; 0: without end' },
  limit: { ...Units, description: 'of a bundle, of goods for points: how many one company takes; of a draw: chances a day' },
  points: PointsGoods,
  prizes: Type.Array(Prize, { maxItems: 12 }),
})
export type DealTermsWire = Static<typeof Terms>
export const DealTerms = Terms

const Named = listOf({ id: Id, name: Type.String() })
const head = {
  id: Id,
  kind: Kind,
  kind_name: Type.String(),
  name: Type.String(),
  state: State,
  state_name: Type.String(),
  waiting: { ...Flag, description: '1: what was saved last waits for another person' },
  changed: { ...Flag, description: '1: saved after it was last approved' },
  text: Type.String({ description: 'its prices, or its prizes, in words' }),
  starts_at: Type.String(),
  ends_at: Type.String({ description: 'empty: without an end' }),
  updated_at: Type.String(),
  updated_by: Type.String(),
}
const Request = Type.Object({ id: Id, asked_by: Type.String(), asked_at: Type.String(), mine: Flag })
const Deal = Type.Object({
  ...head,
  version: Type.Integer(),
  published: Type.Integer({ description: 'versions that were approved' }),
  terms: Terms,
  names: Type.Object({ goods: Named, batches: Named }),
  url: Type.String({ description: 'where buyers find it; empty: not yet' }),
  request: Type.Unsafe<Static<typeof Request> | null>({ anyOf: [Request, { type: 'null' }], description: 'what waits for another person' }),
  versions: listOf({
    number: Type.Integer(),
    at: Type.String(),
    asked_by: Type.String(),
    approved_by: Type.String(),
    text: Type.String(),
    period: Type.String(),
  }),
  withdrawn_reason: Type.String(),
})
export type DealWire = Static<typeof Deal>

export const staffDeals = call('GET', '/api/staff/deal', {
  permission: 'offers.view',
  summary: '特价、套餐与积分抽奖',
  query: Type.Object({
    keywords: Type.Optional(words(60)),
    kind: Type.Optional(Kind),
    state: Type.Optional(State),
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: listOf(head) }),
})
/** Sessions of one day in Beijing, those that are still drafts as well. */
export const staffDealDay = call('GET', '/api/staff/deal_day', {
  permission: 'offers.view',
  summary: '秒杀：一天的场次',
  query: Type.Object({ day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }) }),
  data: Type.Object({
    list: listOf({
      plan_id: { ...NoneOrId, description: '0: of a seed, no plan of the desk' },
      name: Type.String(),
      state: State,
      starts_at: Type.String(),
      ends_at: Type.String(),
      goods: Type.Integer(),
      taken: Type.Integer(),
      quota: Type.Integer({ description: 'of the goods that have one' }),
    }),
  }),
})
const Below = Type.Object({
  id: Id,
  name: Type.String(),
  after: Yuan,
  below: oneOf('cost', 'floor'),
  bound: Type.String({ description: '元; empty for whoever may not see costs' }),
})
export const staffDealLook = call('GET', '/api/staff/deal_look', {
  permission: 'offers.view',
  summary: '特价草稿：现价、库存、低于成本、与别的场次重叠',
  query: Type.Object({
    terms: Type.String({ minLength: 2, maxLength: 12_000, description: 'JSON of the terms' }),
    id: Type.Optional(Id),
  }),
  data: Type.Object({
    text: Type.String(),
    goods: listOf({
      id: Id,
      name: Type.String(),
      unit: Type.String(),
      price: Type.String({ description: '元, before; empty: it has none' }),
      stock: Type.Integer(),
      on_shelf: Flag,
    }),
    below: Type.Array(Below),
    faults: Type.Array(Type.String(), { description: 'for which it would not be saved or approved' }),
    notes: Type.Array(Type.String(), { description: 'worth a second look' }),
  }),
})
export const staffDealChoices = call('GET', '/api/staff/deal_choices', {
  permission: 'offers.view',
  summary: '特价与套餐：仓库、优惠券、一个商品的批号',
  query: Type.Object({ goods_id: Type.Optional(Id) }),
  data: Type.Object({
    warehouses: Named,
    coupons: Named,
    batches: listOf({
      id: Id,
      batch_no: Type.String(),
      expiry_date: Type.String(),
      warehouse: Type.String(),
      available: Type.Integer(),
    }),
  }),
})
export const staffDeal = call('GET', '/api/staff/deal/:id', { permission: 'offers.view', summary: '一个特价、套餐或抽奖', data: Deal })
export const staffDealResult = call('GET', '/api/staff/deal/:id/result', {
  permission: 'offers.view',
  summary: '特价、套餐的成效',
  data: Type.Object({
    orders: Type.Integer(),
    companies: Type.Integer(),
    amount: Yuan,
    rows: listOf({
      name: Type.String(),
      taken: Type.Integer(),
      quota: Type.Integer({ description: '0: without end' }),
    }),
  }),
})
/** Every draw that was made, the newest first. */
export const staffDrawRecords = call('GET', '/api/staff/draw_record', {
  permission: 'offers.view',
  summary: '抽奖记录',
  query: Type.Object({
    keywords: Type.Optional(words(60)),
    plan_id: Type.Optional({ ...Id, description: 'of this plan alone' }),
    won: Type.Optional({ ...Flag, description: '1: only those that won' }),
    ...Paging,
  }),
  data: Type.Object({
    ...Paged,
    list: listOf({
      id: Id,
      at: Type.String(),
      draw: Type.String(),
      company: Type.String(),
      prize: Type.String(),
      won: Flag,
      value: Type.Integer({ description: 'the random value' }),
      range: Type.Integer({ description: 'it lay below this' }),
    }),
  }),
})
export const staffDealAdd = call('POST', '/api/staff/deal', {
  permission: 'offers.change',
  summary: '新建特价、套餐、抽奖草稿',
  body: Terms,
  data: Deal,
})
export const staffDealSave = call('POST', '/api/staff/deal/:id', {
  permission: 'offers.change',
  summary: '修改特价、套餐、抽奖草稿',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ ...Terms.properties, version: Version }),
  data: Deal,
})
export const staffDealPublish = call('POST', '/api/staff/deal/:id/publish', {
  permission: 'offers.change',
  summary: '特价、套餐、抽奖送审，批准后按时间发布',
  approval: 'deal.publish',
  refuses: ['NOBODY_TO_APPROVE', 'CHANGED_MEANWHILE'],
  body: Type.Object({ version: Version, reason: Type.Optional(words(200)) }),
  data: Deal,
})
/** withdraw: by who prepares them; stop: by who answers for them. Either way it is over at once, for orders to come. */
export const staffDealEnd = call('POST', '/api/staff/deal/:id/end/:command', {
  permission: { param: 'command', words: { withdraw: 'offers.change', stop: 'offers.approve' } },
  summary: '撤下、叫停特价、套餐、抽奖',
  refuses: ['CHANGED_MEANWHILE'],
  params: Type.Object({ id: Id, command: oneOf('withdraw', 'stop') }),
  body: Type.Object({ version: Version, reason: Reason }),
  data: Deal,
})
