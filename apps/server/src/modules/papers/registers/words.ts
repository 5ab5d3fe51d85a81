import { REJECT_MEASURES } from '#contract/constants.ts'
import { beijingDate } from '#domain/dates.ts'
import type { AcceptanceRow } from './acceptance-views.ts'

/** How rows of the registers read, on the page, in a file and on paper. */

export const named = ({ genericName, name }: { genericName: string; name: string }): string =>
  name === '' || name === genericName ? genericName : `${genericName}（${name}）`
export const madeBy = ({ manufacturer, holder }: { manufacturer: string; holder: string }): string =>
  holder === '' || holder === manufacturer ? manufacturer : `${manufacturer}（持有人：${holder}）`

/** What of these is said, one behind another. */
export const filled = (texts: readonly string[], between: string): string => texts.filter((text) => text !== '').join(between)

export function resultOf({ accepted, number }: Pick<AcceptanceRow, 'accepted' | 'number'>): string {
  if (accepted === number) return '合格'
  return accepted === 0 ? '不合格' : `部分不合格（${number - accepted}）`
}
export const measureName = ({ measure }: Pick<AcceptanceRow, 'measure'>): string => (measure === '' ? '' : REJECT_MEASURES[measure])
/** Why some of it was not accepted, and what becomes of it. */
export const faultText = (row: Pick<AcceptanceRow, 'rejectReason' | 'measure'>): string =>
  filled([row.rejectReason, measureName(row)], '；')

export const dayOf = (at: Date): string => beijingDate(at)
/** What nothing of the shop says may leave the house otherwise: a batch that is held or past its date is refused at the re-check. */
export const QUALITY_OF_SHIPPED = '合格'
