import { createHash } from 'node:crypto'
import type {
  BankImportWire,
  BankLineWire,
  BankTargetWire,
  staffBankDecide,
  staffBankImports,
  staffBankLine,
  staffBankLines,
  staffBankMatch,
} from '#contract/bank.ts'
import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import { type BankFile, type BankLine, bankLineKey } from '#domain/bank-lines.ts'
import { numbersIn, ranked } from '#domain/bank-match.ts'
import { add, type Fen, subtract, yuan } from '#domain/money.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound, ShopError } from '../../../platform/errors.ts'
import { periodOf } from '../../../platform/period.ts'
import { transact } from '../../../platform/transact.ts'
import { limitOf } from '../../who/approvals/public.ts'
import { type PaymentDeps, settleStatementLine, suspendStatementLine, type TransferAim } from '../payments/public.ts'
import { proofFiles, proofSeen } from '../transfers/public.ts'
import { byHandSince, lockByHand } from '../wallet/public.ts'
import {
  type BankLineState,
  decideLine,
  insertImport,
  type KeyedLine,
  type LineDecision,
  type LockedLine,
  lockImport,
  lockLine,
  markTaken,
  takeLines,
} from './bank-store.ts'
import {
  type BankLineRow,
  findImport,
  findLine,
  type ImportRow,
  importPage,
  latestDaySums,
  linePage,
  linesShown,
  linesTaken,
  missedLines,
  openSums,
  otherPayers,
  type ShownLine,
} from './bank-views.ts'
import { type TargetRow, targetsOf } from './target-views.ts'

const DAY_MS = 86_400_000
const STATE_NAMES: Readonly<Record<BankLineState, string>> = { open: '待匹配', matched: '已匹配', suspended: '转待查', aside: '不入账' }
export const stateName = (state: BankLineState): string => STATE_NAMES[state]
const PURPOSES = { order: '订单', recharge: '充值', repayment: '账期还款' } as const

/** A number of the bank's says enough; a line without one goes by everything that it says, in short. */
function keyed(lines: readonly BankLine[]): KeyedLine[] {
  const counts = new Map<string, number>()
  return lines.map((line) => {
    const first = bankLineKey(line, 1)
    const nth = (counts.get(first) ?? 0) + 1
    counts.set(first, nth)
    const key = bankLineKey(line, nth)
    return { ...line, key: line.serial === '' ? `#${createHash('sha256').update(key).digest('hex').slice(0, 32)}` : key }
  })
}

const shownLine = (line: ShownLine) => ({
  line: line.line,
  day: line.day,
  time: line.time,
  payer_name: line.payerName,
  payer_account: line.payerAccount,
  amount: yuan(line.amount),
  memo: line.memo,
  serial: line.serial,
})

const importWire = (row: ImportRow, fresh = row.freshCount ?? 0) => ({
  id: row.id,
  file_name: row.fileName,
  state: row.state,
  read_by: row.readBy,
  read_at: row.shownAt.toISOString(),
  taken_by: row.takenBy,
  line_count: row.lineCount,
  fresh_count: fresh,
  fault_count: row.faultCount,
  outgoing: row.outgoing,
})

/** Keeps what was read; nothing of it counts before somebody has looked at it. */
export async function keepImport(
  { db }: DatabaseHandle,
  staff: StaffActor,
  name: string,
  file: BankFile,
  now: Date,
): Promise<BankImportWire> {
  const { faults, faultCount, outgoing } = file
  const id = await transact(db, async (trx) => {
    const made = await insertImport(trx, { fileName: name, lines: keyed(file.lines), faults, faultCount, outgoing }, staff.name, now)
    const after = { file: name, lines: file.lines.length, faults: faultCount }
    await writeAudit(trx, staff, { action: 'bank.read', subject: `bank_import:${made}`, before: null, after }, now)
    return made
  })
  return importOf(db, id)
}

export async function importOf(connection: Connection, id: number): Promise<BankImportWire> {
  const row = await findImport(connection, id)
  if (row === null) throw notFound('银行流水文件')
  const lines =
    row.state === 'shown'
      ? await linesShown(connection, id)
      : (await linesTaken(connection, id)).map((one) => ({ ...one, state: 'new' as const }))
  const fresh = lines.filter(({ state }) => state === 'new')
  const alike = lines.filter(({ state }) => state === 'alike').length
  const others = row.state === 'shown' ? [...(await otherPayers(connection, id)), ...(await missedLines(connection, id))] : []
  return {
    import: { ...importWire(row, fresh.length), fault_count: row.faultCount + others.length },
    fresh: yuan(add(...fresh.map(({ amount }) => amount))),
    known_count: row.lineCount - fresh.length - alike,
    alike_count: alike,
    lines: lines.map((line) => ({ ...shownLine(line), state: line.state })),
    faults: [...others, ...row.faults],
  }
}

