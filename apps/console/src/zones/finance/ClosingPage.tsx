import { CheckOutlined, PrinterOutlined, WarningOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { createPortal } from 'react-dom'
import { useParams } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { DownloadButton } from '../../parts/DownloadButton.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { RecordPage } from '../../parts/RecordPage.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useSecondPerson } from '../../parts/second-person.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { AccountTable, ChannelTable, ClosingPaper, KindTable } from './ClosingSheet.tsx'
import { calls } from './calls.ts'
import './closing.css'

type Day = DataOf<typeof import('#contract/closings.ts')['staffClosing']>

/** The rules that hold of the ledger at any time, asked as the page is opened. */
function Checks() {
  const answer = useAsk(calls.closingChecks, {})
  return (
    <Loaded of={answer}>
      {({ list }) => (
        <ul className="closing-checks">
          {list.map(({ name, title, count, first }) => (
            <li key={name} className={count > 0 ? 'bad' : ''}>
              {count > 0 ? <WarningOutlined aria-label="不符" /> : <CheckOutlined className="ok" aria-label="相符" />} {title}
              {count > 0 && `：${count} 处，${first}`}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}

function After({ after, count }: { after: Day['after']; count: number }) {
  if (count === 0) return <p className="muted">结账之后没有补记。</p>
  return (
    <>
      <p className="w">结账之后又记了 {count >= 1_000 ? '1,000 笔以上' : `${count} 笔`}，数不回头改，算在之后的日结里。</p>
      <Rows
        rows={after}
        id={(one) => one.id}
        columns={[
          ['时间', (one) => <When at={one.at} />],
          ['业务', (one) => one.kind_name],
          ['企业', (one) => one.company],
          ['摘要', (one) => one.memo, 'muted'],
          ['金额', (one) => <Money yuan={one.amount} />, 'num'],
          ['算在', (one) => (one.belongs_to ? <To to={`finance/closings/${one.belongs_to}`}>{one.belongs_to}</To> : '下一个日结')],
        ]}
      />
    </>
  )
}

function Problems({ day, problems }: { day: string; problems: readonly string[] }) {
  if (problems.length === 0) return <p className="ok">没有差异。</p>
  return (
    <>
      <ul className="closing-checks">
        {problems.map((problem) => (
          <li key={problem} className="w">
            <WarningOutlined /> {problem}
          </li>
        ))}
      </ul>
      <p className="row s12">
        <To to="finance/bank?state=open">银行来账</To>
        <To to={`finance/differences?state=open&end_time=${day}`}>渠道差异</To>
        <To to="finance/bills">渠道账单</To>
      </p>
    </>
  )
}

function Record({ data }: { data: Day }) {
  const { day, sheet, closing } = data
  const may = useMay()
  const word = useSecondPerson('day.close')('日结')
  const deed = useDeed(calls.dayClose, { done: `${day} 已日结`, outdates: [calls.closing, calls.closings] })
  const reason = useReason(deed.problem)
  const canClose = may('money.close') && data.may_close === 1
  const span = sheet.from_day === day ? day : `${sheet.from_day} 至 ${day}`
  const close = () =>
    reason.ask({
      title: `日结 ${span}`,
      what: (
        <>
          记账 {sheet.postings} 笔，结账后数不再变；之后到的款照记，算在下一天。
          {sheet.problems.length > 0 && <p className="w">请逐项说明：{sheet.problems.join('；')}</p>}
        </>
      ),
      ok: word,
      bare: sheet.problems.length === 0,
      run: (text) => deed.run({ params: { day }, body: { reason: text } }),
    })
  const print = () => window.print()
  useKeys([
    { key: 'C', what: '日结', run: close, when: canClose },
    { key: 'P', what: '打印日结表', run: print },
  ])
  return (
    <RecordPage
      title={`日结 ${span}`}
      state={closing ? <StateTag tone="done">已结</StateTag> : <StateTag tone="waiting">预结</StateTag>}
      actions={
        <>
          <DownloadButton url={`/api/staff/closing/${day}/file`}>CSV</DownloadButton>
          <Button size="small" icon={<PrinterOutlined />} onClick={print}>
            打印 <Kbd of="P" />
          </Button>
          {canClose && (
            <Button size="small" type="primary" onClick={close}>
              {word}… <Kbd of="C" />
            </Button>
          )}
        </>
      }
      tabs={[
        {
          key: 'sheet',
          title: '日结表',
          content: (
            <div className="closing-columns">
              <div>
                <Section title="各渠道" note="每一行差额为 0 才不必说明">
                  <ChannelTable sheet={sheet} />
                </Section>
                <Section title="科目">
                  <AccountTable sheet={sheet} />
                </Section>
              </div>
              <div>
                <Section title="差异">
                  <Problems day={day} problems={sheet.problems} />
                  {closing?.note && (
                    <Alert
                      type="info"
                      title={closing.note}
                      description={`${closing.asked_by} 提交，${closing.approved_by || '应急授权'} 批准`}
                    />
                  )}
                </Section>
                {closing === null && (
                  <Section title="账内核对">
                    <Checks />
                  </Section>
                )}
                <Section title="业务">
                  <KindTable sheet={sheet} />
                  <p className="muted s12">
                    补记以前日期 {sheet.late.count} 笔 <Money yuan={sheet.late.amount} />
                    ；待查款项 {sheet.suspense.count} 笔 <Money yuan={sheet.suspense.amount} />
                  </p>
                </Section>
              </div>
            </div>
          ),
        },
        ...(closing === null
          ? []
          : [
              {
                key: 'after',
                title: '之后补记',
                count: data.after_count,
                content: (
                  <Section title="结账之后补记">
                    <After after={data.after} count={data.after_count} />
                  </Section>
                ),
              },
            ]),
      ]}
    >
      {createPortal(
        <div className="closing-paper">
          <ClosingPaper day={day} sheet={sheet} closing={closing} />
        </div>,
        document.body,
      )}
      {reason.dialog}
    </RecordPage>
  )
}

/** A day: as it would be closed now, or as it was. */
export default function ClosingPage() {
  const { day = '' } = useParams()
  const answer = useAsk(calls.closing, { params: { day } })
  return <Loaded of={answer}>{(data) => <Record key={data.day} data={data} />}</Loaded>
}
