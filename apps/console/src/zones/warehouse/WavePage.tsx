import { Button } from 'antd'
import { useParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { InHead } from '../../parts/slots.tsx'
import { calls } from './calls.ts'
import { WaveSheet } from './WaveSheet.tsx'

/** A list to print for orders that are in no wave; it keeps nothing. */
export default function WavePage() {
  const { ids = '' } = useParams()
  const answer = useAsk(calls.sheet, { query: { ids } })
  useKeys([{ key: 'P', what: '打印', run: () => window.print() }])
  return (
    <div className="record">
      <InHead>
        <h1>拣货单</h1>
      </InHead>
      <div className="bar no-print">
        <span className="muted">按货位、商品、批号排好，冷藏的最后拣。打印后按单分拣，回来扫码核对。要记进度、交给同事的，请成波。</span>
        <span className="grow" />
        <Button type="primary" onClick={() => window.print()}>
          打印 <Kbd of="P" />
        </Button>
      </div>
      <div className="record-body">
        <Loaded of={answer}>{({ orders, list }) => <WaveSheet title="拣货单" orders={orders} list={list} />}</Loaded>
      </div>
    </div>
  )
}