export async function importsOf(connection: Connection, query: QueryOf<typeof staffBankImports>): Promise<DataOf<typeof staffBankImports>> {
  const [page, perPage] = [query.page ?? 1, query.per_page ?? PAGE_SIZE]
  const { rows, total } = await importPage(connection, (page - 1) * perPage, perPage)
  return { list: rows.map((row) => importWire(row)), page, per_page: perPage, total }
}

/** Its lines become rows, each once. Taken already, nothing more happens. */
export async function takeImport({ db }: DatabaseHandle, staff: StaffActor, id: number, alike: boolean, now: Date) {
  return transact(db, async (trx) => {
    const locked = await lockImport(trx, id)
    if (locked === null) throw notFound('银行流水文件')
    let { fresh } = locked
    if (locked.state === 'shown') {
      fresh = await takeLines(trx, id, alike)
      await markTaken(trx, id, fresh, staff.name, now)
      await writeAudit(trx, staff, { action: 'bank.take', subject: `bank_import:${id}`, before: null, after: { fresh, alike } }, now)
    }
    return { fresh, import: (await importOf(trx, id)).import }
  })
}

function targetWire(line: BankLineRow, { target, fit }: ReturnType<typeof ranked<TargetRow>>['list'][number]): BankTargetWire {
  const flag = (holds: boolean) => (holds ? 1 : 0)
  const differs = fit.amount ? '' : `金额不同，差 ¥${yuan(subtract(line.amount, target.amount))}`
  const why = differs || (target.isEphedrine && !fit.name ? '含麻订单须由企业对公账户付款' : '')
  return {
    payment_no: target.paymentNo,
    order_no: target.purpose === 'order' ? target.subjectNo : '',
    order_id: target.orderId,
    what: `${PURPOSES[target.purpose]} ${target.subjectNo}`,
    company: target.company,
    amount: yuan(target.amount),
    standing: target.standing,
    proof_id: target.proofId,
    proof_account: target.proofAccount,
    is_hm: flag(target.isEphedrine),
    fits: { amount: flag(fit.amount), name: flag(fit.name), number: flag(fit.number), account: flag(fit.account) },
    percent: fit.percent,
    bookable: flag(why === ''),
    why,
  }
}

interface Suggested {
  targets: BankTargetWire[]
  clear: boolean
}

async function suggestedFor(connection: Connection, lines: readonly BankLineRow[]): Promise<Map<number, Suggested>> {
  const open = lines.filter(({ state }) => state === 'open')
  const asked = open.map(({ id, amount, payerName, day, memo }) => ({ id, amount, payerName, day, numbers: numbersIn(memo) }))
  const byLine = Map.groupBy(await targetsOf(connection, asked), ({ lineId }) => lineId)
  return new Map(
    open.map((line) => {
      const { list, clear } = ranked(line, byLine.get(line.id) ?? [])
      const targets = list.map((one) => targetWire(line, one))
      return [line.id, { targets, clear: clear && targets[0]?.bookable === 1 }]
    }),
  )
}

const lineWire = (line: BankLineRow, suggested: Suggested | undefined): BankLineWire => ({
  id: line.id,
  ...shownLine(line),
  state: line.state,
  state_name: STATE_NAMES[line.state],
  matched_to: line.matchedTo,
  note: line.note,
  decided_by: line.decidedBy,
  suggestion: suggested?.targets[0] ?? null,
  clear: suggested?.clear ? 1 : 0,
})

export const filterOf = (query: QueryOf<typeof staffBankLines>) => ({
  ...periodOf(query),
  state: query.state ?? null,
  keywords: query.keywords?.trim() ?? '',
})

export async function linesOfQuery(connection: Connection, query: QueryOf<typeof staffBankLines>): Promise<DataOf<typeof staffBankLines>> {
  const [page, perPage] = [query.page ?? 1, query.per_page ?? PAGE_SIZE]
  const { rows, total } = await linePage(connection, filterOf(query), (page - 1) * perPage, perPage)
  const suggested = await suggestedFor(connection, rows)
  const { open, amount, oldest } = await openSums(connection)
  const latest = await latestDaySums(connection)
  return {
    list: rows.map((row) => lineWire(row, suggested.get(row.id))),
    page,
    per_page: perPage,
    total,
    sums: {
      open,
      open_amount: yuan(amount),
      oldest,
      day: latest.day,
      day_count: latest.count,
      day_amount: yuan(latest.amount),
      day_matched: latest.matched,
      day_matched_amount: yuan(latest.matchedAmount),
    },
  }
}

export async function lineOf(connection: Connection, id: number): Promise<DataOf<typeof staffBankLine>> {
  const row = await findLine(connection, id)
  if (row === null) throw notFound('来账')
  const suggested = (await suggestedFor(connection, [row])).get(id)
  const targets = suggested?.targets ?? []
  const sent = targets.flatMap(({ proof_id }) => proof_id ?? [])
  return { line: lineWire(row, suggested), targets, proofs: await proofFiles(connection, sent) }
}

