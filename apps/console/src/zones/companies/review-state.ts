import type { CertificateWire, DossierWire, PaperWire } from '#contract/companies.ts'

/** A paper of which a version waits. */
export interface Waiting {
  id: number
  paper: PaperWire
  version: CertificateWire
}

export interface Verdict {
  id: number
  decision: 'pass' | 'reject'
  reason: string
  /** 经营类别 as read on the licence; left out: the paper states none. */
  classes?: readonly string[]
}

/** Judgements in the order in which they were made; nothing of them has been sent. */
export type Verdicts = readonly Verdict[]

export const REJECT_REASONS: readonly { text: string; says: string }[] = [
  { text: '图像不清', says: '图像不清晰，请重新拍摄或扫描后上传' },
  { text: '已过期', says: '证照已过期，请提交有效期内的证照' },
  { text: '名称不一致', says: '证照上的名称与企业资料不一致，请核对后重新提交' },
  { text: '范围不符', says: '填写的经营范围与证照载明的不符，请按证照更正' },
  { text: '缺公章', says: '未加盖公章，请盖章后重新上传' },
  { text: '缺页', says: '缺页，请补齐全部页面后重新上传' },
]

export function waitingOf({ papers }: Pick<DossierWire, 'papers'>): Waiting[] {
  return papers.flatMap((paper) => {
    const { open } = paper
    return open !== null && open.status === 1 && open.id !== null ? [{ id: open.id, paper, version: open }] : []
  })
}

export const verdictOn = (verdicts: Verdicts, id: number): Verdict | undefined => verdicts.find((one) => one.id === id)

/** Judged again, the last word counts. */
export const judged = (verdicts: Verdicts, verdict: Verdict): Verdicts => [...verdicts.filter(({ id }) => id !== verdict.id), verdict]

export const takenBack = (verdicts: Verdicts, id: number | undefined): Verdicts => verdicts.filter((one) => one.id !== id)

/** The paper to look at next: the first after this one that nobody has judged, from the beginning again at the end; null: none is left. */
export function nextUnjudged(waiting: readonly Waiting[], verdicts: Verdicts, after: number): number | null {
  const at = waiting.findIndex(({ id }) => id === after)
  const around = [...waiting.slice(at + 1), ...waiting.slice(0, at + 1)]
  return around.find(({ id }) => verdictOn(verdicts, id) === undefined)?.id ?? null
}

export type Outcome = 'unfinished' | 'pass' | 'reject'
/** What comes of the company: nothing before the last paper is judged, and no pass where one is rejected. */
export function outcomeOf(waiting: readonly Waiting[], verdicts: Verdicts): Outcome {
  const said = waiting.map(({ id }) => verdictOn(verdicts, id))
  if (said.some((one) => one === undefined)) return 'unfinished'
  return said.some((one) => one?.decision === 'reject') ? 'reject' : 'pass'
}

/** What is sent at the end, paper by paper in their order. */
export const messagesOf = (waiting: readonly Waiting[], verdicts: Verdicts) =>
  waiting.flatMap(({ id, version }) => {
    const verdict = verdictOn(verdicts, id)
    if (verdict === undefined) return []
    const { decision, reason, classes } = verdict
    return [
      {
        params: { id },
        body: {
          decision,
          ...(version.submitted_at !== null && { submitted_at: version.submitted_at }),
          ...(decision === 'reject' && { reason }),
          ...(decision === 'pass' && classes !== undefined && { drug_classes: [...classes] as ('rx' | 'otc_a' | 'otc_b')[] }),
        },
      },
    ]
  })

/** The company after this one in the queue; the first again after the last; null: no other waits. */
export function nextCompany(queue: readonly { id: number }[], current: number): number | null {
  const others = queue.filter(({ id }) => id !== current)
  const at = queue.findIndex(({ id }) => id === current)
  return (queue.slice(at + 1).find(({ id }) => id !== current) ?? others[0])?.id ?? null
}
