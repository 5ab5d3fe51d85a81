import { Button, InputNumber } from 'antd'
import type { EntrySheetWire } from '#contract/order-entry.ts'
import { Money } from '../../parts/Money.tsx'
import { numberText } from '../../parts/numbers.ts'
import { type EntryLine, withNumber, without } from './entry-lines.ts'

interface Props {
  lines: readonly EntryLine[]
  shown: EntrySheetWire | undefined
  onChange: (lines: readonly EntryLine[]) => void
}

/** What will be ordered: the number is the clerk's, the price is the company's own. */
export function EntryLines({ lines, shown, onChange }: Props) {
  if (lines.length === 0) return <p className="sec muted">还没有商品：打首字母、编码或扫条码，后面写数量；也可以粘贴多行。</p>
  const facts = new Map(shown?.lines.map((line) => [line.goods_id, line]))
  return (
    <table className="tb">
      <thead>
        <tr>
          <th>#</th>
          <th>商品</th>
          <th className="num">数量</th>
          <th className="num">单价</th>
          <th className="num">应付</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => {
          const one = facts.get(line.goods_id)
          const name = one?.name ?? line.name ?? ''
          const why = one?.reasons.map((reason) => reason.message).join('；') ?? ''
          return (
            <tr key={line.goods_id} className={why ? 'is-bad' : ''}>
              <td>{at + 1}</td>
              <td>
                <b>{name}</b> {one?.tag && <span className="chip chip-info">{one.tag}</span>}{' '}
                <small className="muted">{one ? `${one.spec} · ${one.maker}` : ''}</small>
                {why && <div className="bad s12">{why}</div>}
                {!why && one?.price_note && <div className="muted s12">{one.price_note}</div>}
              </td>
              <td className="num">
                <InputNumber
                  size="small"
                  aria-label={`${name} 数量`}
                  min={1}
                  precision={0}
                  step={one?.step ?? 1}
                  value={line.number}
                  onChange={(value) => value !== null && onChange(withNumber(lines, line.goods_id, value))}
                />{' '}
                {one?.unit}
              </td>
              <td className="num">{one?.price ? <Money yuan={one.price} /> : '—'}</td>
              <td className="num">{one ? <Money yuan={one.net} strong /> : '—'}</td>
              <td className="num">
                <Button size="small" type="text" aria-label={`去掉 ${name}`} onClick={() => onChange(without(lines, line.goods_id))}>
                  ×
                </Button>
              </td>
            </tr>
          )
        })}
        {shown?.gifts.map((gift) => (
          <tr key={`gift-${gift.name}`} className="muted">
            <td />
            <td>
              {gift.name} <span className="chip chip-info">赠</span>
            </td>
            <td className="num">
              {numberText(gift.number)} {gift.unit}
            </td>
            <td />
            <td className="num">
              <Money yuan="0.00" />
            </td>
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
