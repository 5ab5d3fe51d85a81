import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { RecordPage } from '../../parts/RecordPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { begun, faultOf } from './acceptance-rules.ts'
import { calls } from './calls.ts'
import { IntakeLines } from './IntakeLines.tsx'
import { BatchLabels } from './StockLabels.tsx'
import { TONES } from './tones.ts'
import './warehouse.css'
import { numberText } from '../../parts/numbers.ts'

type Intake = DataOf<typeof import('#contract/intake.ts')['staffIntakeInfo']>
function Record({ intake }: { intake: Intake }) {
  const may = useMay()
  const navigate = useNavigate()
  const isWaiting = intake.state === 'waiting'
  const mayAccept = isWaiting && may('stock.accept') && intake.received_by_me === 0
  const [judged, setJudged] = useState(() => begun(intake.lines))
  const outdates = [calls.intake, calls.intakes, calls.batches, calls.movements]
  const accept = useDeed(calls.intakeAccept, {
    done: ({ accepted, rejected, locked }) =>
      `合格 ${accepted} 已入库${rejected > 0 ? `，不合格 ${rejected}` : ''}${locked.length > 0 ? `；随别仓锁定：${locked.join('、')}` : ''}`,
    outdates,
  })
  const withdraw = useDeed(calls.intakeWithdraw, { done: '已撤回', outdates })
  const reason = useReason(withdraw.problem)
  const [isPrinting, setPrinting] = useState(false)
  const stored = [...new Set(intake.lines.flatMap(({ batch_id }) => batch_id ?? []))]
  const missing = intake.lines.filter((line) => faultOf(line, judged[line.id]) !== '').length
  const run = (): void => {
    if (!mayAccept || missing > 0) return
    const lines = intake.lines.flatMap(({ id }) => (judged[id] ? [{ id, ...judged[id] }] : []))
    void accept.run({ params: { id: intake.id }, body: { lines } })
  }
  useKeys([{ key: 'A', what: '验收入库', run, when: mayAccept }])
  const next = !isWaiting
    ? undefined
    : mayAccept
      ? {
          tone: 'info' as const,
          text: '逐行抽样，看实物、批号、效期、外观和报告；合格数入库，其余写明原因和处置',
          action: (
            <Button type="primary" size="small" loading={accept.isBusy} disabled={missing > 0} onClick={run}>
              {missing > 0 ? `还差 ${missing} 行` : '验收入库'} <Kbd of="A" />
            </Button>
          ),
        }
      : { text: intake.received_by_me === 1 ? '等质量部门的另一人验收；验收之前不是库存' : '等质量部门验收；验收之前不是库存' }
  return (
    <RecordPage
      title={intake.no}
      state={<StateTag tone={TONES[intake.state]}>{intake.state_name}</StateTag>}
      {...(next && { next })}
      actions={
        <>
          {stored.length > 0 && may('stock.count') && (
            <Button size="small" onClick={() => setPrinting(true)}>
              打印批号签…
            </Button>
          )}
          {isWaiting && may('stock.receive') && (
            <Button
              size="small"
              onClick={() =>
                reason.ask({
                  title: `撤回 ${intake.no}`,
                  what: `${numberText(intake.line_count)} 行 ${numberText(intake.number)} 件不再等验收。填错的可以撤回后照抄重填。`,
                  ok: '撤回',
                  usual: ['批号或效期填错', '供货单位填错', '整车拒收'],
                  run: (text) => withdraw.run({ params: { id: intake.id }, body: { reason: text } }),
                })
              }
            >
              撤回…
            </Button>
          )}
          {intake.state === 'withdrawn' && may('stock.receive') && (
            <Button size="small" onClick={() => void navigate(`/warehouse/receive/new/${intake.id}`)}>
              照抄重填
            </Button>
          )}
        </>
      }
      tabs={[
        {
          key: 'lines',
          title: '明细',
          count: intake.line_count,
          content: (
            <>
              {accept.problem && <Alert type="error" banner title={accept.problem} />}
              {intake.cold_range !== '' && (
                <Alert
                  banner
                  type={intake.is_in_range === 1 ? 'success' : 'error'}
                  title={`冷链：要求 ${intake.cold_range}，到货 ${intake.celsius ?? '未测'} ℃，${intake.transport}${intake.is_in_range === 1 ? '，符合' : '，超出范围的应当拒收'}`}
                />
              )}
              <IntakeLines
                lines={intake.lines}
                judged={mayAccept ? judged : null}
                onJudge={(id, change) => setJudged((now) => (now[id] ? { ...now, [id]: { ...now[id], ...change } } : now))}
              />
            </>
          ),
        },
        {
          key: 'facts',
          title: '收货信息',
          content: (
            <div className="sheet">
              <Facts
                items={[
                  ['仓库', intake.warehouse],
                  ['供货单位', intake.supplier],
                  ['随货同行单', intake.paper_no],
                  ['运输方式', intake.transport],
                  ['到货温度', intake.celsius === null ? '' : `${intake.celsius} ℃`],
                  ['收货', <When key="r" at={intake.received_at} />],
                  ['收货人', intake.receiver],
                  ['验收', <When key="d" at={intake.decided_at} />],
                  ['验收人', intake.decider],
                  ['备注', intake.remark],
                  ...(intake.reason ? ([['撤回原因', intake.reason]] as const) : []),
                ]}
              />
            </div>
          ),
        },
      ]}
    >
      {reason.dialog}
      {isPrinting && <BatchLabels ids={stored} onClose={() => setPrinting(false)} />}
    </RecordPage>
  )
}

export default function IntakePage() {
  const { id = '0' } = useParams()
  const answer = useAsk(calls.intake, { params: { id: Number(id) } }, { enabled: Number(id) > 0 })
  return <Loaded of={answer}>{(intake) => <Record key={`${intake.id}-${intake.state}`} intake={intake} />}</Loaded>
}
