import type { StaffOrderRowWire } from '#contract/staff-orders.ts'
import { yuan } from '#domain/money.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import { holdText } from '#domain/standing.ts'
import type { StaffOrderHead } from './list-views.ts'

const AMOUNT = /[¥￥]\s?[\d,.]{1,16}|(?<![\d,.])[\d,.]{1,16}\s?元/g
/** Sentences of the log name amounts; whoever may not see prices reads them without. */
export const withoutAmounts = (text: string): string => text.replace(AMOUNT, '¥***')

export function headWire(row: StaffOrderHead, seesPrices: boolean): StaffOrderRowWire {
  const said = (text: string) => (seesPrices ? text : withoutAmounts(text))
  return {
    id: row.id,
    no: row.no,
    status: row.status,
    status_name: STATUS_NAMES[row.status],
    created_at: row.createdAt.toISOString(),
    company_id: row.companyId,
    company: row.company,
    place: row.place,
    warehouse: row.warehouse,
    is_hm: row.isEphedrine ? 1 : 0,
    held_at: row.heldAt?.toISOString() ?? null,
    hold_text: row.heldAt === null ? '' : said(holdText(row.holdReasons)),
    after_sale: row.inAfterSale ? 1 : 0,
    short: row.short,
    total: seesPrices ? yuan(row.total) : null,
    line_count: row.lineCount,
    number: row.number,
    goods: row.goods,
    remark: row.remark,
  }
}
