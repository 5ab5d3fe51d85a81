import { type Static, Type } from 'typebox'
import { CouponTemplateShape, PromotionShape } from './activity.ts'
import { call } from './call.ts'
import { ofGoodsTexts } from './constants.ts'
import { Flag, Id, listOf, NullableInteger, NullableText, NullableYuan, Paging, RefusalShape, Yuan } from './shapes.ts'

export const GoodsImage = Type.Object({ url: Type.String() })
export const LadderStepShape = Type.Object({
  number: Type.Integer(),
  price: Yuan,
  text: Type.String({ description: 'tier as people read it: 10盒起' }),
})

/** An open or coming offer on one goods; named by goods_price_id when it is put in the cart. */
export const OfferShape = Type.Object({
  goods_price_id: Id,
  kind: Type.Unsafe<'flash' | 'daily' | 'near_expiry' | 'whole_case' | 'welfare'>({ type: 'string' }),
  price: NullableYuan,
  starts_at: NullableText,
  ends_at: NullableText,
  quota: NullableInteger,
  taken: Type.Integer(),
  limit_per_buyer: NullableInteger,
  batch_no: NullableText,
  expiry_date: NullableText,
})

export type DrugClass = 'rx' | 'otc_a' | 'otc_b' | 'device' | 'herb' | 'none'

/** One goods as every list shows it. Price, stock, tiers and sales are null or empty for whoever may not see prices. */
export const GoodsCard = Type.Object({
  id: Id,
  name: Type.String(),
  sccj: Type.String({ description: 'manufacturer' }),
  ypgg: Type.String({ description: 'specification' }),
  bzdw: Type.String({ description: 'packing unit' }),
  goods_image: Type.Array(GoodsImage, { description: 'first is the tile; a drawn package where no photo exists' }),
  price: NullableYuan,
  raw_price: NullableYuan,
  base_price: NullableYuan,
  retail_price: NullableYuan,
  price_source: NullableText,
  number: NullableInteger,
  is_buy: Flag,
  reasons: Type.Array(RefusalShape),
  tags: Type.Array(Type.String()),
  ladder_price: Type.Array(LadderStepShape),
  ladder_price_type: Type.Integer(),
  ladder_price_id: Type.Integer({ description: '0 or the goods whose ladder applies' }),
  goods_price_id: Type.Integer({ description: '0 or the offer that sets the price' }),
  offer: Type.Unsafe<Static<typeof OfferShape> | null>({ anyOf: [OfferShape, { type: 'null' }] }),
  ck_id: Type.Integer({ description: 'warehouse' }),
  ck_name: Type.String(),
  mid_pack: Type.Integer(),
  case_pack: Type.Integer(),
  step: Type.Integer(),
  min_number: Type.Integer(),
  qg_number: NullableInteger,
  dosage_form: Type.String(),
  drug_class: Type.Unsafe<DrugClass>({ type: 'string' }),
  approval_no: Type.String(),
  origin: Type.String({ description: 'where it was grown or made; of herbs' }),
  expiry_date: NullableText,
  near_expiry: Flag,
  is_youx: Flag,
  is_free_shipping: Flag,
  free_shipping_number: NullableInteger,
  is_dpby: Flag,
  is_hm: Flag,
  type: Type.Integer({ description: "1 = 'zy' Chinese medicine" }),
  is_favorite: Flag,
  in_cart: Type.Integer({ description: "units of it in this company's cart" }),
})
export type GoodsCardWire = Static<typeof GoodsCard>
export type OfferWire = Static<typeof OfferShape>

export const FacetValue = Type.Object({ value: Type.String(), name: Type.String(), count: Type.Integer() })
export const Facet = Type.Object({
  key: Type.String({ description: 'the query parameter it sets' }),
  name: Type.String(),
  multiple: Type.Boolean(),
  values: Type.Array(FacetValue),
})
export type FacetWire = Static<typeof Facet>

export const GOODS_SORTS = ['relevance', 'sales', 'price_asc', 'price_desc', 'newest', 'expiry'] as const
const OneOrMany = Type.String({ maxLength: 400, description: 'one value, or several separated by commas' })

