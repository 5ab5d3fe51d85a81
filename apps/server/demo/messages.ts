import { INVITATION_DAYS } from '#contract/stores.ts'
import { type OrderStatus, STATUS_NAMES } from '#domain/orders.ts'
import type { Connection } from '../src/platform/database.ts'
import { ACCOUNTS } from './companies.ts'
import { INVITATIONS, MESSAGES } from './messages-text.ts'
import { idOf } from './write-catalogue.ts'
import type { CompanyIds } from './write-companies.ts'

const HOUR_MS = 3_600_000
const READ_AFTER_HOURS = 48
const ago = (now: Date, hours: number) => new Date(now.getTime() - hours * HOUR_MS)

/** What the shop has told, and the invitations between stores; after the orders, which have messages of their own. */
export async function writeMessages(trx: Connection, people: CompanyIds, now: Date): Promise<void> {
  const told = MESSAGES.map(({ company, hoursAgo, isRead, ...message }, at) => ({
    ...message,
    company_id: idOf(people.companies, company),
    key: `demo:${at}`,
    created_at: ago(now, hoursAgo),
    read_at: isRead ? ago(now, hoursAgo - 1) : null,
  }))
  // Messages are listed in the order in which they were told.
  const inOrder = [...told, ...(await orderMessages(trx, now))].sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
  await trx
    .insertInto('message')
    .values(inOrder)
    .onConflict((on) => on.columns(['company_id', 'key']).doNothing())
    .execute()
  // What happened long ago has been read.
  await trx
    .updateTable('message')
    .set(({ ref }) => ({ read_at: ref('created_at') }))
    .where('kind', '=', 'order')
    .where('read_at', 'is', null)
    .where('created_at', '<', ago(now, READ_AFTER_HOURS))
    .execute()
  await trx
    .insertInto('store_invitation')
    .values(
      INVITATIONS.map(({ from, to, note, hoursAgo }) => ({
        account_id: idOf(people.accounts, ACCOUNTS.find(({ companies }) => companies.includes(from))?.username ?? ''),
        company_id: idOf(people.companies, from),
        target: to,
        note,
        created_at: ago(now, hoursAgo),
        expires_at: ago(now, hoursAgo - INVITATION_DAYS * 24),
      })),
    )
    .execute()
}

const TOLD: Partial<Record<OrderStatus, { title: string; text: string }>> = {
  paid: { title: '已收到付款', text: '款项已到账，我们将尽快为您拣货发货。' },
  shipped: { title: '订单已发货', text: '商品已出库，请查收；收货后请核对批号与数量。' },
  cancelled: { title: '订单已取消', text: '占用的库存和优惠已退回。' },
}

/** The latest orders say where they stand; under the keys of the real ones, so that nothing is said twice. */
async function orderMessages(trx: Connection, now: Date) {
  const orders = await trx
    .selectFrom('orders')
    .select(['id', 'no', 'company_id', 'status', 'created_at', 'paid_at', 'shipped_at', 'cancelled_at'])
    .where('status', 'in', ['paid', 'shipped', 'cancelled'] satisfies OrderStatus[])
    .orderBy('id', 'desc')
    .limit(8)
    .execute()
  return orders.flatMap((order) => {
    const status = (Object.keys(STATUS_NAMES) as OrderStatus[]).find((one) => one === order.status)
    const told = status && TOLD[status]
    if (!told) return []
    const at = new Date(order.cancelled_at ?? order.shipped_at ?? order.paid_at ?? order.created_at)
    return {
      company_id: order.company_id,
      kind: 'order',
      title: `${told.title}：${order.no}`,
      text: told.text,
      url: `/order/info/${order.id}`,
      key: `order:${order.id}:${status}`,
      created_at: at,
      read_at: now.getTime() - at.getTime() > READ_AFTER_HOURS * HOUR_MS ? at : null,
    }
  })
}
