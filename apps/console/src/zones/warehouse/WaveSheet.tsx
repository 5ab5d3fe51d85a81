import type { WavePieceWire, WaveSheetOrderWire } from '#contract/waves.ts'
import { numberText } from '../../parts/numbers.ts'
import './warehouse.css'

interface Props {
  title: string
  orders: readonly WaveSheetOrderWire[]
  list: readonly WavePieceWire[]
}

/** One walk through the shelves for several orders, on paper: places first, then into which tote how much of it goes. */
export function WaveSheet({ title, orders, list }: Props) {
  return (
    <div className="sheet">
      <h2>
        {title}　{orders.length} 单　{list.length} 行　{numberText(list.reduce((sum, { number }) => sum + number, 0))} 件
      </h2>
      <table className="tb">
        <thead>
          <tr>
            <th>格</th>
            <th>订单</th>
            <th>企业</th>
            <th>发货仓</th>
            <th className="num">行</th>
            <th className="num">件</th>
            <th>备注</th>
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
              <td>{order.warehouse}</td>
              <td className="num">{numberText(order.lines)}</td>
              <td className="num">{numberText(order.number)}</td>
              <td>
                {order.held === 1 && <b className="bad">暂停，先不拣 </b>}
                {order.cold_chain === 1 && '冷链 '}
                {order.is_hm === 1 && '含麻 '}
                {order.remark}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className="tb">
        <thead>
          <tr>
            <th>拣</th>
            <th>货位</th>
            <th>商品</th>
            <th>批号</th>
            <th>有效期至</th>
            <th className="num">数量</th>
            <th>分到（格×数量）</th>
          </tr>
        </thead>
        <tbody>
          {list.map((piece) => (
            <tr key={piece.batch_id}>
              <td>
                <span className="tick" />
              </td>
              <td>
                <b>{piece.place || '—'}</b>
              </td>
              <td>
                <b>{piece.name}</b> {piece.spec} <span className="muted">{piece.maker}</span>
                {piece.cold_chain === 1 && <b>　{piece.storage || '冷链'}</b>}
              </td>
              <td>
                <b>{piece.batch_no}</b>
                {piece.locked === 1 && <b className="bad"> 已锁定</b>}
              </td>
              <td>{piece.expiry_date}</td>
              <td className="num">
                <b>{numberText(piece.number)}</b> {piece.unit}
              </td>
              <td>{totesText(piece)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted s12">拣货人：　　　　　　　　时间：　　　　　　　　</p>
    </div>
  )
}

/** 1 格×3　4 格×2 */
export const totesText = ({ orders }: Pick<WavePieceWire, 'orders'>): string =>
  orders.map(({ tote, number }) => `${tote} 格×${numberText(number)}`).join('　')
