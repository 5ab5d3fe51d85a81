import type { ApprovalKind } from '#contract/approvals.ts'
import { approvals } from '../api/approvals.ts'
import { useAsk } from '../api/ask.ts'

/** The word of a button whose deed another person approves first; amount: 元, where only much of it needs one. */
export function useSecondPerson(kind: ApprovalKind): (word: string, amount?: string) => string {
  const rule = useAsk(approvals.rules, {}).data?.list.find((one) => one.kind === kind)
  return (word, amount) => {
    if (rule === undefined || rule.alone === 1) return word
    const isMuch = rule.over === '' || (amount !== undefined && Math.abs(Number(amount)) > Number(rule.over))
    return isMuch ? '提交批准' : word
  }
}