export const GoodsQuery = Type.Object({
  keywords: Type.Optional(Type.String({ maxLength: 100 })),
  type: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, default: 0, description: '0 drug, 1 manufacturer' })),
  ...Paging,
  sort: Type.Optional(Type.Unsafe<(typeof GOODS_SORTS)[number]>({ type: 'string', enum: [...GOODS_SORTS] })),
  category: Type.Optional(OneOrMany),
  manufacturer: Type.Optional(OneOrMany),
  form: Type.Optional(OneOrMany),
  spec: Type.Optional(OneOrMany),
  tags: Type.Optional(OneOrMany),
  warehouse: Type.Optional(OneOrMany),
  in_stock: Type.Optional(Flag),
  can_buy: Type.Optional(Flag),
  bought: Type.Optional(Flag),
  favorite: Type.Optional(Flag),
  expiry: Type.Optional(Type.Unsafe<'near' | 'far'>({ type: 'string', enum: ['near', 'far'], description: 'near: within 6 months' })),
  price_min: Type.Optional(Type.String({ maxLength: 12 })),
  price_max: Type.Optional(Type.String({ maxLength: 12 })),
  coupon: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'goods that this coupon (its template) is for' }),
  ),
})
export type GoodsQueryWire = Static<typeof GoodsQuery>

/** How what was typed was understood. */
export const FoundShape = Type.Object({
  as: Type.Unsafe<'typed' | 'apart' | 'corrected' | 'none'>({
    type: 'string',
    enum: ['typed', 'apart', 'corrected', 'none'],
    description:
      'typed: as it stands; apart: cut into words; corrected: as something near it, for nothing is called so; none: nothing was found',
  }),
  words: Type.Array(Type.String(), { description: 'looked for; where nothing was found, those that are known by themselves' }),
  unknown: Type.Array(Type.String(), { description: 'words that nothing is called by' }),
  near: Type.Array(Type.String(), { description: 'what may have been meant instead: 您是不是要找' }),
  why: listOf({ goods_id: Id, text: Type.String({ description: 'why a goods was found that is not called as it was typed' }) }),
})

export const GoodsList = Type.Object({
  list: Type.Array(GoodsCard),
  total: Type.Integer(),
  page: Type.Integer(),
  per_page: Type.Integer(),
  facets: Type.Array(Facet),
  sees_prices: Type.Boolean(),
  found: Type.Union([FoundShape, Type.Null()], { description: 'null: nothing was typed' }),
})
export type FoundWire = Static<typeof FoundShape>
export type GoodsListWire = Static<typeof GoodsList>

export const goodsList = call('GET', '/api/goods/list', {
  access: 'public',
  summary: '商品列表',
  query: GoodsQuery,
  data: GoodsList,
})

export const goodsSearch = call('GET', '/api/goods/search', {
  access: 'public',
  summary: '搜索建议',
  query: Type.Object({
    keywords: Type.String({ maxLength: 100 }),
    type: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, default: 0 })),
  }),
  data: Type.Object({ list: listOf({ id: Id, name: Type.String(), sccj: Type.String(), ypgg: Type.String() }) }),
})

const Named = listOf({ id: Id, name: Type.String(), count: Type.Integer() })
/** Beside the suggestions while somebody types. */
export const goodsPanel = call('GET', '/api/goods/panel', {
  access: 'public',
  summary: '搜索建议里的商品、分类与厂家',
  query: Type.Object({ keywords: Type.String({ minLength: 1, maxLength: 100 }) }),
  data: Type.Object({
    goods: Type.Array(GoodsCard),
    total: Type.Integer(),
    makers: Type.Integer({
      description: 'by how many makers there are some, 40 for more; 0 where so many goods fit that they are not counted',
    }),
    categories: Named,
    manufacturers: Named,
  }),
})

export const goodsHot = call('GET', '/api/goods/hot', {
  access: 'public',
  summary: '热销商品',
  data: Type.Object({ list: Type.Array(GoodsCard) }),
})

export const BatchShape = Type.Object({
  batch_no: Type.String(),
  production_date: NullableText,
  expiry_date: Type.String(),
  ck_id: Type.Integer(),
  ck_name: Type.String(),
  number: NullableInteger,
  near_expiry: Flag,
})

