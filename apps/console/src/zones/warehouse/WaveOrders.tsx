import { Button } from 'antd'
import { Link } from 'react-router'
import type { WaveOrderWire } from '#contract/waves.ts'
import { numberText } from '../../parts/numbers.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { TONES } from './tones.ts'

interface Props {
  orders: readonly WaveOrderWire[]
  /** undefined: none can be taken out any more. */
  leave: ((order: WaveOrderWire) => void) | undefined
}

/** The totes: what was brought is parted into them, and each order is checked at the table. */
export function WaveOrders({ orders, leave }: Props) {
  return (
    <table className="tb">
      <thead>
        <tr>
          <th>格</th>
          <th>订单</th>
          <th>企业</th>
          <th className="num">行</th>
          <th className="num">件</th>
          <th>备注</th>
          <th>状态</th>
          <th>处理</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <td>
              <b>{order.tote}</b>
            </td>
            <td>
              <b>{order.no}</b>
            </td>
            <td>{order.company}</td>
            <td className="num">{numberText(order.lines)}</td>
            <td className="num">{numberText(order.number)}</td>
            <td>
              {order.cold_chain === 1 && <span className="chip chip-info">冷链</span>}{' '}
              {order.is_hm === 1 && <span className="chip chip-warn">含麻</span>} {order.remark}
            </td>
            <td>
              <StateTag tone={TONES[order.state]}>{order.state_name}</StateTag> <small className="muted">{order.left_why}</small>
            </td>
            <td>
              <span className="row">
                <Link className="link" to={`/warehouse/picking/${order.id}`}>
                  {order.state === 'picking' ? '分拣核对' : '打开'}
                </Link>
                {leave && ['pick', 'picking', 'held'].includes(order.state) && (
                  <Button size="small" onClick={() => leave(order)}>
                    移出…
                  </Button>
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
