import { sql } from 'kysely'
import type { SplitStage } from '#contract/order-split.ts'
import type { StaffActor } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'

/** Orders that became two: what they were and what both became. */

interface SplitRow {
  orderId: number
  newOrderId: number
  stage: SplitStage
  reason: string
  before: object
  kept: object
  moved: object
}

export async function insertSplit(connection: Connection, staff: StaffActor, split: SplitRow, now: Date): Promise<void> {
  const json = (of: object) => JSON.stringify(of)
  await sql`
    insert into order_split (order_id, new_order_id, at, account_id, actor, stage, reason, before, kept, moved)
    values (${split.orderId}, ${split.newOrderId}, ${now}, ${staff.accountId}, ${staff.name}, ${split.stage}, ${split.reason},
            ${json(split.before)}::jsonb, ${json(split.kept)}::jsonb, ${json(split.moved)}::jsonb)`.execute(connection)
}
