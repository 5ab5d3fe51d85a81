import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, listOf, Paged, Paging, Reason, Version, words } from './shapes.ts'

/** 搜索实验室: what buyers ask the search box, what it finds and why, and the words that it knows. */

const KINDS = ['alias', 'trade', 'english', 'class', 'indication'] as const
export type SearchWordKind = (typeof KINDS)[number]
const Kind = Type.Unsafe<SearchWordKind>({ type: 'string', enum: [...KINDS] })
const Place = Type.Unsafe<'first' | 'last'>({ type: 'string', enum: ['first', 'last'] })
export type SearchPlace = Static<typeof Place>
const Understood = Type.Unsafe<'typed' | 'apart' | 'corrected' | 'none'>({ type: 'string' })

const WORD_MAX = 40
const WordList = (most: number) => Type.Array(Type.String({ minLength: 1, maxLength: WORD_MAX }), { minItems: 1, maxItems: most })
const WordFields = {
  kind: Kind,
  words: WordList(30),
  targets: WordList(80),
  parent: words(WORD_MAX),
  note: words(200),
}
const SearchWord = Type.Object({
  id: Id,
  ...WordFields,
  active: Flag,
  own: Type.Integer({ description: '1: a person wrote or changed it, and the shop’s own list no longer does' }),
  seeded: Type.Integer({ description: '1: it came with the shop' }),
  version: Type.Integer(),
})
export type SearchWordWire = Static<typeof SearchWord>

export const staffSearchTry = call('GET', '/api/staff/search/try', {
  permission: 'search.view',
  summary: '试搜：找到什么、为什么、什么次序',
  query: Type.Object({
    keywords: Type.String({ minLength: 1, maxLength: 100 }),
    company_id: Type.Optional(Id),
  }),
  data: Type.Object({
    as: Understood,
    words: Type.Array(Type.String()),
    unknown: Type.Array(Type.String()),
    near: Type.Array(Type.String()),
    key: Type.String({ description: 'the words as pins know them; empty where nothing was typed that is compared' }),
    total: Type.Integer(),
    meanings: Type.Array(SearchWord, { description: 'what the words mean besides what they say' }),
    list: listOf({
      goods_id: Id,
      code: Type.String(),
      name: Type.String(),
      spec: Type.String(),
      maker: Type.String(),
      in_stock: Flag,
      sales: Type.Integer(),
      score: Type.Integer(),
      why: Type.Array(Type.String()),
      pin: Type.Unsafe<SearchPlace | ''>({ type: 'string' }),
    }),
  }),
})
export const staffSearchCompanies = call('GET', '/api/staff/search/company', {
  permission: 'search.view',
  summary: '以哪家企业的身份试搜',
  query: Type.Object({ keywords: Type.String({ minLength: 1, maxLength: 60 }) }),
  data: Type.Object({ list: listOf({ id: Id, code: Type.String(), name: Type.String() }) }),
})

const Days = Type.Integer({ minimum: 1, maximum: 180, default: 30 })
export const staffSearchAsked = call('GET', '/api/staff/search/asked', {
  permission: 'search.view',
  summary: '搜索词：搜了多少次、找到多少、后来做了什么',
  query: Type.Object({
    keywords: Type.Optional(Type.String({ maxLength: 60 })),
    result: Type.Optional(Type.Unsafe<'none' | 'corrected'>({ type: 'string', enum: ['none', 'corrected'] })),
    days: Type.Optional(Days),
    ...Paging,
  }),
  data: Type.Object({
    ...Paged,
    list: listOf({
      words: Type.String(),
      times: Type.Integer(),
      companies: Type.Integer(),
      hits: Type.Integer({ description: 'of the last time' }),
      none: Type.Integer({ description: 'times that nothing was found' }),
      corrected: Type.Integer({ description: 'times that something near it was found' }),
      opened: Type.Integer({ description: 'searches after which a goods was opened' }),
      cart: Type.Integer(),
      ordered: Type.Integer(),
      last_at: Type.String(),
    }),
  }),
})
export const staffSearchNext = call('GET', '/api/staff/search/next', {
  permission: 'search.view',
  summary: '搜了这个词的企业后来做了什么',
  query: Type.Object({ words: Type.String({ minLength: 1, maxLength: 100 }), days: Type.Optional(Days) }),
  data: Type.Object({
    searches: listOf({ words: Type.String(), times: Type.Integer(), hits: Type.Integer() }),
    goods: listOf({
      goods_id: Id,
      name: Type.String(),
      spec: Type.String(),
      maker: Type.String(),
      opened: Type.Integer(),
      cart: Type.Integer(),
      ordered: Type.Integer(),
    }),
  }),
})

export const staffSearchWords = call('GET', '/api/staff/search/word', {
  permission: 'search.view',
  summary: '搜索词表',
  query: Type.Object({
    keywords: Type.Optional(Type.String({ maxLength: 60 })),
    kind: Type.Optional(Kind),
    own: Type.Optional(Flag),
    active: Type.Optional(Flag),
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: Type.Array(SearchWord) }),
})
export const staffSearchWordAdd = call('POST', '/api/staff/search/word', {
  permission: 'search.change',
  summary: '新增搜索词',
  body: Type.Object(WordFields),
  data: SearchWord,
})
export const staffSearchWordSave = call('POST', '/api/staff/search/word/:id', {
  permission: 'search.change',
  summary: '修改搜索词',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ ...WordFields, active: Flag, version: Version }),
  data: SearchWord,
})
/** One that came with the shop is put out of use; one that was written here is gone. */
export const staffSearchWordRemove = call('POST', '/api/staff/search/word/:id/remove', {
  permission: 'search.change',
  summary: '删除搜索词',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ version: Version, reason: Reason }),
  data: Type.Object({ removed: Flag }),
})

export const staffSearchPins = call('GET', '/api/staff/search/pin', {
  permission: 'search.view',
  summary: '置顶与后置',
  query: Type.Object({ keywords: Type.Optional(Type.String({ maxLength: 60 })), ...Paging }),
  data: Type.Object({
    ...Paged,
    list: listOf({
      id: Id,
      words: Type.String(),
      place: Place,
      goods_id: Id,
      name: Type.String(),
      spec: Type.String(),
      maker: Type.String(),
      on_shelf: Flag,
      made_at: Type.String(),
      made_by: Type.String(),
    }),
  }),
})
/** Where exactly these words are asked. The same goods again: put to the other end. */
export const staffSearchPinAdd = call('POST', '/api/staff/search/pin', {
  permission: 'search.change',
  summary: '置顶、后置商品',
  body: Type.Object({ words: Type.String({ minLength: 1, maxLength: 100 }), goods_id: Id, place: Place }),
  data: Type.Object({ id: Id }),
})
export const staffSearchPinRemove = call('POST', '/api/staff/search/pin/:id/remove', {
  permission: 'search.change',
  summary: '取消置顶、后置',
  data: Type.Object({ removed: Flag }),
})
