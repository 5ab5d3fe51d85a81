import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, listOf, NullableText, Paged, Paging, Version, words } from './shapes.ts'
import { BLOCK_TYPES } from './zones.ts'

/** The front of the shop as its people make it: adverts, navigation and footer, hot words, composed pages. */

/** An instant, or empty: since ever, without end. */
const Moment = Type.String({
  maxLength: 40,
  pattern: '^((?:19|20|21)\\d{2}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?(Z|[+-]\\d{2}:\\d{2}))?$',
})
const OldId = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: '0: a new one' })
/** More than are ever drawn would never be seen. */
const ENTRIES_MAX = 60

const Slot = Type.String({ maxLength: 30, description: 'home, top, …; brand:12 is the slot of a brand’s page' })
export const FrontAdvert = Type.Object({
  id: OldId,
  title: words(60),
  subtitle: words(120),
  image: Type.String({
    maxLength: 300,
    description: 'empty, /img/front/12.jpg (a file sent for this) or a drawn ground below /img/banner/',
  }),
  url: Type.String({ maxLength: 300, description: 'empty: 活动暂未开始' }),
  style: words(20),
  is_on: Flag,
  starts_at: Moment,
  ends_at: Moment,
})
export type FrontAdvertWire = Static<typeof FrontAdvert>

const SlotShape = Type.Object({
  slot: Slot,
  name: Type.String(),
  page: Type.String({ description: 'where it is seen' }),
  shown: Type.Integer({ description: 'how many are drawn at most' }),
  width: Type.Integer({ description: 'of its picture; 0: it shows none' }),
  height: Type.Integer(),
  styles: listOf({ value: Type.String(), text: Type.String() }),
  running: Type.Integer(),
  total: Type.Integer(),
})
export type FrontSlotWire = Static<typeof SlotShape>

export const staffSlots = call('GET', '/api/staff/front/slot', {
  permission: 'front.view',
  summary: '广告位',
  data: Type.Object({ list: Type.Array(SlotShape) }),
})
const AdvertList = Type.Object({ slot: Slot, version: Type.Integer(), list: Type.Array(FrontAdvert) })
export type FrontAdvertsWire = Static<typeof AdvertList>
export const staffAdverts = call('GET', '/api/staff/front/slot/:slot', {
  permission: 'front.view',
  summary: '一个广告位的广告',
  params: Type.Object({ slot: Slot }),
  data: AdvertList,
})
export const staffAdvertsSave = call('POST', '/api/staff/front/slot/:slot', {
  permission: 'front.change',
  summary: '保存一个广告位',
  refuses: ['CHANGED_MEANWHILE'],
  params: Type.Object({ slot: Slot }),
  body: Type.Object({ version: Version, list: Type.Array(FrontAdvert, { maxItems: ENTRIES_MAX }) }),
  data: AdvertList,
})
const Preview = Type.Object({ url: Type.String({ description: 'a page of the shop that shows it so for half an hour' }) })
/** Writes nothing: the address itself carries what is seen. */
export const staffAdvertsPreview = call('POST', '/api/staff/front/slot/:slot/preview', {
  permission: 'front.change',
  harmless: true,
  summary: '预览一个广告位',
  params: Type.Object({ slot: Slot }),
  body: Type.Object({ at: Moment, list: Type.Array(FrontAdvert, { maxItems: ENTRIES_MAX }) }),
  data: Preview,
})

export const LINK_PLACES = ['nav', 'help', 'partner'] as const
export type LinkPlace = (typeof LINK_PLACES)[number]
const Place = Type.Unsafe<LinkPlace>({ type: 'string', enum: [...LINK_PLACES] })
const LinkFields = { id: OldId, name: words(20), url: words(300), badge: words(8) }
export const FrontLink = Type.Object({ ...LinkFields, children: Type.Array(Type.Object(LinkFields), { maxItems: 30 }) })
export type FrontLinkWire = Static<typeof FrontLink>
const LinkList = Type.Object({ version: Type.Integer(), list: Type.Array(FrontLink) })
export type FrontLinksWire = Static<typeof LinkList>
export const staffLinks = call('GET', '/api/staff/front/link/:place', {
  permission: 'front.view',
  summary: '导航、页脚、友情链接',
  params: Type.Object({ place: Place }),
  data: LinkList,
})
export const staffLinksSave = call('POST', '/api/staff/front/link/:place', {
  permission: 'front.change',
  summary: '保存导航、页脚、友情链接',
  refuses: ['CHANGED_MEANWHILE'],
  params: Type.Object({ place: Place }),
  body: Type.Object({ version: Version, list: Type.Array(FrontLink, { maxItems: 30 }) }),
  data: LinkList,
})

export const FrontWord = Type.Object({ id: OldId, name: words(20), url: words(300), starts_at: Moment, ends_at: Moment })
export type FrontWordWire = Static<typeof FrontWord>
const WordList = Type.Object({ version: Type.Integer(), list: Type.Array(FrontWord) })
export type FrontWordsWire = Static<typeof WordList>
export const staffHotWords = call('GET', '/api/staff/front/word', { permission: 'front.view', summary: '热词', data: WordList })
export const staffHotWordsSave = call('POST', '/api/staff/front/word', {
  permission: 'front.change',
  summary: '保存热词',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ version: Version, list: Type.Array(FrontWord, { maxItems: ENTRIES_MAX }) }),
  data: WordList,
})

