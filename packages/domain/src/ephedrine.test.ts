import { describe, expect, it } from 'vitest'
import { decideReceipt, isOverdue, receiptDueOn, receiptReminder, shownState } from './ephedrine.ts'

describe('含麻回执', () => {
  it('收货后第 7 天（北京日期）到期，当天仍不算逾期', () => {
    // 23:30 on the 20th in Beijing.
    expect(receiptDueOn(new Date('2026-11-20T15:30:00Z'))).toBe('2026-11-27')
    // Half an hour into the 21st.
    expect(receiptDueOn(new Date('2026-11-20T16:30:00Z'))).toBe('2026-11-28')
    expect(isOverdue('2026-11-27', '2026-11-27')).toBe(false)
    expect(isOverdue('2026-11-27', '2026-11-28')).toBe(true)
    expect(isOverdue(null, '2026-11-28')).toBe(false)
  })
  it('逾期的只是还欠着的；已交审核的不算', () => {
    const facts = (state: 'awaiting' | 'submitted' | 'passed' | 'rejected') => ({ state, dueOn: '2026-11-20' })
    const late = '2026-11-25'
    expect((['awaiting', 'rejected', 'submitted', 'passed'] as const).map((state) => shownState(facts(state), late))).toEqual([
      'overdue',
      'overdue',
      'submitted',
      'passed',
    ])
  })
  it.each([
    ['awaiting', 'submit', 'submitted'],
    ['submitted', 'submit', 'submitted'],
    ['rejected', 'submit', 'submitted'],
    ['passed', 'submit', 'refuse'],
    ['awaiting', 'pass', 'refuse'],
    ['submitted', 'pass', 'passed'],
    ['passed', 'pass', 'replay'],
    ['passed', 'reject', 'refuse'],
    ['rejected', 'reject', 'replay'],
  ] as const)('%s 收到 %s → %s', (state, type, expected) => {
    const decision = decideReceipt({ state, dueOn: '2026-11-20' }, type === 'reject' ? { type, reason: '章不清' } : { type }, '2026-11-10')
    expect(decision.kind === 'move' ? decision.to : decision.kind).toBe(expected)
  })
  it('驳回至少再给 3 天，原期限更晚的不变', () => {
    const reject = (dueOn: string) => decideReceipt({ state: 'submitted', dueOn }, { type: 'reject', reason: '' }, '2026-11-20')
    expect(reject('2026-11-18')).toMatchObject({ to: 'rejected', dueOn: '2026-11-23' })
    expect(reject('2026-11-26')).toMatchObject({ to: 'rejected', dueOn: '2026-11-26' })
  })
  it.each([
    ['2026-11-20', null],
    ['2026-11-24', '3:2026-11-27'],
    ['2026-11-25', '3:2026-11-27'],
    ['2026-11-26', '1:2026-11-27'],
    ['2026-11-27', '1:2026-11-27'],
    ['2026-11-28', 'overdue:2026-11-27'],
    ['2026-12-05', 'overdue:2026-11-27'],
  ])('%s 的提醒：%s', (today, stage) => {
    expect(receiptReminder('2026-11-27', today)?.stage ?? null).toBe(stage)
  })
})
