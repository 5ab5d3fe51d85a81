import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { StaffOrderWire } from '#contract/staff-orders.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { CompanyDrawer } from '../../parts/CompanyDrawer.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { numberText } from '../../parts/numbers.ts'
import { ParcelSection } from '../../parts/ParcelSection.tsx'
import { RecordPage } from '../../parts/RecordPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { StepLine } from '../../parts/StepLine.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { ChatTab } from './ChatTab.tsx'
import { calls } from './calls.ts'
import { LinesTable } from './LinesTable.tsx'
import { MoneySection } from './MoneySection.tsx'
import { NoteBar } from './NoteBar.tsx'
import { SplitSection } from './SplitSection.tsx'
import { mayCancel, nextStep, TONES } from './states.ts'

const WHY_CANCEL = ['客户不要了', '缺货，客户不等', '客户重复下单', '地址不能送达'] as const

function Overview({ order, lookAtCompany }: { order: StaffOrderWire; lookAtCompany: (() => void) | null }) {
  const { company_facts: company } = order
  return (
    <>
      <LinesTable order={order} />
      <SplitSection order={order} />
      <div className="thirds">
        {order.total !== null && <MoneySection order={order} />}
        <ParcelSection order={order} />
        <Section title="收货与企业">
          <Facts
            flat
            items={[
              [
                '企业',
                <To key="c" to={`companies/${order.company_id}`}>
                  {order.company}
                </To>,
              ],
              [
                '往来',
                <span key="o" className="row row-wrap">
                  <Link className="link" to={`/orders?company_id=${order.company_id}`}>
                    全部订单
                  </Link>
                  {lookAtCompany && (
                    <Button size="small" onClick={lookAtCompany}>
                      看企业 <Kbd of="G" />
                    </Button>
                  )}
                </span>,
              ],
              ['类型', [company.type, company.rank && `等级 ${company.rank}`, company.state_name].filter(Boolean).join(' · ')],
              ['下单人', order.entered_by ? `${order.entered_by}（代客下单）` : order.bought_by],
              ['收货', `${order.receiver.receiver} ${order.receiver.phone}`],
              ['地址', order.receiver.address],
              ['客户经理', company.manager],
              ['买家备注', order.remark],
              ['拣货人', order.picker],
            ]}
          />
        </Section>
      </div>
    </>
  )
}

