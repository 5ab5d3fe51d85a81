import type { QueryOf } from '#contract/call.ts'
import type { deliveryExport } from '#contract/receiving.ts'
import { addDays } from '#domain/dates.ts'
import { isTradeDate } from '#domain/identifiers.ts'
import type { Connection } from '../../../platform/database.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import { startOfDay } from '../../goods/catalogue/public.ts'
import { orderOfCode, ordersOfBarcode } from './beside-views.ts'
import { type DeliveryFilter, ordersFound } from './views.ts'

export type DeliveryQuery = QueryOf<typeof deliveryExport>
/** The form for needle printers says what the note says: it is looked at by itself, not packed beside it. */
export const PACKED_KINDS = ['delivery_note', 'cold_chain', 'outbound'] as const

function dayOf(field: string, text: string | undefined, plusDays: number): Date | null {
  if (!text) return null
  if (!isTradeDate(text)) throw fieldErrors([{ field, message: '日期不存在' }])
  return startOfDay(addDays(text, plusDays))
}

export async function deliveryFilter(connection: Connection, companyId: number, query: DeliveryQuery): Promise<DeliveryFilter> {
  const keywords = query.keywords?.trim() ?? ''
  const [from, until] = [dayOf('start_time', query.start_time, 0), dayOf('end_time', query.end_time, 1)]
  const found =
    keywords === ''
      ? null
      : [
          ...(await ordersFound(connection, companyId, keywords)),
          ...(await orderOfCode(connection, companyId, keywords)),
          ...(await ordersOfBarcode(connection, companyId, keywords)),
        ]
  return { companyId, state: query.state ?? 'all', from, until, found }
}
