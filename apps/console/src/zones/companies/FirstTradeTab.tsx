import { Button } from 'antd'
import type { DataOf } from '#contract/call.ts'
import { useAsk } from '../../api/ask.ts'
import { staffUrl } from '../../api/files.ts'
import { useMay, useMe } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Section } from '../../parts/Section.tsx'
import { StepLine } from '../../parts/StepLine.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Approval = DataOf<typeof import('#contract/firsttrade.ts')['staffApproval']>

const STEP: Readonly<Record<Approval['state'], number>> = { none: 0, checked: 1, approved: 2, refused: 1 }

function Body({ approval }: { approval: Approval }) {
  const may = useMay()
  const me = useMe()
  const outdates = [calls.approval, calls.companies]
  const check = useDeed(calls.approvalCheck, { outdates, done: '已审核，等质量负责人审批' })
  const decide = useDeed(calls.approvalDecide, { outdates, done: ({ state_name }) => `首营审批：${state_name}` })
  const survey = useDeed(calls.questionnaire, { outdates, done: ({ state_name }) => `调查表：${state_name}` })
  const reason = useReason(check.problem || decide.problem || survey.problem)
  const params = { id: approval.company_id }
  const { questionnaire } = approval
  const canCheck = may('first_trade.check') && (approval.state === 'none' || approval.state === 'refused')
  // Two steps by two people: whoever checked does not approve.
  const canDecide = may('first_trade.approve') && approval.state === 'checked' && approval.checked_by !== me.name
  const askCheck = (): void =>
    reason.ask({
      title: '质量部门审核',
      what: '证照、委托书、质量保证协议都已核对；第二步由质量负责人审批。',
      ok: '审核通过，送审批',
      usual: ['资质齐全有效，同意建立业务关系'],
      run: (opinion) => check.run({ params, body: { opinion } }),
    })
  const askApprove = (): void =>
    reason.ask({
      title: '批准首营',
      what: '批准后生成盖章的首营企业审批表，不可撤销。',
      ok: '批准',
      bare: true,
      run: () => decide.run({ params, body: { decision: 'pass' } }),
    })
  const askRefuse = (): void =>
    reason.ask({
      title: '不批准',
      what: '退回质量部门重新审核。',
      ok: '不批准',
      danger: true,
      run: (text) => decide.run({ params, body: { decision: 'reject', reason: text } }),
    })
  useKeys([
    { key: 'A', what: '质量部门审核', run: askCheck, when: canCheck },
    { key: 'A', what: '批准首营', run: askApprove, when: canDecide },
    { key: 'R', what: '不批准首营', run: askRefuse, when: canDecide },
  ])
  return (
    <>
      <Section title="首营审批" note={approval.state_name}>
        <StepLine
          at={STEP[approval.state]}
          isWrong={approval.state === 'refused'}
          steps={[{ name: '质量部门审核' }, { name: '质量负责人审批' }]}
        />
        <Facts
          items={[
            ['审核人', approval.checked_by],
            ['审核于', <When key="checked" at={approval.checked_at} />],
            ['审核意见', approval.opinion],
            ['审批人', approval.decided_by],
            ['审批于', <When key="decided" at={approval.decided_at} />],
            ['审批理由', approval.reason],
            [
              '审批表',
              approval.document?.file_url ? (
                <a key="file" className="link" href={staffUrl(approval.document.file_url)} target="_blank" rel="noreferrer">
                  {approval.document.title}
                </a>
              ) : null,
            ],
          ]}
        />
        <div className="row row-deeds">
          {canCheck && (
            <Button type="primary" onClick={askCheck}>
              审核… <Kbd of="A" />
            </Button>
          )}
          {canDecide && (
            <>
              <Button danger onClick={askRefuse}>
                不批准… <Kbd of="R" />
              </Button>
              <Button type="primary" onClick={askApprove}>
                批准… <Kbd of="A" />
              </Button>
            </>
          )}
          {approval.state === 'checked' && may('first_trade.approve') && !canDecide && (
            <span className="muted">您做了第一步，第二步须由另一人办理。</span>
          )}
        </div>
      </Section>
      <Section title="质量体系调查表" note={questionnaire.state_name}>
        {questionnaire.state === 'none' ? (
          <p className="muted">企业还没有填写</p>
        ) : (
          <>
            <Facts
              items={[
                ...questionnaire.questions.map(({ key, text }) => [text, questionnaire.answers[key] ?? ''] as const),
                ['填写人', `${questionnaire.filled_by} ${questionnaire.filled_title}`],
              ]}
            />
            {questionnaire.reason && <p className="bad">退回：{questionnaire.reason}</p>}
            {questionnaire.state === 'sent' && may('first_trade.check') && (
              <div className="row row-deeds">
                <Button
                  danger
                  onClick={() =>
                    reason.ask({
                      title: '退回调查表',
                      what: '企业看到理由后重新填写。',
                      ok: '退回',
                      danger: true,
                      run: (text) => survey.run({ params, body: { decision: 'reject', reason: text } }),
                    })
                  }
                >
                  退回…
                </Button>
                <Button type="primary" loading={survey.isBusy} onClick={() => void survey.run({ params, body: { decision: 'pass' } })}>
                  通过调查表
                </Button>
              </div>
            )}
          </>
        )}
      </Section>
      {reason.dialog}
    </>
  )
}

export function FirstTradeTab({ id }: { id: number }) {
  return <Loaded of={useAsk(calls.approval, { params: { id } })}>{(approval) => <Body approval={approval} />}</Loaded>
}
