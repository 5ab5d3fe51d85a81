import type { ClosingSheetWire } from '#contract/closings.ts'
import { LEDGER_ACCOUNTS, LEDGER_KINDS } from '#contract/constants.ts'
import { add, type Fen, fen, subtract, yuan, ZERO } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import {
  accountRows,
  type BankDays,
  type BillOfDay,
  bankOf,
  billsOf,
  type ChannelRow,
  channelRows,
  countsOf,
  kindRows,
  openingRows,
  type Span,
  suspenseWaiting,
} from './views.ts'

const nameIn = (names: Readonly<Record<string, string>>, key: string): string => names[key] ?? key
export const kindName = (kind: string): string => nameIn(LEDGER_KINDS, kind)
export const accountName = (account: string): string => nameIn(LEDGER_ACCOUNTS, account)

interface Counted {
  channels: readonly ChannelRow[]
  bills: readonly BillOfDay[]
  bank: BankDays
}

const moved = ({ in: came, out }: ChannelRow): Fen => subtract(came, out)

/** The bank's statement says what came in; a channel's bill also what went back. */
function channelWires({ channels, bills, bank }: Counted, nameOf: (channel: string) => string): ClosingSheetWire['channels'] {
  const names = [
    ...new Set([
      ...channels.map(({ channel }) => channel),
      ...bills.map(({ channel }) => channel),
      ...(bank.count + bank.open + bank.unproven > 0 ? ['bank'] : []),
    ]),
  ]
  return names.sort().map((channel) => {
    const own = channels.find((one) => one.channel === channel) ?? { channel, inCount: 0, in: ZERO, outCount: 0, out: ZERO, days: [] }
    const all = bills.filter((one) => one.channel === channel)
    const sent = all.filter(({ isOwn }) => isOwn)
    const isBank = channel === 'bank'
    const theirs = isBank ? (bank.count > 0 ? bank.amount : null) : sent.length > 0 ? add(...sent.map(({ net }) => net)) : null
    const ours = isBank ? own.in : moved(own)
    return {
      channel,
      name: nameOf(channel),
      in_count: own.inCount,
      in: yuan(own.in),
      out_count: own.outCount,
      out: yuan(own.out),
      theirs: theirs === null ? '' : yuan(theirs),
      difference: theirs === null ? '' : yuan(subtract(theirs, ours)),
      open: isBank ? bank.open : all.reduce((sum, { open }) => sum + open, 0),
      missing: isBank ? [] : own.days.filter((day) => !sent.some((one) => one.day === day)).sort(),
    }
  })
}

function problemsOf(channels: ClosingSheetWire['channels'], bank: BankDays): string[] {
  return channels.flatMap((one) => {
    const said: string[] = []
    if (one.channel === 'bank' && bank.open > 0) said.push(`银行来账还有 ${bank.open} 笔待匹配，共 ¥${yuan(bank.openAmount)}`)
    if (one.channel === 'bank' && one.theirs === '' && one.in_count > 0) said.push('银行流水没有导入')
    if (one.channel !== 'bank' && one.open > 0) said.push(`${one.name}还有 ${one.open} 处差异待处理`)
    if (one.channel === 'bank' && bank.unproven > 0)
      said.push(`银行流水中没有 ${bank.unproven} 笔人工确认的到账，共 ¥${yuan(bank.unprovenAmount)}`)
    if (one.missing.length > 0) said.push(`${one.name}没有 ${one.missing.join('、')} 的账单`)
    if (one.difference !== '' && one.difference !== '0.00')
      said.push(`${one.name}：渠道方比本店${one.difference.startsWith('-') ? '少' : '多'} ¥${one.difference.replace('-', '')}`)
    return said
  })
}

/** opening: of each account, as the closing before left it; null: there was none. */
export async function sheetOf(
  connection: Connection,
  span: Span,
  opening: ReadonlyMap<string, Fen> | null,
  nameOf: (channel: string) => string,
): Promise<ClosingSheetWire> {
  const [channels, bills, bank] = [await channelRows(connection, span), await billsOf(connection, span), await bankOf(connection, span)]
  const before = opening ?? new Map((await openingRows(connection, span)).map(({ kind, amount }) => [kind, amount]))
  const rows = new Map((await accountRows(connection, span)).map((row) => [row.kind, row]))
  const accounts = [...new Set([...before.keys(), ...rows.keys()])].sort().map((kind) => {
    const [start, row] = [before.get(kind) ?? ZERO, rows.get(kind) ?? { in: ZERO, out: ZERO }]
    return { kind, start, in: row.in, out: row.out, end: fen(start + row.in - row.out) }
  })
  const sum = (of: (one: (typeof accounts)[number]) => Fen): string => yuan(add(...accounts.map(of)))
  const { postings, late, lateAmount } = await countsOf(connection, span)
  const suspense = await suspenseWaiting(connection)
  const wires = channelWires({ channels, bills, bank }, nameOf)
  return {
    from_day: span.fromDay,
    postings,
    channels: wires,
    kinds: (await kindRows(connection, span)).map((row) => ({ ...row, name: kindName(row.kind), amount: yuan(row.amount) })),
    accounts: accounts.map(({ kind, start, in: came, out, end }) => ({
      kind,
      name: accountName(kind),
      opening: yuan(start),
      in: yuan(came),
      out: yuan(out),
      closing: yuan(end),
    })),
    total: { opening: sum(({ start }) => start), in: sum((one) => one.in), out: sum(({ out }) => out), closing: sum(({ end }) => end) },
    late: { count: late, amount: yuan(lateAmount) },
    suspense: { count: suspense.count, amount: yuan(suspense.amount) },
    problems: problemsOf(wires, bank),
  }
}