type Command = 'match' | 'suspend' | 'aside' | 'reopen'
type Wish = BodyOf<typeof staffBankDecide>
const AFTER: Readonly<Record<Command, BankLineState>> = { match: 'matched', suspend: 'suspended', aside: 'aside', reopen: 'open' }
const FROM: Readonly<Record<Command, BankLineState>> = { match: 'open', suspend: 'open', aside: 'open', reopen: 'aside' }

function aimOf({ payment_no, order_no }: Wish): TransferAim {
  if (payment_no) return { paymentNo: payment_no }
  if (order_no) return { orderNo: order_no }
  throw fieldErrors([{ field: 'order_no', message: '请选择对到哪一笔' }])
}

/** One person decides about one line; whoever comes second hears what became of it. */
export async function decideBankLine(
  deps: PaymentDeps,
  staff: StaffActor,
  { id, command }: { id: number; command: Command },
  wish: Wish,
  now: Date,
): Promise<DataOf<typeof staffBankDecide>> {
  const reason = wish.reason?.trim() ?? ''
  if (command !== 'match' && reason.length < 2) throw fieldErrors([{ field: 'reason', message: '请写明原因（至少 2 个字）' }])
  return transact(deps.database.db, async (trx) => {
    const line = await lockLine(trx, id)
    if (line === null) throw notFound('来账')
    if (line.state !== FROM[command]) throw conflict(`这笔来账${STATE_NAMES[line.state]}，请刷新后核对`)
    const done = await deed(trx, deps, line, command, wish, staff, now)
    await decideLine(trx, id, { ...done.decision, state: AFTER[command], note: reason, by: staff.name }, now)
    const entry = {
      action: `bank_line.${command}` as const,
      subject: `bank_line:${id}`,
      before: { state: line.state, payer: line.payerName, amount: yuan(line.amount) },
      after: { state: AFTER[command], ...done.said, reason },
    }
    await writeAudit(trx, staff, entry, now)
    const row = await findLine(trx, id)
    return { state: AFTER[command], state_name: STATE_NAMES[AFTER[command]], matched_to: row?.matchedTo ?? '', outcome: done.outcome }
  })
}

/** One by one, each with its own record; what is refused is said and stays open. */
export async function matchBankLines(
  deps: PaymentDeps,
  staff: StaffActor,
  { lines }: BodyOf<typeof staffBankMatch>,
  now: Date,
): Promise<DataOf<typeof staffBankMatch>> {
  const faults: { id: number; message: string }[] = []
  for (const { id, ...aim } of lines) {
    try {
      await decideBankLine(deps, staff, { id, command: 'match' }, aim, now)
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      faults.push({ id, message: error.message })
    }
  }
  return { matched: lines.length - faults.length, faults }
}

/** What a file says that somebody brought himself is his word alone: of money for a company's account that goes as far as a correction's. */
async function refuseOwnFile(trx: Connection, { companyId, amount }: { companyId: number; amount: Fen }, now: Date): Promise<void> {
  await lockByHand(trx, companyId)
  const limit = await limitOf(trx, 'balance_over')
  if (add(await byHandSince(trx, companyId, new Date(now.getTime() - DAY_MS)), amount) > limit)
    throw conflict(`这份流水由您读入：一家企业 24 小时内超过 ¥${yuan(limit)} 的充值、还款，请由另一位财务对上`)
}

interface Done {
  decision: Pick<LineDecision, 'paymentId' | 'suspenseId'>
  outcome: string
  said: object
}

async function deed(
  trx: Connection,
  deps: PaymentDeps,
  line: LockedLine,
  command: Command,
  wish: Wish,
  staff: StaffActor,
  now: Date,
): Promise<Done> {
  if (command === 'suspend') {
    const { id, no } = await suspendStatementLine(trx, line, now)
    return { decision: { suspenseId: id }, outcome: no, said: { suspense: no } }
  }
  if (command !== 'match') return { decision: {}, outcome: '', said: {} }
  const { payment, outcome, isPayer } = await settleStatementLine(trx, deps, line, aimOf(wish), staff, now)
  if (payment.purpose !== 'order' && outcome !== 'joined' && line.broughtBy.includes(staff.name)) await refuseOwnFile(trx, payment, now)
  if (!isPayer && (wish.reason?.trim() ?? '').length < 2)
    throw fieldErrors([{ field: 'reason', message: `付款户“${line.payerName || '未写明'}”不是该企业，请写明为何对到这一笔` }])
  await proofSeen(trx, payment.no, staff, now)
  return { decision: { paymentId: payment.id }, outcome, said: { payment: payment.no, outcome } }
}
