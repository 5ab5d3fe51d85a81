import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import type {
  ChannelBillWire,
  ChannelDifferenceWire,
  staffChannelBills,
  staffChannelDecide,
  staffChannelDifferences,
} from '#contract/channel-bills.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import { type ChannelBill, compareBill, sumsOf } from '#domain/channel-bills.ts'
import { beijingDate } from '#domain/dates.ts'
import { type Fen, yuan } from '#domain/money.ts'
import { type AuditActor, type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import { changedMeanwhile, conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { wrongFile } from '../../../platform/one-upload.ts'
import { periodOf } from '../../../platform/period.ts'
import { transact } from '../../../platform/transact.ts'
import type { PaymentEvent } from '../../../providers/payment/provider.ts'
import { type ArrivalOutcome, channelName, findPayment, type PaymentDeps, settleArrival } from '../payments/public.ts'
import { type LockedDifference, lockDifference, saveBill, saveDifferences, setDifference } from './channel-store.ts'
import { type BillRow, billPage, type DifferenceFilter, type DifferenceRow, differencePage, findBill } from './channel-views.ts'
import { bookedElsewhere, movesOfDay } from './move-views.ts'

const SIDES: Readonly<Record<DifferenceRow['side'], string>> = { ours: '只有本店', theirs: '只有渠道', amount: '金额不同' }
const STATES = { open: '待处理', closed: '已关闭' } as const
const BOOKED: Partial<Record<ArrivalOutcome, string>> = {
  paid: '补入账，已付款',
  surplus: '补入账，多付的原路退回',
  unknown_payment: '补入账，记入待查款项',
  amount_mismatch: '补入账，金额与应付不符，记入待查款项',
  paid_twice: '补入账，重复付款记入待查款项',
}
/** The second of one number in a bill is named so. */
const NTH = / \(\d+\)$/

const billWire = (deps: PaymentDeps, row: BillRow): ChannelBillWire => ({
  id: row.id,
  channel: row.channel,
  channel_name: channelName(deps.providers, row.channel),
  day: row.day,
  file_name: row.fileName,
  line_count: row.lineCount,
  other_days: row.otherDays,
  matched_count: row.matched,
  theirs_in: yuan(row.theirsIn),
  theirs_out: yuan(row.theirsOut),
  ours_in: yuan(row.oursIn),
  ours_out: yuan(row.oursOut),
  open: row.open,
  differences: row.differences,
  sent_by: row.sentBy,
  sent_at: row.sentAt.toISOString(),
})

const maybe = (amount: Fen | null): string | null => (amount === null ? null : yuan(amount))
const isMissed = ({ side, direction, gatewayNo, state }: Pick<LockedDifference, 'side' | 'direction' | 'gatewayNo' | 'state'>): boolean =>
  side === 'theirs' && direction === 'in' && gatewayNo !== '' && state === 'open'

const differenceWire = (deps: PaymentDeps, row: DifferenceRow): ChannelDifferenceWire => ({
  id: row.id,
  channel: row.channel,
  channel_name: channelName(deps.providers, row.channel),
  day: row.day,
  side: row.side,
  side_name: sideName(row.side),
  direction: row.direction,
  number: row.number,
  gateway_no: row.gatewayNo,
  at: row.at,
  ours: maybe(row.ours),
  theirs: maybe(row.theirs),
  hint: row.hint,
  state: row.state,
  note: row.note,
  closed_by: row.closedBy,
  closed_at: row.closedAt?.toISOString() ?? '',
  version: row.version,
  bookable: isMissed(row) ? 1 : 0,
})

export const sideName = (side: DifferenceRow['side']): string => SIDES[side]

export async function billsOf(deps: PaymentDeps, query: QueryOf<typeof staffChannelBills>): Promise<DataOf<typeof staffChannelBills>> {
  const [page, perPage] = [query.page ?? 1, query.per_page ?? PAGE_SIZE]
  const { rows, total } = await billPage(deps.database.db, (page - 1) * perPage, perPage)
  const channels = deps.providers.map(({ channel, name }) => ({ channel, name }))
  return { list: rows.map((row) => billWire(deps, row)), page, per_page: perPage, total, channels }
}

/** Before the file is read: a channel of this shop, and a day that has been. */
export function checkDay(deps: PaymentDeps, channel: string, day: string, now: Date): void {
  if (!deps.providers.some((one) => one.channel === channel)) throw notFound('支付渠道')
  const at = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(day)) throw fieldErrors([{ field: 'day', message: '日期不存在' }])
  if (day > beijingDate(now)) throw fieldErrors([{ field: 'day', message: '这一天还没有到' }])
}

/** Lays a day's bill beside what was booked. It books nothing; sent again it says the same. */
export async function takeBill(
  deps: PaymentDeps,
  by: AuditActor,
  { channel, day, fileName, bill }: { channel: string; day: string; fileName: string; bill: ChannelBill },
  now: Date,
): Promise<ChannelBillWire> {
  const theirs = bill.lines.filter((line) => line.day === '' || line.day === day)
  // A person may have chosen the wrong file; what the service itself says to be empty is.
  if (theirs.length === 0 && by.accountId !== null) throw wrongFile(`文件里没有 ${day} 的交易，请核对日期`)
  return transact(deps.database.db, async (trx) => {
    const ours = await movesOfDay(trx, channel, day)
    const { matched, differences } = compareBill(ours, theirs)
    const figures = { theirs: sumsOf(theirs), ours: sumsOf(ours) }
    const counted = { lineCount: theirs.length, otherDays: bill.lines.length - theirs.length, matched }
    const id = await saveBill(trx, { channel, day, fileName, ...counted, ...figures, isFetched: by.accountId === null }, by.name, now)
    const alone = differences.filter(({ side }) => side === 'theirs')
    const numbers = alone.flatMap(({ number, gatewayNo }) => [number.replace(NTH, ''), gatewayNo])
    const elsewhere = await bookedElsewhere(trx, channel, numbers)
    const hinted = differences.map((one) => {
      const booked = one.side === 'theirs' ? (elsewhere.get(one.number.replace(NTH, '')) ?? elsewhere.get(one.gatewayNo)) : undefined
      return { ...one, hint: booked === undefined ? '' : `本店记在 ${booked}` }
    })
    await saveDifferences(trx, id, hinted, by.name, now)
    const after = { file: fileName, lines: theirs.length, matched, differences: differences.length }
    await writeAudit(
      trx,
      by,
      { action: 'channel.compare', subject: `channel_bill:${id}`, before: null, after: { channel, day, ...after } },
      now,
    )
    const row = await findBill(trx, id)
    if (row === null) throw new Error(`the bill ${id} was not kept`)
    return billWire(deps, row)
  })
}

export const differenceFilter = (query: QueryOf<typeof staffChannelDifferences>): DifferenceFilter => ({
  ...periodOf(query),
  state: query.state ?? null,
  side: query.side ?? null,
  bill: query.bill ?? null,
  id: null,
})

export async function differencesOf(
  deps: PaymentDeps,
  query: QueryOf<typeof staffChannelDifferences>,
): Promise<DataOf<typeof staffChannelDifferences>> {
  const [page, perPage] = [query.page ?? 1, query.per_page ?? PAGE_SIZE]
  const { rows, total } = await differencePage(deps.database.db, differenceFilter(query), (page - 1) * perPage, perPage)
  return { list: rows.map((row) => differenceWire(deps, row)), page, per_page: perPage, total }
}

type Command = 'book' | 'close' | 'reopen'

/** What the channel itself says of the payment that a line of its bill names; the bill is a file that somebody brought. */
async function saidByChannel({ database, providers }: PaymentDeps, id: number, now: Date): Promise<PaymentEvent | null> {
  const row = await lockDifference(database.db, id)
  if (row === null || !isMissed(row)) return null
  return (await providers.find(({ channel }) => channel === row.channel)?.query(paymentNoOf(row), now)) ?? null
}
const paymentNoOf = ({ number }: Pick<LockedDifference, 'number'>): string => number.replace(NTH, '')

interface Booking {
  row: LockedDifference
  said: PaymentEvent | null
}

/**
 * That it was paid, its channel has to say: asked about the payment, or, of one that nobody here knows, in the bill that it gave out itself.
 * Such money is nobody's yet, and waits in suspense.
 */
async function book(trx: Connection, deps: PaymentDeps, { row, said: event }: Booking, staff: StaffActor, now: Date): Promise<string> {
  if (!isMissed(row) || row.theirs === null) throw conflict('只有渠道已收、本店没有的款可以补入账')
  const arrival = {
    channel: row.channel,
    paymentNo: paymentNoOf(row),
    gatewayNo: row.gatewayNo,
    amount: row.theirs,
    payer: event?.payer ?? '',
  }
  const isSame = event?.status === 'paid' && event.gatewayNo === arrival.gatewayNo && event.amount === arrival.amount
  if (!isSame && (!row.isFetched || (await findPayment(trx, arrival.paymentNo)) !== null))
    throw conflict(`向渠道查询单号 ${arrival.paymentNo}，没有流水号、金额与账单相同的到账，不能补入账；请核对账单，或写明原因后关闭`)
  const outcome = await settleArrival(trx, deps, arrival, { kind: 'staff', name: staff.name }, now)
  const said = BOOKED[outcome]
  if (said === undefined) throw conflict('这笔款本店已经记过账，请写明原因后关闭')
  return said
}

/** Whoever comes second is told what the first one wrote. */
export async function decideDifference(
  deps: PaymentDeps,
  staff: StaffActor,
  { id, command }: { id: number; command: Command },
  { version, reason }: BodyOf<typeof staffChannelDecide>,
  now: Date,
): Promise<ChannelDifferenceWire> {
  const said = reason.trim()
  if (said.length < 2) throw fieldErrors([{ field: 'reason', message: '请写明原因（至少 2 个字）' }])
  const event = command === 'book' ? await saidByChannel(deps, id, now) : null
  return transact(deps.database.db, async (trx) => {
    const row = await lockDifference(trx, id)
    if (row === null) throw notFound('差异')
    if (row.version !== version)
      throw changedMeanwhile(row.version, [
        { field: 'state', theirs: STATES[row.state] },
        { field: 'note', theirs: row.note },
      ])
    if ((command === 'reopen') !== (row.state === 'closed')) throw conflict(`这条差异${STATES[row.state]}`)
    const note = command === 'book' ? `${await book(trx, deps, { row, said: event }, staff, now)}：${said}` : said
    const state = command === 'reopen' ? 'open' : 'closed'
    await setDifference(trx, id, { state, note, by: staff.name }, now)
    const entry = {
      action: `channel.${command}` as const,
      subject: `channel_difference:${id}`,
      before: { state: row.state, note: row.note },
    }
    await writeAudit(
      trx,
      staff,
      { ...entry, after: { state, note, channel: row.channel, day: row.day, number: row.number, reason: said } },
      now,
    )
    const filter = { state: null, side: null, bill: null, from: null, until: null, id }
    const [after] = (await differencePage(trx, filter, 0, 1)).rows
    if (after === undefined) throw notFound('差异')
    return differenceWire(deps, after)
  })
}
