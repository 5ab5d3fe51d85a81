import { randomUUID } from 'node:crypto'
import type { DataOf } from '#contract/call.ts'
import { CODES } from '#contract/codes.ts'
import { OWN_LINE_CODES, type OwnLineWire, type ownOrderPlace } from '#contract/open-own.ts'
import type { EntrySheetWire } from '#contract/order-entry.ts'
import type { Connection } from '../../../platform/database.ts'
import { fieldErrors, ShopError } from '../../../platform/errors.ts'
import type { OpenAsk } from '../../../platform/http.ts'
import { OpenRefusal } from '../../../platform/open-problems.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { placeOrders } from '../../buying/checkout/public.ts'
import { entryRows, entrySheet } from '../../buying/orderdesk/public.ts'
import { type PaymentDeps, startPayment } from '../../money/payments/public.ts'
import { listAddresses } from '../../who/accounts/public.ts'
import { buyerOf, fenOf } from './buyer.ts'
import { goodsByCode } from './views.ts'

/** By lines instead of a cart, through the same gates, prices and quotas: all of it in the door's one transaction, or nothing. */

type Lines = OpenAsk<typeof ownOrderPlace>['body']['lines']
type Why = { code: string; message: string }

function refuseLines(lines: Lines, whys: ReadonlyMap<number, Why>): never {
  const each = lines.map(({ goods_code }, index): OwnLineWire => {
    const why = whys.get(index)
    return why === undefined ? { index, goods_code, status: 'ok' } : { index, goods_code, status: 'refused', ...why }
  })
  const [first] = each.filter(({ status }) => status === 'refused')
  const detail = `${whys.size} 行不能买，没有下单：${first?.goods_code} ${first?.message}`
  throw new OpenRefusal('LINES_REFUSED', detail, undefined, { lines: each })
}

/** Of each line which goods it means. */
async function goodsMeant(connection: Connection, lines: Lines): Promise<number[]> {
  const known = await goodsByCode(
    connection,
    lines.map(({ goods_code }) => goods_code),
  )
  const whys = new Map<number, Why>()
  const seen = new Set<string>()
  for (const [index, { goods_code: code }] of lines.entries()) {
    const fault = !known.has(code) ? 'UNKNOWN_GOODS' : seen.has(code) ? 'REPEATED' : null
    if (fault !== null) whys.set(index, { code: fault, message: OWN_LINE_CODES[fault] })
    seen.add(code)
  }
  if (whys.size > 0) refuseLines(lines, whys)
  return lines.map(({ goods_code }) => known.get(goods_code) ?? 0)
}

interface Refused {
  reason?: string
  total_after?: string
  lines?: readonly { goods_id: number; reasons: readonly Why[] }[]
}

/** What the shop refuses a buyer, in the words of the open API; nothing stays of what was begun. */
function told(error: unknown, lines: Lines, ids: readonly number[]): unknown {
  if (!(error instanceof ShopError) || error.code === CODES.FIELD_ERRORS) return error
  const { reason, total_after, lines: refused = [] } = (error.data ?? {}) as Refused
  if (reason === 'LINES_REFUSED' && refused.length > 0) {
    const whys = refused.flatMap(({ goods_id, reasons: [first] }) =>
      first === undefined ? [] : [[ids.indexOf(goods_id), { code: first.code, message: first.message }] as const],
    )
    refuseLines(lines, new Map(whys))
  }
  if (reason === 'TOTAL_CHANGED' && total_after !== undefined) return otherTotal(total_after)
  return new OpenRefusal('ORDER_REFUSED', error.message)
}
const otherTotal = (now: string) =>
  new OpenRefusal('TOTAL_CHANGED', `现在的总额是 ${now} 元，与给出的不同，没有下单`, undefined, { total: fenOf(now) })

function refuseSheet(lines: Lines, sheet: EntrySheetWire): void {
  const whys = new Map<number, Why>()
  for (const [
    index,
    {
      reasons: [first],
    },
  ] of sheet.lines.entries())
    if (first !== undefined) whys.set(index, { code: first.code, message: first.message })
  if (whys.size > 0) refuseLines(lines, whys)
}

export async function placeByLines(
  payments: PaymentDeps,
  { database, integration, query, body, now }: OpenAsk<typeof ownOrderPlace>,
): Promise<DataOf<typeof ownOrderPlace>> {
  const { accountId, company } = buyerOf(integration)
  const { db } = database
  const isKnown = (await listAddresses(db, company.id)).some(({ id }) => id === body.address_id)
  if (!isKnown) throw fieldErrors([{ field: 'address_id', message: '贵企业没有这个收货地址' }])
  const ids = await goodsMeant(db, body.lines)
  const lines = body.lines.map(({ number }, at) => ({ goods_id: ids[at] ?? 0, number }))
  const useCoupons = body.coupons === true
  const sheet = await entrySheet(database, company, { lines, addressId: body.address_id, useCoupons }, now)
  refuseSheet(body.lines, sheet)
  if (body.total !== undefined && body.total !== fenOf(sheet.total)) throw otherTotal(sheet.total)
  const buyer = { accountId, companyId: company.id, name: `接口 ${integration.name}` }
  const rowsFor = (trx: Connection, of: ViewerCompany) => entryRows(trx, of, lines, now)
  try {
    const { orders } = await placeOrders(
      database,
      { ...buyer, entry: { by: 'system', lines, rowsFor, done: () => Promise.resolve() } },
      {
        // The door sees to it that a repeat is known: by the Idempotency-Key.
        checkout_key: randomUUID(),
        ids: [],
        ...(!useCoupons && { coupons: [0] }),
        address_id: body.address_id,
        invoice_kind: body.invoice_kind,
        remark: body.remark?.trim() ?? '',
        total: sheet.total,
      },
      now,
    )
    if (body.pay === 'credit')
      for (const order of orders.filter(({ status }) => status === 'pending_payment')) {
        await startPayment({ ...payments, database }, buyer, order.id, 'credit', now)
        order.status = 'paid'
      }
    return {
      checked: query.check === 1,
      // What was tried has no number that stays.
      orders: orders.map(({ no, status, payable }) => ({ no: query.check === 1 ? '' : no, status, payable: fenOf(payable) })),
      lines: sheet.lines.map((line, at) => ({
        goods_code: body.lines[at]?.goods_code ?? '',
        number: line.number,
        unit_price: fenOf(line.price),
        net: fenOf(line.net),
      })),
      gifts: sheet.gifts,
      total: orders.reduce((sum, { payable }) => sum + fenOf(payable), 0),
    }
  } catch (error) {
    throw told(error, body.lines, ids)
  }
}
