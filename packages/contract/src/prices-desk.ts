import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Id, listOf, NullableInteger, NullableText, NullableYuan, Paged, Paging, Reason, Yuan } from './shapes.ts'

/** What goods cost: for everybody, by rank, by company, by quantity; and what they cost the house. */

const Version = Type.Integer({ minimum: 0, description: 'of all prices of the goods, as it was read' })
/** 元 as it is typed; empty: none. */
const Typed = Type.String({ maxLength: 20, description: '元; empty: none' })

const RankPrice = Type.Object({ rank: Type.String(), price: Yuan, companies: Type.Integer({ description: 'of this rank' }) })
const Step = Type.Object({ number: Type.Integer(), price: Yuan })
const Prices = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  spec: Type.String(),
  unit: Type.String(),
  base: NullableYuan,
  retail: NullableYuan,
  ranks: Type.Array(RankPrice),
  known_ranks: Type.Array(Type.String(), { description: 'that companies have' }),
  ladder_type: Type.Integer({ description: '1: each step up to its number, otherwise from its number on' }),
  ladder: Type.Array(Step),
  companies: Type.Integer({ description: 'with a price of their own' }),
  most_cut: Type.Integer({ description: 'per cent that one person may cut at once' }),
  version: Type.Integer(),
})
export type GoodsPricesWire = Static<typeof Prices>

export const staffPrices = call('GET', '/api/staff/price/:id', {
  permission: 'prices.view',
  summary: '商品的价格',
  data: Prices,
})
export const staffPricesSave = call('POST', '/api/staff/price/:id', {
  permission: 'prices.change',
  approval: 'price.all',
  summary: '修改商品的价格',
  refuses: ['NOBODY_TO_APPROVE', 'CHANGED_MEANWHILE'],
  body: Type.Object({
    base: Typed,
    retail: Typed,
    ranks: Type.Optional(Type.Array(Type.Object({ rank: Type.String({ minLength: 1, maxLength: 10 }), price: Typed }), { maxItems: 30 })),
    ladder_type: Type.Integer({ minimum: 0, maximum: 1 }),
    ladder: Type.Optional(
      Type.Array(Type.Object({ number: Type.Integer({ minimum: 1, maximum: 1_000_000 }), price: Typed }), { maxItems: 10 }),
    ),
    reason: Reason,
    version: Version,
  }),
  data: Prices,
})
/** A cell of the list. */
export const staffBasePrice = call('POST', '/api/staff/price/:id/base', {
  permission: 'prices.change',
  approval: 'price.base',
  summary: '修改基准价',
  refuses: ['NOBODY_TO_APPROVE', 'CHANGED_MEANWHILE'],
  body: Type.Object({ price: Typed, reason: Reason, version: Version }),
  data: Type.Object({ base: NullableYuan, version: Type.Integer() }),
})

const CompanyPrice = Type.Object({
  company_id: Id,
  code: Type.String(),
  company: Type.String(),
  rank: Type.String(),
  price: Yuan,
  usual: NullableYuan,
})
export type CompanyPriceWire = Static<typeof CompanyPrice>
export const staffCompanyPrices = call('GET', '/api/staff/price/:id/company', {
  permission: 'prices.view',
  summary: '商品的企业专价',
  query: Type.Object({
    keywords: Type.Optional(Type.String({ maxLength: 60, description: 'a part of the name, the beginning of a code or of letters' })),
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: Type.Array(CompanyPrice) }),
})
export const staffCompanyPriceSave = call('POST', '/api/staff/price/:id/company', {
  permission: 'prices.change',
  approval: 'price.company',
  summary: '设置或取消企业专价',
  refuses: ['NOBODY_TO_APPROVE', 'CHANGED_MEANWHILE'],
  body: Type.Object({ company_id: Id, price: Typed, reason: Reason, version: Version }),
  data: Type.Object({ version: Type.Integer() }),
})
/** Companies to give a price of their own. */
export const staffPriceCompanies = call('GET', '/api/staff/price_company', {
  permission: 'prices.change',
  summary: '选择企业',
  query: Type.Object({ keywords: Type.String({ minLength: 1, maxLength: 60 }) }),
  data: Type.Object({ list: listOf({ id: Id, code: Type.String(), name: Type.String(), rank: Type.String() }) }),
})

const Cost = Type.Object({
  cost: NullableYuan,
  floor: NullableYuan,
  updated_at: NullableText,
  updated_by: Type.String(),
  version: Type.Integer(),
})
export type GoodsCostWire = Static<typeof Cost>
export const staffCost = call('GET', '/api/staff/price/:id/cost', {
  permission: 'prices.cost',
  summary: '成本价与底价',
  data: Cost,
})
/** Needs the right to see them too. What holds prices up is not lowered by one person beyond what he may cut of a price. */
export const staffCostSave = call('POST', '/api/staff/price/:id/cost', {
  permission: 'prices.change',
  approval: 'price.cost',
  summary: '设置成本价与底价',
  refuses: ['NOBODY_TO_APPROVE', 'CHANGED_MEANWHILE'],
  body: Type.Object({ cost: Typed, floor: Typed, reason: Reason, version: Type.Integer({ minimum: 0 }) }),
  data: Cost,
})

export const PRICE_KINDS = {
  base: '基准价',
  retail: '建议零售价',
  rank: '等级价',
  company: '企业专价',
  ladder: '阶梯价',
  cost: '成本价',
  floor: '底价',
} as const
export type PriceKind = keyof typeof PRICE_KINDS
const PriceChange = Type.Object({
  id: Id,
  at: Type.String(),
  by: Type.String(),
  kind: Type.Unsafe<PriceKind>({ type: 'string', enum: Object.keys(PRICE_KINDS) }),
  kind_name: Type.String(),
  of: Type.String({ description: 'rank, company or step' }),
  number: NullableInteger,
  before: NullableYuan,
  after: NullableYuan,
  reason: Type.String(),
  list_id: Type.Integer({ description: 'the 调价单 that changed it; 0: none' }),
})
export type PriceChangeWire = Static<typeof PriceChange>
/** The latest first; what the goods costs the house only for those who may see it. */
export const staffPriceHistory = call('GET', '/api/staff/price/:id/history', {
  permission: 'prices.view',
  summary: '改价经过',
  query: Type.Object({ before: Type.Optional({ ...Id, description: 'the page after this row' }) }),
  data: Type.Object({ list: Type.Array(PriceChange), next: Type.Integer({ description: '0: no more' }) }),
})
