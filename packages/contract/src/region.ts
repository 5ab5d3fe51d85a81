import { type Static, Type } from 'typebox'
import { call } from './call.ts'

/** Provinces, cities and districts; a city without districts lists its towns, a county right under its province itself. */
export const RegionList = Type.Object({
  list: Type.Array(
    Type.Object({
      name: Type.String(),
      cities: Type.Array(Type.Object({ name: Type.String(), districts: Type.Array(Type.String()) })),
    }),
  ),
})
export type RegionListWire = Static<typeof RegionList>

export const regionList = call('GET', '/api/region', {
  access: 'public',
  summary: '省、市、区县',
  data: RegionList,
})
