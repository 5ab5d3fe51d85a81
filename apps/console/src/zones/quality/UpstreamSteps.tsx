import type { UpstreamApprovalWire } from '#contract/upstream.ts'
import { staffUrl } from '../../api/files.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { StepLine } from '../../parts/StepLine.tsx'
import { When } from '../../parts/When.tsx'
import type { UpstreamCourse } from './useUpstream.tsx'

const AT: Readonly<Record<UpstreamApprovalWire['state'], number>> = { applied: 1, checked: 2, approved: 3, refused: 1 }
const TONES = { applied: 'waiting', checked: 'waiting', approved: 'done', refused: 'wrong' } as const

const note = (by: string, at: string | null) =>
  by && (
    <>
      {by} <When at={at} short />
    </>
  )

function Application({ of }: { of: UpstreamApprovalWire }) {
  const isRefused = of.state === 'refused'
  return (
    <Section title={of.renewal === 1 ? '续审申请' : '首营申请'} note={<StateTag tone={TONES[of.state]}>{of.state_name}</StateTag>}>
      <StepLine
        at={isRefused && of.checked_by ? 2 : AT[of.state]}
        isWrong={isRefused}
        steps={[
          { name: '采购申请', note: note(of.applied_by, of.applied_at) },
          { name: '质量部门审核', note: note(of.checked_by || (isRefused ? of.decided_by : ''), of.checked_at ?? of.decided_at) },
          { name: '质量负责人审批', note: of.checked_by ? note(of.decided_by, of.decided_at) : '' },
        ]}
      />
      <Facts
        items={[
          ['申请理由', of.words],
          ...(of.opinion ? ([['审核意见', of.opinion]] as const) : []),
          ...(of.reason ? ([[isRefused ? '未批准的原因' : '审批意见', of.reason]] as const) : []),
          ...(of.until ? ([['批准至', of.until]] as const) : []),
        ]}
      />
    </Section>
  )
}

/** What was applied for and decided, and the form that came of it. */
export function UpstreamSteps({ course }: { course: UpstreamCourse }) {
  const { document, lacking, approvals } = course
  return (
    <>
      {document && (
        <Section title="审批表">
          {document.file_url ? (
            <a className="link" href={staffUrl(document.file_url)} target="_blank" rel="noreferrer">
              {document.title}（{document.no}）
            </a>
          ) : (
            <span className="muted">{document.title}：制作中</span>
          )}
        </Section>
      )}
      {approvals.length === 0 && (
        <Section title="首营申请">
          <p className="muted">
            {lacking.length > 0
              ? `还没有申请。${lacking.join('；')}。`
              : '资料已齐，可以提出申请：采购申请，质量部门审核，质量负责人审批。'}
          </p>
        </Section>
      )}
      {approvals.map((one) => (
        <Application key={one.id} of={one} />
      ))}
    </>
  )
}
