import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, Paged, Paging, Reason, Version, words } from './shapes.ts'

/** Makers of goods as the wholesaler's clerks keep them. */

const Manufacturer = Type.Object({
  id: Id,
  name: Type.String(),
  short_name: Type.String(),
  is_brand: Flag,
  brand_intro: Type.String(),
  goods: Type.Integer(),
  on_shelf: Type.Integer({ description: 'of them on sale' }),
  version: Type.Integer(),
})
export type ManufacturerWire = Static<typeof Manufacturer>
const ManufacturerFields = { name: words(100), short_name: words(30), is_brand: Flag, brand_intro: words(300) }

export const staffManufacturers = call('GET', '/api/staff/manufacturer', {
  permission: 'goods.view',
  summary: '生产企业',
  query: Type.Object({
    keywords: Type.Optional(Type.String({ maxLength: 60, description: 'a part of its name' })),
    brand: Type.Optional(Flag),
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: Type.Array(Manufacturer) }),
})
export const staffManufacturerAdd = call('POST', '/api/staff/manufacturer', {
  permission: 'manufacturers.change',
  summary: '新建生产企业',
  body: Type.Object(ManufacturerFields),
  data: Manufacturer,
})
export const staffManufacturerSave = call('POST', '/api/staff/manufacturer/:id', {
  permission: 'manufacturers.change',
  summary: '修改生产企业',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ ...ManufacturerFields, version: Version }),
  data: Manufacturer,
})
/** Two names of one maker become one: its goods follow, the other name is gone. */
export const staffManufacturerMerge = call('POST', '/api/staff/manufacturer/:id/merge', {
  permission: 'manufacturers.change',
  summary: '合并生产企业',
  body: Type.Object({ into: Id, reason: Reason }),
  data: Type.Object({
    moved: Type.Integer({ description: 'goods' }),
    barred: Type.Integer({ description: 'of them off the shelf since' }),
  }),
})
