import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { OFFER_KINDS, OFFER_STATES, OFFER_TIERS_MAX } from './constants.ts'
import { Flag, Id, listOf, Paged, Paging, Reason, Version, words, Yuan } from './shapes.ts'

/** Offers as the house prepares them: a draft, what another person approved of it, and how it went. Their terms are the engine's own. */

export type OfferKind = keyof typeof OFFER_KINDS
export type OfferState = keyof typeof OFFER_STATES
const oneOf = <Name extends string>(names: Readonly<Record<Name, string>>) =>
  Type.Unsafe<Name>({ type: 'string', enum: Object.keys(names) })
const Kind = oneOf(OFFER_KINDS)
export const OfferStateName = oneOf(OFFER_STATES)

const LISTED_MAX = 1000
const ids = Type.Array(Id, { maxItems: LISTED_MAX, uniqueItems: true })
const names = (maxItems: number) => Type.Array(words(40), { maxItems, uniqueItems: true })
const Units = Type.Integer({ minimum: 0, maximum: 9_999_999 })
const Amount = Type.String({ maxLength: 20, description: '元; empty: none' })

/** Which goods: all, or whatever a list names; never the excepted ones. */
export const OfferScope = Type.Object({
  all: Flag,
  goods: ids,
  categories: ids,
  manufacturers: ids,
  zones: names(20),
  except: ids,
})
/** Whom: each list that is not empty must name the company; places are provinces and cities, 贵州省 or 贵州省贵阳市. */
export const OfferAudience = Type.Object({
  types: names(20),
  places: names(400),
  ranks: names(20),
  companies: ids,
})
/** threshold: 元 or units by the measure. 0 and empty stand for none. */
const Tier = Type.Object({
  measure: Type.Unsafe<'amount' | 'number'>({ type: 'string', enum: ['amount', 'number'] }),
  threshold: words(20),
  amount: Amount,
  percent: Type.Integer({ minimum: 0, maximum: 99, description: '92: pays 92 of 100; 0: none' }),
  repeat: Flag,
  cap: Amount,
  choose: Units,
  gifts: Type.Array(
    Type.Object({
      goods_id: Id,
      number: Units,
      quota: Units,
      limit_per_order: Units,
      limit_per_company: Units,
    }),
    { maxItems: 10 },
  ),
  exchanges: Type.Array(Type.Object({ goods_id: Id, price: Amount, limit: Units, quota: Units }), { maxItems: 10 }),
})
const Terms = Type.Object({
  kind: Kind,
  name: words(60),
  intro: words(200),
  starts_at: words(40),
  ends_at: words(40),
  scope: OfferScope,
  audience: OfferAudience,
  tiers: Type.Array(Tier, { maxItems: OFFER_TIERS_MAX }),
})
export type OfferTermsWire = Static<typeof Terms>
export const OfferTerms = Terms

const Named = Type.Object({ id: Id, name: Type.String() })
export type NamedWire = Static<typeof Named>
/** What the ids of terms are called. */
export const OfferNames = Type.Object({
  goods: Type.Array(Named),
  categories: Type.Array(Named),
  manufacturers: Type.Array(Named),
  companies: Type.Array(Named, { description: 'none of those outside of the caller’s view' }),
})

const head = {
  id: Id,
  kind: Kind,
  kind_name: Type.String(),
  name: Type.String(),
  state: OfferStateName,
  state_name: Type.String(),
  waiting: { ...Flag, description: '1: what was saved last waits for another person' },
  changed: { ...Flag, description: '1: saved after it was last approved' },
  text: Type.String({ description: 'tiers in words' }),
  goods: Type.String({ description: 'the scope in words' }),
  buyers: Type.String({ description: 'the audience in words' }),
  starts_at: Type.String(),
  ends_at: Type.String(),
  updated_at: Type.String(),
  updated_by: Type.String(),
}
const Request = Type.Object({ id: Id, asked_by: Type.String(), asked_at: Type.String(), mine: Flag })
export const OfferRequest = Type.Unsafe<Static<typeof Request> | null>({
  anyOf: [Request, { type: 'null' }],
  description: 'what waits for another person',
})
const Offer = Type.Object({
  ...head,
  version: Type.Integer(),
  published: Type.Integer({ description: 'versions that were approved' }),
  terms: Terms,
  names: OfferNames,
  url: Type.String({ description: 'of its page in the shop; empty: none yet' }),
  request: OfferRequest,
  versions: listOf({
    number: Type.Integer(),
    at: Type.String(),
    asked_by: Type.String(),
    approved_by: Type.String({ description: 'empty: nobody else was needed' }),
    text: Type.String(),
    goods: Type.String(),
    buyers: Type.String(),
    starts_at: Type.String(),
    ends_at: Type.String(),
  }),
  withdrawn_reason: Type.String(),
})
export type OfferWire = Static<typeof Offer>

export const staffOffers = call('GET', '/api/staff/offer', {
  permission: 'offers.view',
  summary: '营销活动',
  query: Type.Object({
    keywords: Type.Optional(words(60)),
    kind: Type.Optional(Kind),
    state: Type.Optional(OfferStateName),
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: Type.Array(Type.Object(head)) }),
})

/** A draft as it is being written: the same shape as is saved, as JSON, for questions that write nothing. */
export const OFFER_DRAFT = {
  terms: Type.String({ minLength: 2, maxLength: 12_000, description: 'JSON of the terms' }),
  id: Type.Optional(Id),
}

