import type { ReadColumns } from './columns.ts'
import type { Evidence } from './evidence.ts'
import { commonHerb, herbReadings } from './herbs.ts'
import type { LawRules } from './rules.ts'
import { NAME_COLUMNS, type Scan } from './scan.ts'

/** 中药配方颗粒 that do not say so: one herb as granules, without the number of a Chinese patent medicine. */

const GRANULE = /(浓缩|配方|免煎|中药|饮片|超微)?(颗粒剂|颗粒|冲剂)$/
/** 国药准字Z20050123, also of the import and of the old kinds: approved granules of one herb there are. */
const APPROVED = /国药准字[a-z]{1,2}\d|^z[cj]?\d{8}|卫药准字|卫药健字|国药试字|国食健|卫食健/
const EQUALS_PIECES = /相当于.{0,6}(饮片|生药|药材)|g饮片|饮片\d/

export function evidenceOfGranules(rules: LawRules, columns: ReadColumns, scan: Scan): Evidence | null {
  // What brackets say of the strength is no part of the name: 法半夏颗粒(每1g相当于饮片4g).
  const name = scan.read.joined.replace(/\([^()]*(\)|$)/g, (said) => (/\d/.test(said) ? '' : said))
  if (name.replaceAll(/[()]/g, '').length > 16) return null
  const joined = name.replace(/\((颗粒剂?|免煎|免煎颗粒|浓缩颗粒)(\)|$)/, '颗粒')
  const named = GRANULE.test(joined.replaceAll(/[()]/g, ''))
  if (!named && !/颗粒|配方/.test(columns.dosageForm)) return null
  const base = named ? joined.replace(/(浓缩|配方|免煎|中药|饮片|超微)?(颗粒剂|颗粒|冲剂)(?=\)*$)/, '') : joined
  const herb = commonHerb(rules.herbs, named ? herbReadings(rules.herbs, base) : scan.herbs)
  if (herb === null || APPROVED.test(columns.approvalNo)) return null
  const maker = rules.herbs.granuleMakers.some((word) => columns.manufacturer.includes(word))
  const sure =
    maker || herb.prepared || /免煎|浓缩|配方|饮片/.test(scan.whole) || EQUALS_PIECES.test(columns.spec) || EQUALS_PIECES.test(scan.whole)
  return {
    barredClass: '中药配方颗粒',
    strength: sure ? 'barred' : 'doubtful',
    from: scan.column,
    length: herb.herb.length,
    brand: false,
    rule: `herbs/${herb.herb}`,
    says: `${NAME_COLUMNS[scan.column]}“${scan.said.slice(0, 60)}”是单味饮片“${herb.herb}”的颗粒，没有国药准字`,
  }
}
