import { type Static, Type } from 'typebox'
import { CouponTemplateShape, PromotionShape } from './activity.ts'
import { call } from './call.ts'
import { AdvertShape, PreviewWord } from './content.ts'
import { GOODS_SORTS, GoodsCard, GoodsList, GoodsQuery } from './goods.ts'
import { Action, Flag, Id, NullableText, Paging } from './shapes.ts'

/** Zones: lists of goods with a character of their own, and pages that staff compose of blocks. */

export const ZONE_CODES = ['selected', 'herb', 'device', 'near_expiry', 'controlled', 'welfare', 'whole_case'] as const
export type ZoneCode = (typeof ZONE_CODES)[number]

/** The goods list's own query and answer, within one zone. near_expiry answers one row a batch (goods_price_id names it). */
export const zoneGoods = call('GET', '/api/zone/goods/:zone', {
  access: 'public',
  summary: '专区商品',
  params: Type.Object({ zone: Type.Unsafe<ZoneCode>({ type: 'string', enum: [...ZONE_CODES] }) }),
  query: Type.Object({
    ...GoodsQuery.properties,
    sort: Type.Optional(
      Type.Unsafe<(typeof GOODS_SORTS)[number] | 'discount'>({
        type: 'string',
        enum: [...GOODS_SORTS, 'discount'],
        description: 'discount: near_expiry only',
      }),
    ),
    months: Type.Optional(Type.Integer({ minimum: 1, maximum: 24, description: 'near_expiry: expires within' })),
  }),
  data: Type.Object({
    ...GoodsList.properties,
    zone: Type.Object({
      code: Type.String(),
      name: Type.String(),
      intro: Type.String(),
      /** Why the list is empty for this viewer, and the way on. */
      note: Type.String(),
      action: Type.Unsafe<Static<typeof Action> | null>({ anyOf: [Action, { type: 'null' }] }),
    }),
  }),
})
export type ZoneGoodsWire = Static<typeof zoneGoods.data>

export const BrandShape = Type.Object({
  id: Id,
  name: Type.String(),
  full_name: Type.String(),
  logo: Type.String(),
  intro: Type.String(),
  count: Type.Integer(),
  goods: Type.Array(GoodsCard, { description: 'what sells best, a few' }),
})
export type BrandWire = Static<typeof BrandShape>
export const brandList = call('GET', '/api/brand/list', {
  access: 'public',
  summary: '品牌专区',
  query: Type.Object({
    ...Paging,
    keywords: Type.Optional(Type.String({ maxLength: 60 })),
    initial: Type.Optional(Type.String({ maxLength: 1, description: 'first letter of the pinyin' })),
  }),
  data: Type.Object({
    list: Type.Array(BrandShape),
    initials: Type.Array(Type.String()),
    total: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
  }),
})
export const brandInfo = call('GET', '/api/brand/info/:id', {
  access: 'public',
  summary: '品牌详情',
  params: Type.Object({ id: Id }),
  query: GoodsQuery,
  data: Type.Object({
    brand: Type.Object({ id: Id, name: Type.String(), full_name: Type.String(), logo: Type.String(), intro: Type.String() }),
    goods: GoodsList,
    coupons: Type.Array(CouponTemplateShape),
    promotions: Type.Array(PromotionShape),
  }),
})

const StateShape = Type.Unsafe<'coming' | 'open' | 'ended'>({ type: 'string' })
export const ZonePageHead = Type.Object({
  id: Id,
  code: Type.String(),
  kind: Type.Unsafe<'zone' | 'activity' | 'fair' | 'controlled'>({ type: 'string' }),
  name: Type.String(),
  intro: Type.String(),
  image: Type.String(),
  accent: Type.String(),
  starts_at: NullableText,
  ends_at: NullableText,
  state: StateShape,
  url: Type.String(),
})
export type ZonePageHeadWire = Static<typeof ZonePageHead>

export const BLOCK_TYPES = ['banner', 'goods', 'coupons', 'text', 'countdown', 'promotion'] as const
/** One block of a composed page, filled in for this viewer. Lists that its type does not use are empty. */
export const ZoneBlock = Type.Object({
  type: Type.Unsafe<(typeof BLOCK_TYPES)[number]>({ type: 'string' }),
  title: Type.String(),
  text: Type.String(),
  image: Type.String(),
  url: Type.String(),
  ends_at: NullableText,
  columns: Type.Integer(),
  goods: Type.Array(GoodsCard),
  coupons: Type.Array(CouponTemplateShape),
  promotions: Type.Array(PromotionShape),
})
export type ZoneBlockWire = Static<typeof ZoneBlock>
/**
 * A page by id or code; 404 when there is none, state tells whether it has begun. Goods, coupons and promotions are there
 * while it is open only. Siblings are the other pages of its kind that are not over.
 */
export const zonePage = call('GET', '/api/zone/page', {
  access: 'public',
  summary: '专区与活动页面',
  query: Type.Object({ id: Type.Optional(Id), code: Type.Optional(Type.String({ maxLength: 60 })), preview: PreviewWord }),
  data: Type.Object({ now: Type.String(), page: ZonePageHead, blocks: Type.Array(ZoneBlock), siblings: Type.Array(ZonePageHead) }),
})
export type ZonePageWire = Static<typeof zonePage.data>

/** Pages of one kind: the halls of the fair (yjh), the activities of the centre (hdzx), the controlled zone's brands. */
export const zonePages = call('GET', '/api/zone/pages', {
  access: 'public',
  summary: '专区与活动页面列表',
  query: Type.Object({
    kind: Type.Optional(
      Type.Unsafe<'zone' | 'activity' | 'fair' | 'controlled'>({ type: 'string', enum: ['zone', 'activity', 'fair', 'controlled'] }),
    ),
    ids: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  data: Type.Object({ now: Type.String(), list: Type.Array(ZonePageHead), adverts: Type.Array(AdvertShape) }),
})

/** Where /activity/** leads: a page of this site, or nowhere. */
export const activityResolve = call('GET', '/api/activity/resolve', {
  access: 'public',
  summary: '活动入口',
  query: Type.Object({ path: Type.String({ maxLength: 200 }) }),
  data: Type.Object({ url: Type.String({ description: 'empty: 活动未开始' }), name: Type.String(), is_open: Flag }),
})
