import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Paged, Paging, Reason, Version, words } from './shapes.ts'

/** How many packs of compounds with special substances a company of a type may order (trade rules, section 5). */

const packs = Type.Integer({ minimum: 1, maximum: 100_000, description: 'packs' })
const Row = Type.Object({
  id: Type.String({ description: 'its type and substance' }),
  company_type: Type.String(),
  substance: Type.String(),
  substance_name: Type.String({ description: 'as papers and refusals name the goods' }),
  per_order: Type.Integer(),
  per_month: Type.Integer(),
  usual_order: Type.Integer({ description: 'what holds where nothing is set' }),
  usual_month: Type.Integer(),
  is_set: Flag,
  version: Type.Integer({ description: '0: nothing is set' }),
})
export type SpecialLimitWire = Static<typeof Row>

export const staffSpecialLimits = call('GET', '/api/staff/special_limit', {
  permission: 'receipts.view',
  summary: '含特殊药品复方制剂的限购',
  query: Type.Object({ company_type: Type.Optional(words(10)), ...Paging }),
  data: Type.Object({ ...Paged, list: Type.Array(Row) }),
})
export const staffSpecialLimitSave = call('POST', '/api/staff/special_limit', {
  permission: 'special_limits.change',
  summary: '修改含特殊药品复方制剂的限购',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({
    rows: Type.Array(Type.Object({ company_type: words(10), substance: words(20), per_order: packs, per_month: packs, version: Version }), {
      minItems: 1,
      maxItems: 100,
    }),
    reason: Reason,
  }),
  data: Type.Object({ list: Type.Array(Row) }),
})
