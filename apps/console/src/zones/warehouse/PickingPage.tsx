import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { PickingPieceWire } from '#contract/picking.ts'
import type { StaffOrderWire } from '#contract/staff-orders.ts'
import { useAsk } from '../../api/ask.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { numberText } from '../../parts/numbers.ts'
import { ParcelSection } from '../../parts/ParcelSection.tsx'
import { InHead } from '../../parts/slots.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useWork } from '../../parts/useWork.tsx'
import { BesideBar } from './Beside.tsx'
import { CartonLabels } from './CartonLabels.tsx'
import { calls } from './calls.ts'
import { Desk } from './Desk.tsx'

const STAGE_NAMES = { pick: '待拣货', picking: '拣货', check: '复核', gone: '已发货' } as const

function stageOf({ status, gathered_at }: StaffOrderWire): keyof typeof STAGE_NAMES {
  if (status === 'paid') return 'pick'
  if (status !== 'picking') return 'gone'
  return gathered_at ? 'check' : 'picking'
}

function Begin({ order, pieces }: { order: StaffOrderWire; pieces: readonly PickingPieceWire[] }) {
  const deed = useDeed(calls.deed, { done: '开始拣货', outdates: [calls.order, calls.pieces, calls.queue] })
  const begin = () => void deed.run({ params: { id: order.id, command: 'pick' }, body: {} })
  useKeys([{ key: 'Enter', what: '开始拣货', run: begin }])
  return (
    <>
      {deed.problem && <Alert banner type="error" title={deed.problem} />}
      <div className="bar">
        <h2>{order.company}</h2>
        <span className="muted">
          {numberText(order.line_count)} 种 {numberText(order.number)} 件
        </span>
        <span className="grow" />
        <Button type="primary" size="large" loading={deed.isBusy} onClick={begin}>
          开始拣货 <Kbd of="Enter" />
        </Button>
      </div>
      <div className="record-body">
        <table className="tb">
          <thead>
            <tr>
              <th>#</th>
              <th>货位</th>
              <th>商品</th>
              <th>批号</th>
              <th>有效期至</th>
              <th className="num">应拣</th>
            </tr>
          </thead>
          <tbody>
            {pieces.map((piece, at) => (
              <tr key={piece.id}>
                <td>{at + 1}</td>
                <td className="nowrap">{piece.place || <span className="muted">—</span>}</td>
                <td>
                  <b>{piece.name}</b> <small className="muted">{`${piece.spec}　${piece.maker}`}</small>{' '}
                  {piece.cold_chain === 1 && <span className="chip chip-info">{piece.storage || '冷链'}</span>}
                </td>
                <td>{piece.batch_no}</td>
                <td>{piece.expiry_date}</td>
                <td className="num strong">
                  {numberText(piece.number)} {piece.unit}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Gone({ order }: { order: StaffOrderWire }) {
  const navigate = useNavigate()
  const back = () => void navigate('/warehouse/picking?stage=check')
  const [isPrinting, setPrinting] = useState(false)
  const isCancelled = order.status === 'cancelled'
  useKeys([
    { key: 'Enter', what: '下一张', run: back },
    { key: 'F7', what: '打印箱签、地址签', run: () => setPrinting(true), when: !isCancelled },
  ])
  return (
    <div className="scroll page">
      <div className="bar">
        <h2>{isCancelled ? '订单已取消' : '已发货'}</h2>
        <span className="grow" />
        {!isCancelled && (
          <Button onClick={() => setPrinting(true)}>
            箱签 <Kbd of="F7" />
          </Button>
        )}
        <Button type="primary" onClick={back}>
          下一张 <Kbd of="Enter" />
        </Button>
      </div>
      <ParcelSection order={order} />
      {isPrinting && <CartonLabels order={order} onClose={() => setPrinting(false)} />}
    </div>
  )
}

function Order({ order, pieces }: { order: StaffOrderWire; pieces: readonly PickingPieceWire[] }) {
  const stage = stageOf(order)
  const work = useWork('picking', order.id, stage !== 'gone')
  return (
    <div className="record">
      <InHead>
        <h1>{order.no}</h1>
        <span className="chip chip-info">{STAGE_NAMES[stage]}</span>
        <span className="muted s12">
          {order.warehouse}
          {order.picker && ` · 拣货人 ${order.picker}`}
        </span>
        {order.wave && (
          <Link className="link s12" to={`/warehouse/waves/${order.wave.id}`}>
            波次 {order.wave.no} 第 {order.wave.tote} 格
          </Link>
        )}
      </InHead>
      {work.bar}
      {stage !== 'gone' && <BesideBar orderId={order.id} />}
      {order.held_at !== null && <Alert banner type="error" title={`订单已暂停，先放一边：${order.hold_text}`} />}
      {stage === 'pick' && <Begin order={order} pieces={pieces} />}
      {stage === 'gone' && <Gone order={order} />}
      {(stage === 'picking' || stage === 'check') && <Desk key={stage} order={order} pieces={pieces} isCheck={stage === 'check'} />}
    </div>
  )
}

export default function PickingPage() {
  const id = Number(useParams().id)
  const pieces = useAsk(calls.pieces, { params: { id } })
  return (
    <Loaded of={useAsk(calls.order, { params: { id } })}>
      {(order) => <Loaded of={pieces}>{({ list }) => <Order order={order} pieces={list} />}</Loaded>}
    </Loaded>
  )
}