export const OfferBelow = Type.Object({
  id: Id,
  name: Type.String(),
  price: Yuan,
  after: Yuan,
  tier: Type.String(),
  below: Type.Unsafe<'cost' | 'floor'>({ type: 'string', enum: ['cost', 'floor'] }),
  bound: Type.String({ description: '元; empty for whoever may not see costs' }),
})
export const staffOfferLook = call('GET', '/api/staff/offer_look', {
  permission: 'offers.view',
  summary: '活动草稿：命中的商品与客户、低于成本、与别的活动重叠',
  query: Type.Object(OFFER_DRAFT),
  data: Type.Object({
    text: Type.String(),
    goods: Type.Integer({ description: 'on sale, that take part' }),
    off_shelf: Type.Integer({ description: 'in the scope, not on sale' }),
    excepted: Type.Integer(),
    apart: listOf({ id: Id, name: Type.String(), why: Type.String() }),
    apart_total: Type.Integer({ description: 'that another offer keeps out just now' }),
    sales_30d: Type.Integer({ description: 'units' }),
    companies: Type.Integer(),
    companies_all: Type.Integer({ description: 'passed ones of the shop' }),
    below: Type.Array(OfferBelow, { description: 'the deepest' }),
    below_total: Type.Integer(),
    overlaps: listOf({
      id: Id,
      kind_name: Type.String(),
      name: Type.String(),
      starts_at: Type.String(),
      ends_at: Type.String(),
      goods: Type.Integer(),
      rule: Type.String(),
    }),
  }),
})

const Found = listOf({ id: Id, name: Type.String(), note: Type.String() })
const FINDS = { goods: '商品', category: '分类', manufacturer: '生产企业', company: '企业' } as const
export const staffOfferFind = call('GET', '/api/staff/offer_find', {
  permission: 'offers.view',
  summary: '活动：找商品、分类、生产企业、企业',
  query: Type.Object({ what: oneOf(FINDS), keywords: Type.String({ minLength: 1, maxLength: 60 }) }),
  data: Type.Object({ list: Found }),
})
export const staffOfferChoices = call('GET', '/api/staff/offer_choices', {
  permission: 'offers.view',
  summary: '活动：等级、专区',
  data: Type.Object({
    ranks: Type.Array(Type.String()),
    zones: listOf({ code: Type.String(), name: Type.String() }),
  }),
})

export const staffOffer = call('GET', '/api/staff/offer/:id', {
  permission: 'offers.view',
  summary: '一个营销活动',
  data: Offer,
})
export const staffOfferResult = call('GET', '/api/staff/offer/:id/result', {
  permission: 'offers.view',
  summary: '活动的成效',
  data: Type.Object({
    orders: Type.Integer(),
    companies: Type.Integer(),
    amount: Yuan,
    reduction: Yuan,
    units: Type.Integer({ description: 'given away' }),
    gifts: listOf({
      id: Id,
      name: Type.String(),
      unit: Type.String(),
      taken: Type.Integer(),
      quota: Type.Integer({ description: '0: none' }),
    }),
  }),
})
export const staffOfferAdd = call('POST', '/api/staff/offer', {
  permission: 'offers.change',
  summary: '新建活动草稿',
  body: Terms,
  data: Offer,
})
/** What runs goes on under the terms that were approved: a save is a draft beside it. */
export const staffOfferSave = call('POST', '/api/staff/offer/:id', {
  permission: 'offers.change',
  summary: '修改活动草稿',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ ...Terms.properties, version: Version }),
  data: Offer,
})
export const staffOfferPublish = call('POST', '/api/staff/offer/:id/publish', {
  permission: 'offers.change',
  summary: '活动送审，批准后按时间发布',
  approval: 'offer.publish',
  refuses: ['NOBODY_TO_APPROVE', 'CHANGED_MEANWHILE'],
  body: Type.Object({ version: Version, reason: Type.Optional(words(200)) }),
  data: Offer,
})
/** withdraw: by who prepares them; stop: by who answers for them. Either way it is over at once, for orders to come. */
export const staffOfferEnd = call('POST', '/api/staff/offer/:id/end/:command', {
  permission: { param: 'command', words: { withdraw: 'offers.change', stop: 'offers.approve' } },
  summary: '撤下、叫停活动',
  refuses: ['CHANGED_MEANWHILE'],
  params: Type.Object({ id: Id, command: Type.Unsafe<'withdraw' | 'stop'>({ type: 'string', enum: ['withdraw', 'stop'] }) }),
  body: Type.Object({ version: Version, reason: Reason }),
  data: Offer,
})

const Sheet = Type.Object({
  rows: listOf({ label: Type.String(), note: Type.String(), amount: Yuan }),
  total: Yuan,
})
/** By the engine of the cart, at the company's own prices, at that moment; with the draft and without it. */
export const staffOfferPreview = call('GET', '/api/staff/offer_preview', {
  permission: 'offers.view',
  summary: '活动草稿：以某企业的身份试算购物车',
  query: Type.Object({
    ...OFFER_DRAFT,
    company_id: Id,
    at: Type.Optional(words(40)),
    lines: Type.String({ pattern: '^\\d{1,16}:\\d{1,6}(,\\d{1,16}:\\d{1,6}){0,19}$', description: 'goods:number,…' }),
  }),
  data: Type.Object({
    at: Type.String(),
    joins: { ...Flag, description: '1: the company is one of those it is for, and it runs then' },
    lines: listOf({
      goods_id: Id,
      name: Type.String(),
      unit: Type.String(),
      number: Type.Integer(),
      price: Type.String(),
      before: Yuan,
      after: Yuan,
      gifts: Type.Integer({ description: 'units of the same goods given' }),
      each: Type.String({ description: '元 that a unit comes to, those given counted; down to the fen' }),
      why: Type.String({ description: 'why it cannot be bought; empty: it can' }),
    }),
    gifts: listOf({ name: Type.String(), number: Type.Integer(), unit: Type.String() }),
    before: Sheet,
    after: Sheet,
    text: Type.String({ description: 'what the buyer is told about the offer' }),
  }),
})
