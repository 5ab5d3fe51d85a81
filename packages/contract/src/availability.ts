import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { CompanyWhy } from './company-desk.ts'
import { Flag, Id, listOf, Paged, Paging, Reason, Version, words } from './shapes.ts'

/** Who may buy goods that not everybody may: rules of region, type and company, kept by clerks and chosen in a goods' record. */

/** Of one rule; nobody reads more by eye. */
export const AVAILABILITY_ENTRIES_MAX = 2000

const place = { province: words(20), city: words(30), company_type: words(10) }
/** All that it names must hold; empty, or 0, leaves it open. */
const Entry = Type.Object({ ...place, company_id: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) })
const KeptEntry = Type.Object({
  id: Id,
  ...place,
  company_id: Type.Integer(),
  company: Type.String({ description: 'empty: none, or one outside of the caller’s view' }),
  code: Type.String({ description: 'of the customer' }),
  text: Type.String({ description: 'the entry in words' }),
})
export type AvailabilityEntryWire = Static<typeof KeptEntry>

const head = { name: Type.String(), controlled: Flag }
const Rule = Type.Object({
  id: Id,
  ...head,
  goods: Type.Integer({ description: 'that follow it' }),
  on_shelf: Type.Integer({ description: 'of them on sale' }),
  version: Type.Integer(),
  entries: Type.Array(KeptEntry),
})
export type AvailabilityWire = Static<typeof Rule>

export const staffAvailabilities = call('GET', '/api/staff/availability', {
  permission: 'availability.view',
  summary: '可售范围',
  query: Type.Object({
    keywords: Type.Optional(Type.String({ maxLength: 60, description: 'a part of its name' })),
    controlled: Type.Optional(Flag),
    ...Paging,
  }),
  data: Type.Object({
    ...Paged,
    list: listOf({
      id: Id,
      ...head,
      entries: Type.Integer(),
      text: Type.String({ description: 'whom it admits: the first few, in words' }),
      goods: Type.Integer(),
      on_shelf: Type.Integer(),
    }),
  }),
})
/** The same rule by rule and entry by entry: what is taken along as a file. */
export const staffAvailabilityEntries = call('GET', '/api/staff/availability/entry', {
  permission: 'availability.view',
  summary: '可售范围的客户名单',
  query: Type.Object({ rule: Type.Optional(Id), ...Paging }),
  data: Type.Object({
    ...Paged,
    list: Type.Array(Type.Intersect([KeptEntry, Type.Object({ rule_id: Id, rule: Type.String(), controlled: Flag })])),
  }),
})
export const staffAvailabilityCompanies = call('GET', '/api/staff/availability/company', {
  permission: 'availability.view',
  summary: '选择企业',
  query: Type.Object({ keywords: Type.String({ minLength: 1, maxLength: 60 }) }),
  data: Type.Object({ list: listOf({ id: Id, code: Type.String(), name: Type.String() }) }),
})
export const staffAvailability = call('GET', '/api/staff/availability/:id', {
  permission: 'availability.view',
  summary: '一条可售范围',
  data: Rule,
})

const Fields = {
  name: words(60),
  controlled: { ...Flag, description: '1: 控销, only those who are admitted may buy; 0: sold in these regions or to these types' },
  entries: Type.Array(Entry, { maxItems: AVAILABILITY_ENTRIES_MAX }),
  companies: Type.Optional(
    Type.Array(words(100), {
      maxItems: AVAILABILITY_ENTRIES_MAX,
      description: 'further companies, as a file names them: each by its code or its whole name',
    }),
  ),
}
export const staffAvailabilityAdd = call('POST', '/api/staff/availability', {
  permission: 'availability.change',
  summary: '新建可售范围',
  body: Type.Object(Fields),
  data: Rule,
})
export const staffAvailabilitySave = call('POST', '/api/staff/availability/:id', {
  permission: 'availability.change',
  summary: '修改可售范围',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ ...Fields, version: Version }),
  data: Rule,
})
export const staffAvailabilityRemove = call('POST', '/api/staff/availability/:id/remove', {
  permission: 'availability.change',
  summary: '删除没有商品使用的可售范围',
  body: Type.Object({ reason: Reason }),
  data: Type.Object({ id: Id }),
})

/** Every reason of the one rule of eligibility, for who keeps goods and sees no company's record. */
export const staffGoodsWhy = call('GET', '/api/staff/goods_why', {
  permission: 'availability.view',
  summary: '某企业为什么不能买某商品',
  query: Type.Object({ company_id: Id, goods: Id }),
  data: CompanyWhy,
})
