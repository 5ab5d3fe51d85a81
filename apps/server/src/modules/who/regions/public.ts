import { readFileSync } from 'node:fs'
import { type RegionListWire, regionList } from '#contract/region.ts'
import type { ModuleContext } from '../../../context.ts'

/** Names of the administrative divisions (GB/T 2260): province, city, districts in one line. */
type Table = Readonly<Record<string, Readonly<Record<string, string>>>>

const DAY = 'public, max-age=86400'

let table: Table | null = null
function regions(): Table {
  table ??= JSON.parse(readFileSync(new URL('./regions.json', import.meta.url), 'utf8')) as Table
  return table
}

export const provinceNames = (): string[] => Object.keys(regions())

export interface Region {
  province: string
  city: string
  district: string
}

/** The field that is wrong and what to say; null: the place exists. */
export function regionProblem({ province, city, district }: Region): { field: keyof Region; message: string } | null {
  const wrong = cityProblem(province, city)
  if (wrong !== null) return wrong
  if (!regions()[province]?.[city]?.split(' ').includes(district)) return { field: 'district', message: `请选择${city}的区县` }
  return null
}

/** A province, or one of its cities (null: all of it). */
export function cityProblem(province: string, city: string | null): { field: 'province' | 'city'; message: string } | null {
  const cities = Object.hasOwn(regions(), province) ? regions()[province] : undefined
  if (!cities) return { field: 'province', message: '请选择所在省份' }
  return city === null || Object.hasOwn(cities, city) ? null : { field: 'city', message: `请选择${province}的城市` }
}

/** 贵州省, 贵州省贵阳市: told apart; wrong: the first that is no place. */
export function placesIn(places: readonly string[]): { provinces: string[]; cities: string[]; wrong: string | null } {
  const found = { provinces: [] as string[], cities: [] as string[], wrong: null as string | null }
  for (const place of places) {
    const province = provinceNames().find((name) => place.startsWith(name))
    const city = province === undefined ? '' : place.slice(province.length)
    if (province === undefined || (city !== '' && cityProblem(province, city) !== null)) found.wrong ??= place
    else if (city === '') found.provinces.push(province)
    else found.cities.push(place)
  }
  return found
}

export function regionRoutes({ serve }: ModuleContext): void {
  let answer: RegionListWire | null = null
  serve(regionList, ({ reply }) => {
    answer ??= {
      list: Object.entries(regions()).map(([name, cities]) => ({
        name,
        cities: Object.entries(cities).map(([city, districts]) => ({ name: city, districts: districts.split(' ') })),
      })),
    }
    reply.header('cache-control', DAY)
    return answer
  })
}