function Log({ order }: { order: StaffOrderWire }) {
  const inside = order.notes.map((note) => ({ ...note, key: `n${note.id}`, kind: note.kind === 'short' ? '报缺' : '内部' }))
  const seen = order.log.map((entry, at) => ({ ...entry, key: `l${at}`, kind: '' }))
  const all = [...inside, ...seen].sort((one, other) => other.at.localeCompare(one.at))
  return (
    <Section title="经过" note="没有标记的，客户也看得到">
      <ul>
        {all.map((one) => (
          <li key={one.key} className="row">
            <When at={one.at} />
            <b className="nowrap">{one.actor}</b>
            {one.kind && <span className="chip chip-warn">{one.kind}</span>}
            <span>{one.text}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function AfterSales({ order }: { order: StaffOrderWire }) {
  if (order.after_sales.length === 0) return <p className="sec muted">没有售后。</p>
  return (
    <table className="tb">
      <thead>
        <tr>
          <th>单号</th>
          <th>申请</th>
          <th>类型</th>
          <th>状态</th>
          {order.total !== null && <th className="num">预计退款</th>}
        </tr>
      </thead>
      <tbody>
        {order.after_sales.map((one) => (
          <tr key={one.id}>
            <td>{one.no}</td>
            <td>
              <When at={one.created_at} />
            </td>
            <td>{one.kind}</td>
            <td>{one.status_name}</td>
            {order.total !== null && (
              <td className="num">
                <Money yuan={one.amount} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Record({ order }: { order: StaffOrderWire }) {
  const may = useMay()
  const outdates = [calls.one, calls.list, calls.counts, calls.held]
  const cancel = useDeed(calls.deed, { done: '订单已取消', outdates })
  const release = useDeed(calls.release, { done: '订单已恢复处理', outdates })
  const reason = useReason(cancel.problem || release.problem)
  const canCancel = may('orders.cancel') && mayCancel(order)
  const canRelease = may('orders.release') && order.held_at !== null && order.status !== 'cancelled'
  const askCancel = (): void =>
    reason.ask({
      title: `取消订单 ${order.no}`,
      what: `${order.company} 的 ${numberText(order.line_count)} 种 ${numberText(order.number)} 件；占用的库存放回，已付款项原路退回。`,
      ok: '取消订单',
      danger: true,
      usual: WHY_CANCEL,
      run: (why) => cancel.run({ params: { id: order.id, command: 'cancel' }, body: { reason: why.slice(0, 100) } }),
    })
  const askRelease = (): void =>
    reason.ask({
      title: `解除暂停 ${order.no}`,
      what: order.hold_text,
      ok: '解除暂停',
      run: (why) => release.run({ params: { id: order.id }, body: { reason: why } }),
    })
  const canPick = may('orders.pick') && (order.status === 'paid' || order.status === 'picking') && order.held_at === null
  const navigate = useNavigate()
  const canEdit = may('orders.edit') && (order.status === 'pending_payment' || order.status === 'paid')
  const canAgain = may('orders.enter')
  const edit = (): void => void navigate(`/orders/${order.id}/edit`)
  const canSplit = may('orders.edit') && order.status === 'paid'
  const split = (): void => void navigate(`/orders/${order.id}/split`)
  const again = (): void => void navigate(`/orders/new?company_id=${order.company_id}&again=${order.id}`)
  useKeys([
    { key: 'E', what: '改单', run: edit, when: canEdit },
    { key: 'S', what: '拆单', run: split, when: canSplit },
    { key: 'A', what: '代客再来一单', run: again, when: canAgain },
    { key: 'C', what: '取消订单', run: askCancel, when: canCancel },
    { key: 'R', what: '解除暂停', run: askRelease, when: canRelease },
  ])
  const [isLooking, setLooking] = useState(false)
  const lookAtCompany = may('companies.view') ? () => setLooking(!isLooking) : null
  useKeys([{ key: 'G', what: '在右栏看企业', run: () => lookAtCompany?.(), when: lookAtCompany !== null }])
  const next = nextStep(order)
  const at = order.steps.findIndex(({ state }) => state !== 'done')
  return (
    <RecordPage
      title={order.no}
      state={
        <>
          <StateTag tone={TONES[order.status]}>{order.status_name}</StateTag>
          {order.is_hm === 1 && <span className="chip chip-warn">含麻</span>}
          {order.entered_by !== '' && <span className="chip chip-info">代客下单</span>}
          {order.edits.length > 0 && <span className="chip chip-warn">改过 {order.edits.length} 次</span>}
          {order.splits.length > 0 && (
            <span className="chip chip-info">{order.splits.some(({ way }) => way === 'from') ? '拆出的订单' : '拆过单'}</span>
          )}
          {order.cold_chain === 1 && <span className="chip chip-info">冷链</span>}
        </>
      }
      next={{
        text: order.status === 'cancelled' && order.cancel_reason ? `已取消：${order.cancel_reason}` : next.text,
        tone: next.tone,
        action: canRelease ? (
          <Button size="small" type="primary" onClick={askRelease}>
            解除暂停 <Kbd of="R" />
          </Button>
        ) : canPick ? (
          <Link className="link" to={`/warehouse/picking/${order.id}`}>
            去拣货与复核
          </Link>
        ) : undefined,
      }}
      top={
        <div className="bar">
          <StepLine
            at={at === -1 ? order.steps.length : at}
            steps={order.steps.map(({ name, at: when }) => ({ name, note: when && <When at={when} short /> }))}
          />
        </div>
      }
      actions={
        <>
          {canEdit && (
            <Button size="small" onClick={edit}>
              改单 <Kbd of="E" />
            </Button>
          )}
          {canSplit && (
            <Button size="small" onClick={split}>
              拆单 <Kbd of="S" />
            </Button>
          )}
          {canAgain && (
            <Button size="small" onClick={again}>
              代客再来一单 <Kbd of="A" />
            </Button>
          )}
          {canCancel && (
            <Button size="small" danger onClick={askCancel}>
              取消订单 <Kbd of="C" />
            </Button>
          )}
        </>
      }
      tabs={[
        { key: 'lines', title: '明细', count: order.line_count, content: <Overview order={order} lookAtCompany={lookAtCompany} /> },
        { key: 'after', title: '售后', count: order.after_sales.length, content: <AfterSales order={order} /> },
        ...(may('chat.view') ? [{ key: 'chat', title: '对话', content: <ChatTab id={order.id} /> }] : []),
        { key: 'log', title: '日志', count: order.log.length + order.notes.length, content: <Log order={order} /> },
      ]}
      foot={<NoteBar order={order} />}
    >
      {reason.dialog}
      {isLooking && <CompanyDrawer id={order.company_id} name={order.company} onClose={() => setLooking(false)} />}
    </RecordPage>
  )
}

export default function OrderRecordPage() {
  const id = Number(useParams().id)
  return <Loaded of={useAsk(calls.one, { params: { id } })}>{(order) => <Record order={order} />}</Loaded>
}
