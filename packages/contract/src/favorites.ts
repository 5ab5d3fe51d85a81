import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { GoodsCard } from './goods.ts'
import { Flag, Id, listOf, NullableYuan, Page } from './shapes.ts'

/** Goods that a buyer comes back to: those that were looked at, favourites, and those whose arrival is awaited. */

/** Footprints. Looking at a detail page while signed in leaves one. */
export const goodsVisit = call('GET', '/api/goods/visit', {
  access: 'member',
  summary: '我的足迹',
  query: Type.Object({ page: Type.Optional(Page), keywords: Type.Optional(Type.String({ maxLength: 100 })) }),
  data: Type.Object({
    list: listOf({
      ...GoodsCard.properties,
      visited_at: Type.String(),
      day: Type.String({ description: 'Beijing date of the last visit' }),
      visits: Type.Integer(),
    }),
    total: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
  }),
})
/** Some goods, all of one Beijing day, or all. */
export const visitDelete = call('POST', '/api/goods/visit/delete', {
  access: 'member',
  summary: '删除足迹',
  body: Type.Object({
    goods_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 500 })),
    day: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
    all: Type.Optional(Flag),
  }),
  data: Type.Object({ deleted: Type.Integer() }),
})

export const FAVORITE_SORTS = ['added', 'name', 'price_asc', 'price_desc', 'dropped'] as const
export type FavoriteSort = (typeof FAVORITE_SORTS)[number]
export const FavoriteRow = Type.Object({
  ...GoodsCard.properties,
  added_at: Type.String(),
  added_price: NullableYuan,
  /** 元 that it costs less than when it was added; null: it does not. */
  dropped: NullableYuan,
})
export type FavoriteRowWire = Static<typeof FavoriteRow>

export const favoriteList = call('GET', '/api/favorite', {
  access: 'member',
  summary: '我的收藏',
  query: Type.Object({
    page: Type.Optional(Page),
    sort: Type.Optional(Type.Unsafe<FavoriteSort>({ type: 'string', enum: [...FAVORITE_SORTS] })),
    in_stock: Type.Optional(Flag),
    dropped: Type.Optional(Flag),
    keywords: Type.Optional(Type.String({ maxLength: 60 })),
  }),
  data: Type.Object({
    list: Type.Array(FavoriteRow),
    total: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
    counts: Type.Object({ all: Type.Integer(), in_stock: Type.Integer(), dropped: Type.Integer() }),
  }),
})
/** The same as an Excel file. */
export const favoriteExport = call('GET', '/api/favorite/export', {
  access: 'member',
  file: true,
  summary: '导出收藏',
  query: Type.Object({
    sort: Type.Optional(Type.Unsafe<FavoriteSort>({ type: 'string', enum: [...FAVORITE_SORTS] })),
    in_stock: Type.Optional(Flag),
    dropped: Type.Optional(Flag),
    keywords: Type.Optional(Type.String({ maxLength: 60 })),
  }),
  data: Type.Object({}),
})
const FavoriteBody = Type.Object({ goods_ids: Type.Array(Id, { minItems: 1, maxItems: 500 }) })
const FavoriteAnswer = Type.Object({ goods_ids: Type.Array(Id) })
export const favoriteAdd = call('POST', '/api/favorite', {
  access: 'member',
  summary: '加入收藏',
  body: FavoriteBody,
  data: FavoriteAnswer,
})
export const favoriteCancel = call('POST', '/api/favorite/cancel', {
  access: 'member',
  summary: '取消收藏',
  body: FavoriteBody,
  data: FavoriteAnswer,
})

export const arrivalReminder = call('POST', '/api/goods/:id/remind', {
  access: 'member',
  summary: '到货提醒',
  data: Type.Object({ reminded: Type.Boolean() }),
})
