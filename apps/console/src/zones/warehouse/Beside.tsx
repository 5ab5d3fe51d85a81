import { Alert, Button, Form } from 'antd'
import { Link } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { numberText } from '../../parts/numbers.ts'
import { calls } from './calls.ts'

/** Over the picking: what goes the same way may go in the same parcel. */
export function BesideBar({ orderId }: { orderId: number }) {
  const { data } = useAsk(calls.beside, { params: { id: orderId } })
  if (data === undefined || data.list.length === 0) return null
  return (
    <Alert
      banner
      type="info"
      title={
        <span className="row row-wrap">
          同一地址还有
          {data.list.map((one) => (
            <Link key={one.id} className="link" to={`/warehouse/picking/${one.id}`}>
              {one.no}（{one.waybill ? `已发 ${one.waybill}` : `${one.status_name} ${numberText(one.number)} 件`}）
            </Link>
          ))}
          ，可以合在一个包裹里发
        </span>
      }
    />
  )
}

interface Parcel {
  carrier: string
  waybill: string
}

/** While it is shipped: the parcels that left for the same address and are under way, to go along in. */
export function JoinParcel({ orderId, onJoin }: { orderId: number; onJoin: (parcel: Parcel) => void }) {
  const { data } = useAsk(calls.beside, { params: { id: orderId } })
  const left = (data?.list ?? []).filter(({ waybill }) => waybill !== '')
  const [latest] = left.toReversed()
  useKeys([{ key: 'Ctrl+M', what: '并入同址的包裹', run: () => latest && onJoin(latest), when: latest !== undefined }], true)
  if (latest === undefined) return null
  return (
    <Form.Item>
      <Alert
        type="info"
        title={
          <span className="row row-wrap">
            同一地址的 {left.map(({ no }) => no).join('、')} 已发，还在途
            <Button size="small" onClick={() => onJoin(latest)}>
              并入 {latest.carrier} {latest.waybill} <Kbd of="Ctrl+M" />
            </Button>
          </span>
        }
      />
    </Form.Item>
  )
}
