import type { BarredClass, Judgement, Verdict } from './judgement.ts'

/**
 * From what the rules found to what the shop does: the quality department's decision is heard, and the sale asks whether the
 * judgement is there at all and by today's rules (药品网络销售监督管理办法 art. 8; decision 2026-11-22-stop-list).
 */

export const DECISIONS = ['release', 'bar'] as const
export type Decision = (typeof DECISIONS)[number]

/**
 * What the quality department decided on a goods, and what it saw then. review: nobody decided; facts that a clerk changed would free the
 * goods of what it was held to before, and quality has not looked at them.
 */
export interface LawDecision {
  decision: Decision | 'review'
  reason: string
  goodsName: string
  approvalNo: string
  /** As the rules found it at the time: '' of a goods that they found lawful. */
  rule: string
  barredClass: BarredClass | ''
  finding: string
}

export interface Settled {
  verdict: Verdict
  barredClass: BarredClass | null
  reason: string
  rule: string
}

/** It rests on the article, its number and the finding; another one of these opens it again. */
function stillHolds(decision: LawDecision, found: Judgement, goods: { name: string; approvalNo: string }): boolean {
  return (
    decision.goodsName === goods.name &&
    decision.approvalNo === goods.approvalNo &&
    decision.rule === found.rule &&
    decision.barredClass === (found.barredClass ?? '') &&
    decision.finding === found.reason
  )
}

/**
 * The verdict that counts. What the law bars nobody releases; what quality released is sold and what it barred is not, until
 * the article, its number or the finding is another: then it waits for quality again.
 */
export function settle(found: Judgement, goods: { name: string; approvalNo: string }, decision: LawDecision | null): Settled {
  const { verdict, barredClass, reason, rule } = found
  if (verdict === 'barred' || decision === null) return { verdict, barredClass, reason, rule }
  if (decision.decision === 'review')
    return { verdict: 'doubtful', barredClass, reason: `${decision.reason}，须由质量管理部门审核。${reason}`, rule }
  const holds = stillHolds(decision, found, goods)
  if (decision.decision === 'bar') {
    if (holds) return { verdict: 'barred', barredClass, reason: `质量管理部门决定不予销售：${decision.reason}`, rule }
    return { verdict: 'doubtful', barredClass, reason: `质量管理部门曾决定不予销售，商品信息或名单已变化，须重新审核。${reason}`, rule }
  }
  if (!holds) return { verdict, barredClass, reason, rule }
  return { verdict: 'lawful', barredClass: null, reason: `质量管理部门审核放行：${decision.reason}`, rule }
}

/** unjudged: never judged, or by other rules than today's; nothing is known of it that a sale may rest on. */
export const LAW_STANDINGS = ['unjudged', 'lawful', 'doubtful', 'barred'] as const
export type LawStanding = (typeof LAW_STANDINGS)[number]

/** What is kept of a goods, and the version of the rules in force today (rulesVersionOn). */
export function lawStanding(kept: { verdict: LawStanding; version: string | null }, versionToday: string): LawStanding {
  // What was barred or doubtful is not sold either way, and why stays said.
  if (kept.verdict !== 'lawful') return kept.verdict
  return kept.version === versionToday ? 'lawful' : 'unjudged'
}

export interface LawRefusal {
  code: 'LAW_BARRED' | 'LAW_UNDECIDED'
  message: string
  action: null
}

const REFUSALS: Readonly<Record<LawStanding, LawRefusal | null>> = {
  lawful: null,
  barred: { code: 'LAW_BARRED', message: '该商品依法不得在网上销售', action: null },
  doubtful: { code: 'LAW_UNDECIDED', message: '该商品待质量管理部门审核，审核通过前不能购买', action: null },
  unjudged: { code: 'LAW_UNDECIDED', message: '该商品正在按现行禁售目录核验，核验完成前不能购买', action: null },
}

/** What the stop list has against a sale, whoever buys; asked at every way into an order, and again before payment. */
export const lawRefusal = (goods: { law: LawStanding }): LawRefusal | null => REFUSALS[goods.law]

/** Why it is not on the shelf, in a few words; '' where it may be. */
export function shelfReason({ verdict, barredClass }: Pick<Settled, 'verdict' | 'barredClass'>): string {
  if (verdict === 'lawful') return ''
  return verdict === 'doubtful' ? '待质量管理部门审核' : `${barredClass === null ? '' : `${barredClass}，`}依法不得在网上销售`
}

/** Why a goods may not come into the house at all; what is only doubtful or not judged yet may: it is judged before it is sold. */
export const barredReason = ({ verdict, barredClass }: { verdict: Verdict | 'unjudged'; barredClass: BarredClass | '' }): string =>
  verdict === 'barred' ? shelfReason({ verdict, barredClass: barredClass || null }) : ''
