import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, listOf, Page, Paged, Paging } from './shapes.ts'

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
/** What staff look at before it is shown; the word comes from their preview. */
export const PreviewWord = Type.Optional(Type.String({ maxLength: 7000 }))

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
export const header = call('GET', '/api/global/header', {
  access: 'public',
  summary: '页头数据',
  data: Type.Object({
    rnss: listOf({ name: Type.String(), url: Type.String(), image: Type.String() }),
    nav: Type.Array(LinkGroup),
    category: Type.Array(MenuEntry),
    category_yx: Type.Array(MenuEntry),
    category_zy: Type.Array(MenuEntry),
    category_qx: Type.Array(MenuEntry),
    brand: listOf({ id: Id, name: Type.String(), logo: Type.String(), count: Type.Integer() }),
    timestamp: Type.Integer(),
  }),
})
export type HeaderWire = Static<typeof header.data>

/** Footer help groups, licences, notices, contacts. */
export const globalLinks = call('GET', '/api/global/links', {
  access: 'public',
  summary: '页脚与导航链接',
  data: Type.Object({
    list: Type.Array(LinkGroup, { description: 'help groups' }),
    licences: listOf({ name: Type.String(), value: Type.String(), url: Type.String({ description: 'its picture; empty: none is shown' }) }),
    partners: listOf({ name: Type.String(), url: Type.String() }),
    promises: listOf({ icon: Type.String(), title: Type.String(), text: Type.String() }),
    notice: Type.String(),
    company: Type.String(),
    hot_line: Type.String(),
    hours: Type.Array(Type.String()),
    qq1: Type.String(),
    qq2: Type.String(),
    preparing: { ...Flag, description: '1: the shop has no name or nothing to sell yet' },
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
export const focusHome = call('GET', '/api/focus', {
  access: 'public',
  summary: '首页轮播',
  query: Type.Object({ preview: PreviewWord }),
  data: Adverts,
})
export const focusSlot = call('GET', '/api/focus/:slot', {
  access: 'public',
  summary: '广告位',
  params: Type.Object({ slot: Type.String({ maxLength: 30 }) }),
  query: Type.Object({ ids: Type.Optional(Type.String({ maxLength: 400 })), preview: PreviewWord }),
  data: Adverts,
})
export const focusBrand = call('GET', '/api/focus/brand/:id', {
  access: 'public',
  summary: '品牌广告',
  query: Type.Object({ preview: PreviewWord }),
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
export const articleCategory = call('GET', '/api/article/category', {
  access: 'public',
  summary: '文章栏目',
  query: Type.Object({
    category_id: Type.Optional(Id),
    code: Type.Optional(Type.String({ maxLength: 40, description: 'the category by its code instead of its id: news, hy, company' })),
    page: Type.Optional(Page),
  }),
  data: Type.Object({
    list: listOf({ id: Id, code: Type.String(), name: Type.String(), articles: Type.Array(ArticleRow) }),
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
export const articleDetail = call('GET', '/api/article/detail', {
  access: 'public',
  summary: '文章',
  query: Type.Object({ id: Type.Optional(Id), code: Type.Optional(Type.String({ maxLength: 40 })) }),
  data: ArticleDetail,
})

/** Help articles that hold the words. */
export const articleSearch = call('GET', '/api/article/search', {
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
export const articleVote = call('POST', '/api/article/vote', {
  access: 'account',
  summary: '帮助是否有用',
  body: Type.Object({ id: Id, helpful: Flag }),
  data: Type.Object({ helpful: Flag }),
})

// ── What the shop's people do with articles ──

const Section = Type.Object({ code: Type.String(), name: Type.String() })
const ArticleState = Type.Unsafe<'draft' | 'published'>({ type: 'string', enum: ['draft', 'published'] })
const StaffArticle = Type.Object({
  id: Id,
  code: Type.String({ description: 'empty: found by its number' }),
  title: Type.String(),
  section: Section,
  state: ArticleState,
  waiting: { ...Flag, description: '1: something newer is saved than what is shown' },
  legal: { ...Flag, description: '1: one of the texts that a shop needs before it opens' },
  version: Type.Integer(),
  url: Type.String({ description: 'its page' }),
  saved_by: Type.String(),
  updated_at: Type.String(),
})
export type StaffArticleWire = Static<typeof StaffArticle>
const ArticleTexts = {
  title: Type.String({ maxLength: 200 }),
  summary: Type.String({ maxLength: 1000 }),
  body: Type.String({ maxLength: 60_000, description: 'as ArticleDetail.body' }),
  author: Type.String({ maxLength: 100 }),
}
const StaffArticleRecord = Type.Object({
  article: StaffArticle,
  ...ArticleTexts,
  versions: Type.Array(
    Type.Object({
      version: Type.Integer(),
      title: Type.String(),
      summary: Type.String(),
      body: Type.String(),
      saved_at: Type.String(),
      saved_by: Type.String({ description: 'empty: before articles were kept by version' }),
      shown: { ...Flag, description: '1: this one is shown' },
    }),
    { description: 'newest first, at most fifty' },
  ),
  blanks: Type.Array(Type.String(), { description: 'what is still to be filled in; it cannot be published before' }),
})
export type StaffArticleRecordWire = Static<typeof StaffArticleRecord>

export const staffArticles = call('GET', '/api/staff/article', {
  permission: 'articles.view',
  summary: '文章与法律文本',
  query: Type.Object({
    keywords: Type.Optional(Type.String({ maxLength: 60 })),
    section: Type.Optional(Type.String({ maxLength: 40 })),
    state: Type.Optional(
      Type.Unsafe<'draft' | 'published' | 'waiting' | 'legal'>({ type: 'string', enum: ['draft', 'published', 'waiting', 'legal'] }),
    ),
    ...Paging,
  }),
  data: Type.Object({
    list: Type.Array(StaffArticle),
    ...Paged,
    sections: Type.Array(Section),
    missing: Type.Array(Type.Object({ code: Type.String(), title: Type.String() }), {
      description: 'texts a shop needs that nobody began',
    }),
  }),
})
export const staffArticle = call('GET', '/api/staff/article/:id', {
  permission: 'articles.view',
  summary: '文章及其各版本',
  data: StaffArticleRecord,
})
/** Saves the next state; what is shown stays until it is published. */
export const staffArticleSave = call('POST', '/api/staff/article', {
  permission: 'articles.change',
  summary: '写文章',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({
    id: Type.Integer({ minimum: 0, description: '0: a new one' }),
    section: Type.String({ maxLength: 40 }),
    code: Type.String({ maxLength: 40, description: 'last part of its address; empty: its number' }),
    ...ArticleTexts,
    version: Type.Integer({ minimum: 0, description: 'as it was read' }),
  }),
  data: StaffArticleRecord,
})
/** restore: saves what a former state said as the newest one. */
export const staffArticleCommand = call('POST', '/api/staff/article/:id/:command', {
  permission: {
    param: 'command',
    words: { publish: 'articles.publish', withdraw: 'articles.publish', restore: 'articles.change' },
  },
  summary: '文章：发布、撤下、恢复旧版本',
  refuses: ['CHANGED_MEANWHILE'],
  params: Type.Object({
    id: Id,
    command: Type.Unsafe<'publish' | 'withdraw' | 'restore'>({ type: 'string', enum: ['publish', 'withdraw', 'restore'] }),
  }),
  body: Type.Object({
    reason: Type.Optional(Type.String({ maxLength: 200, description: 'withdraw: needed' })),
    restored: Type.Optional(Type.Integer({ minimum: 1, description: 'restore: which version' })),
    version: Type.Integer({ minimum: 0, description: 'as it was read' }),
  }),
  data: StaffArticleRecord,
})
/** Drafts of those texts that a shop needs and nobody began, with the shop's own name, telephone and licences in them. */
export const staffArticlePrepare = call('POST', '/api/staff/article/prepare', {
  permission: 'articles.change',
  summary: '按范本起草缺少的法律文本',
  body: Type.Object({}),
  data: Type.Object({ made: Type.Array(Type.String()) }),
})
