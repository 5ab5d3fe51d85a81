import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, IdParams, Page } from './shapes.ts'

export const AdvertShape = Type.Object({
  id: Id,
  title: Type.String(),
  subtitle: Type.String(),
  image: Type.String(),
  url: Type.String({ description: 'empty: 活动暂未开始' }),
  style: Type.String(),
})
export type AdvertWire = Static<typeof AdvertShape>
const Adverts = Type.Object({ list: Type.Array(AdvertShape) })

export const LinkShape = Type.Object({
  id: Id,
  name: Type.String(),
  url: Type.String(),
  image: Type.String(),
  is_open: Type.Integer(),
  badge: Type.String(),
})
export const LinkGroup = Type.Object({ ...LinkShape.properties, children: Type.Array(LinkShape) })
export type LinkGroupWire = Static<typeof LinkGroup>

export const MenuLeaf = Type.Object({ id: Id, name: Type.String(), logo: Type.String(), logo1: Type.String() })
export const MenuBranch = Type.Object({ ...MenuLeaf.properties, children: Type.Array(MenuLeaf) })
export const MenuEntry = Type.Object({ ...MenuLeaf.properties, hint: Type.String(), children: Type.Array(MenuBranch) })
export type MenuEntryWire = Static<typeof MenuEntry>

/** Header data (specification section 3): hot words, nav, the four category trees, brands, server time. */
export const header = call({
  method: 'GET',
  path: '/api/global/header',
  access: 'public',
  summary: '页头数据',
  data: Type.Object({
    rnss: Type.Array(Type.Object({ name: Type.String(), url: Type.String(), image: Type.String() })),
    nav: Type.Array(LinkGroup),
    category: Type.Array(MenuEntry),
    category_yx: Type.Array(MenuEntry),
    category_zy: Type.Array(MenuEntry),
    category_qx: Type.Array(MenuEntry),
    brand: Type.Array(Type.Object({ id: Id, name: Type.String(), logo: Type.String(), count: Type.Integer() })),
    timestamp: Type.Integer(),
  }),
})
export type HeaderWire = Static<typeof header.data>

/** Footer help groups, licences, notices, contacts. */
export const globalLinks = call({
  method: 'GET',
  path: '/api/global/links',
  access: 'public',
  summary: '页脚与导航链接',
  data: Type.Object({
    list: Type.Array(LinkGroup, { description: 'help groups' }),
    licences: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
    promises: Type.Array(Type.Object({ icon: Type.String(), title: Type.String(), text: Type.String() })),
    notice: Type.String(),
    company: Type.String(),
    hot_line: Type.String(),
    hours: Type.Array(Type.String()),
    qq1: Type.String(),
    qq2: Type.String(),
    wechat: Type.String({ description: 'name of the WeChat service account, whose code is /img/wechat.svg; empty: none' }),
  }),
})
export type GlobalLinksWire = Static<typeof globalLinks.data>

export const FOCUS_SLOTS = [
  'demo',
  'new_kxzq',
  'right',
  'xrtj',
  'top',
  'ppzq',
  'kxzq',
  'zyzq',
  'login',
  'yx',
  'common',
  'postList',
] as const
export const focusHome = call({ method: 'GET', path: '/api/focus', access: 'public', summary: '首页轮播', data: Adverts })
export const focusSlot = call({
  method: 'GET',
  path: '/api/focus/:slot',
  access: 'public',
  summary: '广告位',
  params: Type.Object({ slot: Type.String({ maxLength: 30 }) }),
  query: Type.Object({ ids: Type.Optional(Type.String({ maxLength: 400 })) }),
  data: Adverts,
})
export const focusBrand = call({
  method: 'GET',
  path: '/api/focus/brand/:id',
  access: 'public',
  summary: '品牌广告',
  params: IdParams,
  data: Adverts,
})

export const ArticleRow = Type.Object({
  id: Id,
  code: Type.String({ description: "last part of a help page's path; empty: the article is found by its id" }),
  title: Type.String(),
  summary: Type.String(),
  published_at: Type.String(),
})
export type ArticleRowWire = Static<typeof ArticleRow>
export const articleCategory = call({
  method: 'GET',
  path: '/api/article/category',
  access: 'public',
  summary: '文章栏目',
  query: Type.Object({
    category_id: Type.Optional(Id),
    code: Type.Optional(Type.String({ maxLength: 40, description: 'the category by its code instead of its id: news, hy, company' })),
    page: Type.Optional(Page),
  }),
  data: Type.Object({
    list: Type.Array(Type.Object({ id: Id, code: Type.String(), name: Type.String(), articles: Type.Array(ArticleRow) })),
    page: Type.Integer(),
    per_page: Type.Integer(),
    total: Type.Integer({ description: 'articles of the largest section' }),
  }),
})
export type ArticleCategoryWire = Static<typeof articleCategory.data>

const Neighbour = Type.Object({ id: Id, code: Type.String(), title: Type.String() })
const NullableNeighbour = Type.Unsafe<Static<typeof Neighbour> | null>({ anyOf: [Neighbour, { type: 'null' }] })

export const ArticleDetail = Type.Object({
  id: Id,
  code: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  body: Type.String({
    description:
      'paragraphs parted by blank lines; a line may begin with "## " (heading), "- " or "1. " (lists), "! " (note) or "| " (table, its head first); [words](/path) is a link',
  }),
  author: Type.String(),
  cover: Type.String(),
  published_at: Type.String(),
  updated_at: Type.String(),
  prev: NullableNeighbour,
  next: NullableNeighbour,
  related: Type.Array(Neighbour, { description: 'others of the same section' }),
  section: Type.Object({ id: Id, code: Type.String(), name: Type.String() }),
})
export type ArticleDetailWire = Static<typeof ArticleDetail>

/** One article by its id, or the newest of the category with this code (help pages: the last part of their path, e.g. gwzn). */
export const articleDetail = call({
  method: 'GET',
  path: '/api/article/detail',
  access: 'public',
  summary: '文章',
  query: Type.Object({ id: Type.Optional(Id), code: Type.Optional(Type.String({ maxLength: 40 })) }),
  data: ArticleDetail,
})

/** Help articles that hold the words. */
export const articleSearch = call({
  method: 'GET',
  path: '/api/article/search',
  access: 'public',
  summary: '搜索帮助',
  query: Type.Object({ keywords: Type.String({ minLength: 1, maxLength: 60 }), page: Type.Optional(Page) }),
  data: Type.Object({
    list: Type.Array(ArticleRow, { description: 'summary: the words where they stand' }),
    page: Type.Integer(),
    per_page: Type.Integer(),
    total: Type.Integer(),
  }),
})

/** Whether a help article answered the question; the editor reads it, and the last word counts. */
export const articleVote = call({
  method: 'POST',
  path: '/api/article/vote',
  access: 'account',
  summary: '帮助是否有用',
  body: Type.Object({ id: Id, helpful: Flag }),
  data: Type.Object({ helpful: Flag }),
})