// ── Composed pages ──

const oneOf = <const Values extends readonly string[]>(values: Values) => Type.Unsafe<Values[number]>({ type: 'string', enum: [...values] })
export const PAGE_KINDS = ['zone', 'activity', 'fair', 'controlled'] as const
export const PAGE_ACCENTS = ['brand', 'herb', 'device', 'near', 'violet', 'hot'] as const
const Count = Type.Integer({ minimum: 1, maximum: 60 })
/** What a block may say; which of it, its type says (goods: exactly one of codes, ids, category, zone, manufacturer, promotion). */
export const FrontBlock = Type.Object({
  type: oneOf(BLOCK_TYPES),
  title: Type.Optional(words(60)),
  text: Type.Optional(words(2000)),
  image: Type.Optional(words(300)),
  url: Type.Optional(words(300)),
  ends_at: Type.Optional(Moment),
  columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 6 })),
  limit: Type.Optional(Count),
  codes: Type.Optional(Type.Array(words(60), { maxItems: 60 })),
  ids: Type.Optional(Type.Array(Id, { maxItems: 60 })),
  category: Type.Optional(words(200)),
  zone: Type.Optional(words(30)),
  manufacturer: Type.Optional(Id),
  promotion: Type.Optional(Id),
})
export type FrontBlockWire = Static<typeof FrontBlock>
const PageTexts = {
  name: words(40),
  intro: words(200),
  image: words(300),
  accent: oneOf(PAGE_ACCENTS),
  starts_at: Moment,
  ends_at: Moment,
  blocks: Type.Array(FrontBlock, { maxItems: 30 }),
}
const PageState = oneOf(['draft', 'published'])
const FrontPage = Type.Object({
  id: Id,
  code: Type.String(),
  kind: oneOf(PAGE_KINDS),
  name: Type.String(),
  state: PageState,
  waiting: { ...Flag, description: '1: something newer is saved than what is shown' },
  due_at: NullableText,
  due_version: Type.Integer({ description: '0: nothing is set for a time' }),
  version: Type.Integer(),
  starts_at: Moment,
  ends_at: Moment,
  url: Type.String({ description: 'its page' }),
})
export type FrontPageWire = Static<typeof FrontPage>
const FrontPageRecord = Type.Object({
  page: FrontPage,
  ...PageTexts,
  versions: Type.Array(
    Type.Object({
      version: Type.Integer(),
      name: Type.String(),
      blocks: Type.Integer({ description: 'how many' }),
      saved_at: Type.String(),
      saved_by: Type.String({ description: 'empty: as the shop was made' }),
      shown: Flag,
    }),
    { description: 'newest first, at most fifty' },
  ),
})
export type FrontPageRecordWire = Static<typeof FrontPageRecord>

export const staffPages = call('GET', '/api/staff/front/page', {
  permission: 'front.view',
  summary: '专题页',
  query: Type.Object({
    keywords: Type.Optional(words(60)),
    kind: Type.Optional(oneOf(PAGE_KINDS)),
    state: Type.Optional(oneOf(['draft', 'published', 'waiting', 'due'])),
    ...Paging,
  }),
  data: Type.Object({ list: Type.Array(FrontPage), ...Paged }),
})
const Choice = listOf({ value: Type.String(), text: Type.String() })
/** What blocks may be filled with. */
export const staffPageChoices = call('GET', '/api/staff/front/page_choices', {
  permission: 'front.view',
  summary: '专题页可选的商品来源',
  data: Type.Object({ categories: Choice, brands: Choice, promotions: Choice, coupons: Choice, zones: Choice }),
})
export const staffPage = call('GET', '/api/staff/front/page/:id', {
  permission: 'front.view',
  summary: '专题页及其各版本',
  data: FrontPageRecord,
})
/** Saves the next state; what is shown stays until it is published. */
export const staffPageSave = call('POST', '/api/staff/front/page', {
  permission: 'front.change',
  summary: '写专题页',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({
    id: OldId,
    kind: oneOf(PAGE_KINDS),
    code: Type.String({ maxLength: 40, description: 'in its address' }),
    ...PageTexts,
    version: Version,
  }),
  data: FrontPageRecord,
})
/** publish: now, or at a time; unschedule: not at that time after all; restore: what a former state said becomes the newest one. */
export const staffPageCommand = call('POST', '/api/staff/front/page/:id/:command', {
  permission: {
    param: 'command',
    words: { publish: 'front.publish', unschedule: 'front.publish', withdraw: 'front.publish', restore: 'front.change' },
  },
  summary: '专题页：发布、定时、撤下、恢复旧版本',
  refuses: ['CHANGED_MEANWHILE'],
  params: Type.Object({ id: Id, command: oneOf(['publish', 'unschedule', 'withdraw', 'restore']) }),
  body: Type.Object({
    at: Type.Optional(Moment),
    reason: Type.Optional(Type.String({ maxLength: 200, description: 'withdraw: needed' })),
    restored: Type.Optional(Type.Integer({ minimum: 1, description: 'restore: which version' })),
    version: Version,
  }),
  data: FrontPageRecord,
})
export const staffPagePreview = call('GET', '/api/staff/front/page/:id/preview', {
  permission: 'front.view',
  summary: '预览专题页的一个版本',
  query: Type.Object({ version: Type.Integer({ minimum: 1 }), at: Type.Optional(Moment) }),
  data: Preview,
})
