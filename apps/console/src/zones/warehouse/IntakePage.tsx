import { Alert, Button, Input, InputNumber } from 'antd'
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
import { calls } from './calls.ts'
import { BatchLabels } from './StockLabels.tsx'
import { TONES } from './tones.ts'
import './warehouse.css'

type Intake = DataOf<typeof import('#contract/intake.ts')['staffIntakeInfo']>
type Judgement = { accepted: number; reject_reason: string }

/** As the machine sees it: all of a line is good where nothing stands against it. */
const begun = (intake: Intake): Readonly<Record<number, Judgement>> =>
  Object.fromEntries(intake.lines.map(({ id, number, refused }) => [id, { accepted: refused ? 0 : number, reject_reason: refused }]))

function Lines({
  intake,
  judged,
  onJudge,
}: {
  intake: Intake
  judged: Readonly<Record<number, Judgement>> | null
  onJudge: (id: number, change: Partial<Judgement>) => void
}) {
  return (
    <table className="tb lines">
      <thead>
        <tr>
          <th>商品</th>
          <th>批号</th>
          <th>生产日期</th>
          <th>有效期至</th>
          <th>货位</th>
          <th>检验报告</th>
          <th className="num">到货</th>
          <th className="num">合格</th>
          <th>不合格原因</th>
        </tr>
      </thead>
      <tbody>
        {intake.lines.map((line) => {
          const one = judged?.[line.id]
          const accepted = one?.accepted ?? line.accepted
          return (
            <tr key={line.id} className={line.refused ? 'is-wrong' : ''}>
              <td>
                <b>{line.name}</b> <span className="muted">{`${line.spec}　${line.maker}`}</span>
                {line.cold_chain === 1 && <span className="chip chip-info">{line.storage || '冷链'}</span>}
                {line.refused && <p className="bad s12">{line.refused}</p>}
              </td>
              <td>
                {line.batch_no} {line.is_known === 1 && <span className="muted s12">在册</span>}
              </td>
              <td>{line.production_date ?? '—'}</td>
              <td>{line.expiry_date}</td>
              <td>{line.place || '—'}</td>
              <td>{line.has_report === 1 ? <span className="ok">有</span> : <span className="w">无电子件，查纸质</span>}</td>
              <td className="num">
                {line.number} {line.unit}
              </td>
              <td className="num">
                {one ? (
                  <InputNumber
                    aria-label={`${line.name} ${line.batch_no} 合格数`}
                    min={0}
                    max={line.number}
                    precision={0}
                    disabled={line.refused !== ''}
                    value={one.accepted}
                    style={{ width: 90 }}
                    onChange={(value) => onJudge(line.id, { accepted: value ?? 0 })}
                  />
                ) : (
                  (accepted ?? '—')
                )}
              </td>
              <td>
                {one && one.accepted < line.number ? (
                  <Input
                    aria-label={`${line.name} ${line.batch_no} 不合格原因`}
                    status={one.reject_reason.trim() === '' ? 'warning' : ''}
                    maxLength={100}
                    placeholder={`${line.number - one.accepted} 件不合格，写明原因`}
                    value={one.reject_reason}
                    onChange={({ target }) => onJudge(line.id, { reject_reason: target.value })}
                  />
                ) : (
                  line.reject_reason
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Record({ intake }: { intake: Intake }) {
  const may = useMay()
  const navigate = useNavigate()
  const isWaiting = intake.state === 'waiting'
  const mayAccept = isWaiting && may('stock.accept') && intake.received_by_me === 0
  const [judged, setJudged] = useState(() => begun(intake))
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
  const missing = intake.lines.filter(({ id, number }) => {
    const one = judged[id]
    return one !== undefined && one.accepted < number && one.reject_reason.trim() === ''
  }).length
  const run = (): void => {
    if (!mayAccept || missing > 0) return
    const lines = intake.lines.map(({ id }) => ({
      id,
      accepted: judged[id]?.accepted ?? 0,
      reject_reason: judged[id]?.reject_reason ?? '',
    }))
    void accept.run({ params: { id: intake.id }, body: { lines } })
  }
  useKeys([{ key: 'A', what: '验收入库', run, when: mayAccept }])
  const next = !isWaiting
    ? undefined
    : mayAccept
      ? {
          tone: 'info' as const,
          text: '逐行看实物、批号、效期和外包装；合格数入库，其余写明原因退回',
          action: (
            <Button type="primary" size="small" loading={accept.isBusy} disabled={missing > 0} onClick={run}>
              {missing > 0 ? `还差 ${missing} 行的原因` : '验收入库'} <Kbd of="A" />
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
                  what: `${intake.line_count} 行 ${intake.number} 件不再等验收。填错的可以撤回后照抄重填。`,
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
              <Lines
                intake={intake}
                judged={mayAccept ? judged : null}
                onJudge={(id, change) => setJudged((now) => ({ ...now, [id]: { accepted: 0, reject_reason: '', ...now[id], ...change } }))}
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
