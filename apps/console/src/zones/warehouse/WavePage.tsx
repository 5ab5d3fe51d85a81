import { Button } from 'antd'
import { useParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { InHead } from '../../parts/slots.tsx'
import { calls } from './calls.ts'
import './warehouse.css'
import { numberText } from '../../parts/numbers.ts'

/** One walk through the shelves for several orders, on paper: places first, then what of it belongs to which order. */
export default function WavePage() {
  const { ids = '' } = useParams()
  const answer = useAsk(calls.wave, { query: { ids } })
  useKeys([{ key: 'P', what: '打印', run: () => window.print() }])
  return (
    <div className="record">
      <InHead>
        <h1>拣货单</h1>
      </InHead>
      <div className="bar no-print">
        <span className="muted">按货位、商品、批号排好，冷藏的最后拣。打印后按单分拣，回来扫码核对。</span>
        <span className="grow" />
        <Button type="primary" onClick={() => window.print()}>
          打印 <Kbd of="P" />
        </Button>
      </div>
      <div className="record-body">
        <Loaded of={answer}>
          {({ orders, list }) => (
            <div className="sheet">
              <h2>
                拣货单　{orders.length} 单　{list.length} 行　{list.reduce((sum, { number }) => sum + number, 0)} 件
              </h2>
              <table className="tb">
                <thead>
                  <tr>
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
                    <th>分到</th>
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
                      <td>{piece.orders.map(({ no, number }) => `${no.slice(-6)}×${numberText(number)}`).join('　')}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <p className="muted s12">拣货人：　　　　　　　　时间：　　　　　　　　（分到：订单号后六位×数量）</p>
            </div>
          )}
        </Loaded>
      </div>
    </div>
  )
}
