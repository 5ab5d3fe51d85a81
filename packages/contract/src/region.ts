import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { listOf } from './shapes.ts'

/** Provinces, cities and districts; a city without districts lists its towns, a county right under its province itself. */
export const RegionList = Type.Object({
  list: listOf({
    name: Type.String(),
    cities: listOf({ name: Type.String(), districts: Type.Array(Type.String()) }),
  }),
})
export type RegionListWire = Static<typeof RegionList>

export const regionList = call('GET', '/api/region', {
  access: 'public',
  summary: '省、市、区县',
  data: RegionList,
})
