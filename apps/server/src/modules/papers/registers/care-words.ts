import type { CareGround } from '#contract/care.ts'
import { CARE_GROUNDS } from '#contract/constants.ts'
import { climateFaults, halfOfDay } from '#domain/climate.ts'
import type { CareCheckRow } from './care-views.ts'
import type { ClimateRow } from './climate-views.ts'
import { filled } from './words.ts'

/** How storage checks and readings read, on the page, in a file and on paper. */

export const groundsText = (grounds: readonly CareGround[]): string => grounds.map((one) => CARE_GROUNDS[one]).join('、')
export const careKindName = (grounds: readonly CareGround[]): string => (grounds.length > 0 ? '重点养护' : '一般养护')
export const careResult = ({ doubted, unit }: Pick<CareCheckRow, 'doubted' | 'unit'>): string =>
  doubted === 0 ? '正常' : `可疑 ${doubted}${unit}`
/** What was wrong, what was done, and where it went on. */
export const careOutcome = ({ fault, measure, unqualifiedNo }: Pick<CareCheckRow, 'fault' | 'measure' | 'unqualifiedNo'>): string =>
  filled([fault, measure, unqualifiedNo && `锁定待质量判定 ${unqualifiedNo}`], '；')

export const halfName = (at: Date): string => (halfOfDay(at).half === 'am' ? '上午' : '下午')
export const faultsOf = (row: Pick<ClimateRow, 'kind' | 'celsius' | 'humidity'>): string => climateFaults(row.kind, row).join('、')
