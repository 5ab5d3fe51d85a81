import type { AfterSaleStatus } from '#domain/aftersales.ts'
import type { StaffActor } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { transact } from '../../../platform/transact.ts'
import type { PaymentDeps } from '../../money/payments/public.ts'
import { applyIn, type Buyer } from './apply.ts'
import { type Inspection, refundIn } from './refund.ts'
import type { AfterSaleRow } from './store.ts'

/** The two deeds that move goods and money, each in a transaction of its own. */

export const apply = ({ db }: DatabaseHandle, buyer: Buyer, wish: Parameters<typeof applyIn>[2], now: Date): Promise<AfterSaleRow> =>
  transact(db, (trx) => applyIn(trx, buyer, wish, now))

export const refundAfterSale = (
  deps: PaymentDeps,
  staff: StaffActor,
  id: number,
  inspection: Inspection,
  now: Date,
): Promise<AfterSaleStatus> => transact(deps.database.db, async (trx) => (await refundIn(trx, deps, staff, id, inspection, now)).status)
