import { addDays, beijingDate, daysBetween, type TradeDate } from './dates.ts'

/**
 * Receipts of special compounds (special.ts), which the specification knows by those with ephedrine (hm, hmdd): the stamped
 * paper that a company owes for each such order (trade rules, section 5).
 */

export const monthStart = (date: TradeDate): TradeDate => `${date.slice(0, 7)}-01`

export const RECEIPT_DAYS = 7
/** A rejected receipt leaves at least so many days to mend it. */
export const RECEIPT_REDO_DAYS = 3
/** The buyer is reminded so many days before it is due. */
export const RECEIPT_REMINDERS: readonly number[] = [3, 1]

export type KeptReceiptState = 'awaiting' | 'submitted' | 'passed' | 'rejected'
export type ShownReceiptState = KeptReceiptState | 'overdue'

export const RECEIPT_STATE_NAMES: Readonly<Record<ShownReceiptState, string>> = {
  awaiting: '待上传',
  submitted: '待审核',
  passed: '已通过',
  rejected: '已驳回',
  overdue: '已逾期',
}

export interface ReceiptFacts {
  state: KeptReceiptState
  dueOn: TradeDate
}

export const receiptDueOn = (receivedAt: Date): TradeDate => addDays(beijingDate(receivedAt), RECEIPT_DAYS)

/** Due today is not overdue yet. */
export const isOverdue = (dueOn: TradeDate | null | undefined, today: TradeDate): boolean =>
  dueOn !== null && dueOn !== undefined && dueOn < today

/** What the buyer reads: what is still owed after its day is overdue; what lies with the shop never is. */
export function shownState({ state, dueOn }: ReceiptFacts, today: TradeDate): ShownReceiptState {
  return (state === 'awaiting' || state === 'rejected') && isOverdue(dueOn, today) ? 'overdue' : state
}

export type ReceiptCommand = { type: 'submit' } | { type: 'pass' } | { type: 'reject'; reason: string }
export type ReceiptDecision =
  | { kind: 'move'; to: KeptReceiptState; dueOn: TradeDate }
  | { kind: 'replay' }
  | { kind: 'refuse'; message: string }

/** Submitting again before the review replaces the papers. */
export function decideReceipt({ state, dueOn }: ReceiptFacts, command: ReceiptCommand, today: TradeDate): ReceiptDecision {
  switch (command.type) {
    case 'submit':
      return state === 'passed' ? { kind: 'refuse', message: '该回执已通过审核，无需再次上传' } : { kind: 'move', to: 'submitted', dueOn }
    case 'pass':
      if (state === 'passed') return { kind: 'replay' }
      return state === 'submitted' ? { kind: 'move', to: 'passed', dueOn } : { kind: 'refuse', message: '回执尚未上传，不能审核' }
    case 'reject': {
      if (state === 'rejected') return { kind: 'replay' }
      if (state !== 'submitted') return { kind: 'refuse', message: '只有待审核的回执可以驳回' }
      const redo = addDays(today, RECEIPT_REDO_DAYS)
      return { kind: 'move', to: 'rejected', dueOn: redo > dueOn ? redo : dueOn }
    }
  }
}

export interface ReceiptReminder {
  /** Names the reminder, so that each is told once. */
  stage: string
  title: string
}

/** What to remind of today; null: nothing. A night without the daily job is made up for by the next one. */
export function receiptReminder(dueOn: TradeDate, today: TradeDate): ReceiptReminder | null {
  const left = daysBetween(today, dueOn)
  if (left < 0) return { stage: `overdue:${dueOn}`, title: '含麻回执已逾期，含麻商品已暂停采购' }
  const stage = RECEIPT_REMINDERS.filter((days) => left <= days).sort((a, b) => a - b)[0]
  if (stage === undefined) return null
  return { stage: `${stage}:${dueOn}`, title: left === 0 ? '含麻回执今天到期' : `含麻回执还有 ${left} 天到期` }
}