export const GoodsDetail = Type.Object({
  ...GoodsCard.properties,
  ...ofGoodsTexts(() => Type.String()),
  generic_name: Type.String(),
  trade_name: Type.String(),
  barcode: Type.String(),
  code: Type.String(),
  storage: Type.String(),
  cold_chain: Flag,
  shelf_life_months: NullableInteger,
  scope_name: Type.String(),
  insurance_class: Type.String(),
  manufacturer_id: NullableInteger,
  category_path: listOf({ id: Id, name: Type.String() }),
  instructions: listOf({ title: Type.String(), text: Type.String() }),
  batches: Type.Array(BatchShape),
  warehouses: listOf({ ck_id: Type.Integer(), ck_name: Type.String(), number: NullableInteger }),
  offers: Type.Array(OfferShape),
  checks: Type.Array(Type.Object({ ok: Type.Boolean(), text: Type.String() }), { description: 'the may-buy check, point by point' }),
  price_tiers: Type.Array(Type.Object({ text: Type.String(), from: Type.Integer(), price: Yuan, margin: NullableText }), {
    description: 'unit price by quantity for this company, and the retail margin in per cent',
  }),
  bought: listOf({ order_id: Id, no: Type.String(), at: Type.String(), number: Type.Integer(), price: Yuan }),
  similar: Type.Array(GoodsCard),
  promotions: Type.Array(PromotionShape, { description: 'activities that this goods takes part in, under the price that it has now' }),
  offer_note: Type.String({ description: 'what the price of its offer does not take part in; empty where nothing is shut out' }),
  coupons: Type.Array(CouponTemplateShape, { description: 'coupons that can be taken for it' }),
  bundles: listOf({ id: Id, name: Type.String(), saving: NullableYuan }),
})
export type GoodsDetailWire = Static<typeof GoodsDetail>

export const goodsDetail = call('GET', '/api/goods/detail/:id', {
  access: 'public',
  summary: '商品详情',
  query: Type.Object({
    goods_price_id: Type.Optional(Type.Integer({ minimum: 0 })),
    ladder_price_id: Type.Optional(Type.Integer({ minimum: 0 })),
    goods_manjian_id: Type.Optional(Type.Integer({ minimum: 0 })),
    is_yj: Type.Optional(Flag),
    is_jxq: Type.Optional(Flag),
    ck_id: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  data: GoodsDetail,
})

/** Flash sale of the home page: today's sessions and the goods of the open or next one. */
export const spike = call('GET', '/api/index/spike', {
  access: 'public',
  summary: '限时秒杀',
  query: Type.Object({ session_id: Type.Optional(Id) }),
  data: Type.Object({
    now: Type.String(),
    sessions: listOf({
      id: Id,
      name: Type.String(),
      starts_at: Type.String(),
      ends_at: Type.String(),
      state: Type.Unsafe<'ended' | 'open' | 'coming'>({ type: 'string' }),
    }),
    session_id: NullableInteger,
    list: Type.Array(GoodsCard),
  }),
})

export const everydayPrice = call('GET', '/api/activity/everyday_price', {
  access: 'public',
  summary: '每日特价',
  data: Type.Object({ now: Type.String(), ends_at: NullableText, list: Type.Array(GoodsCard) }),
})

/** 为您推荐: what this company buys again and again, filled up with what sells. */
export const recommended = call('GET', '/api/index_wntj/1', {
  access: 'public',
  summary: '为您推荐',
  query: Type.Object({ batch: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })) }),
  data: Type.Object({ list: Type.Array(GoodsCard), basis: Type.String() }),
})

/** A floor of the home page. */
export const goodsFloors = call('GET', '/api/index/floors', {
  access: 'public',
  summary: '首页楼层',
  data: Type.Object({
    floors: listOf({
      code: Type.Unsafe<'selected' | 'herb' | 'device'>({ type: 'string' }),
      name: Type.String(),
      hint: Type.String(),
      url: Type.String(),
      panel_title: Type.String(),
      panel_text: Type.String(),
      categories: listOf({ id: Id, name: Type.String(), url: Type.String() }),
      list: Type.Array(GoodsCard),
    }),
  }),
})
