import { Popover } from 'antd'
import type { StaffOrderWire } from '#contract/staff-orders.ts'
import { Money } from '../../parts/Money.tsx'
import { numberText } from '../../parts/numbers.ts'

type Line = StaffOrderWire['lines'][number]

/** Why a line costs what it does, in what the order itself keeps. */
function Why({ line }: { line: Line }) {
  return (
    <div className="why">
      <b>
        {line.name} ×{numberText(line.number)}
      </b>
      <table className="tb tb-in">
        <tbody>
          <tr>
            <td>
              {numberText(line.number)} {line.unit} × <Money yuan={line.price} />
            </td>
            <td className="num">
              <Money yuan={line.amount} />
            </td>
          </tr>
          {line.shares.map((share) => (
            <tr key={share.name}>
              <td>{share.name}（分摊）</td>
              <td className="num">
                −<Money yuan={share.amount} />
              </td>
            </tr>
          ))}
          <tr>
            <td className="strong">应付</td>
            <td className="num">
              <Money yuan={line.paid} strong />
            </td>
          </tr>
        </tbody>
      </table>
      {line.explanation.map((one) => (
        <p key={one} className="muted s12">
          {one}
        </p>
      ))}
    </div>
  )
}

export function LinesTable({ order }: { order: StaffOrderWire }) {
  const seesPrices = order.total !== null
  return (
    <table className="tb">
      <thead>
        <tr>
          <th>#</th>
          <th>商品</th>
          <th>批号</th>
          <th>有效期至</th>
          <th className="num">数量</th>
          {seesPrices && (
            <>
              <th className="num">单价</th>
              <th>价源</th>
              <th className="num">优惠</th>
              <th className="num">应付</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line, at) => (
          <tr key={line.id}>
            <td>{at + 1}</td>
            <td>
              <b>{line.name}</b> {line.tag && <span className="chip chip-info">{line.tag}</span>}{' '}
              <small className="muted">
                {line.spec} · {line.maker}
              </small>
            </td>
            <td>
              {line.batches
                .map((one) => (line.batches.length > 1 ? `${one.batch_no}×${numberText(one.number)}` : one.batch_no))
                .join('、') || '—'}
            </td>
            <td>{line.batches.map((one) => one.expiry_date).join('、') || '—'}</td>
            <td className="num">
              {numberText(line.number)} {line.unit}
            </td>
            {seesPrices && (
              <>
                <td className="num">
                  <Money yuan={line.price} />
                </td>
                <td className="nowrap">
                  <Popover trigger="click" placement="left" content={<Why line={line} />}>
                    <button type="button" className="because" title={`${line.name} 的价格从哪里来`}>
                      {line.source_name}
                    </button>
                  </Popover>
                </td>
                <td className="num">{line.reduction === '0.00' ? '—' : <Money yuan={`-${line.reduction}`} />}</td>
                <td className="num">
                  <Popover trigger="click" placement="left" content={<Why line={line} />}>
                    <button type="button" className="because" title={`${line.name} 为什么是这个金额`}>
                      <Money yuan={line.paid} strong />
                    </button>
                  </Popover>
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
