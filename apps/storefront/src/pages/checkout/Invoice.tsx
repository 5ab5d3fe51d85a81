import { useId } from 'react'
import type { CheckoutSheetWire } from '#contract/checkout.ts'
import { Block } from '#ui/Block.tsx'
import css from './checkout.module.css'
import type { Wish } from './useCheckout.ts'

const KINDS: readonly { kind: Wish['invoiceKind']; name: string }[] = [
  { kind: 'special', name: '电子专票' },
  { kind: 'normal', name: '电子普票' },
]
const REMARK_MAX = 200

interface Props {
  invoice: CheckoutSheetWire['invoice']
  kind: Wish['invoiceKind']
  remark: string
  onKind: (kind: Wish['invoiceKind']) => void
  onRemark: (remark: string) => void
}

export function Invoice({ invoice, kind, remark, onKind, onRemark }: Props) {
  const id = useId()
  return (
    <Block title="发票与备注">
      <div className={css.invoice}>
        <div className="seg" role="radiogroup" aria-label="发票类型">
          {KINDS.map((one) => (
            <label key={one.kind}>
              <input
                className="said"
                type="radio"
                name="invoice"
                checked={kind === one.kind}
                disabled={one.kind === 'special' && invoice.tax_no === ''}
                onChange={() => onKind(one.kind)}
              />
              <span>{one.name}</span>
            </label>
          ))}
        </div>
        <span>{invoice.title}</span>
        <span className={css.muted}>{invoice.tax_no ? `税号 ${invoice.tax_no}` : '没有登记税号，只能开普票'}</span>
      </div>
      <div className={css.remark}>
        <label htmlFor={id}>备注</label>
        <textarea
          id={id}
          className="input"
          rows={2}
          maxLength={REMARK_MAX}
          placeholder="例如：请附纸质药检报告"
          value={remark}
          onChange={(event) => onRemark(event.target.value)}
        />
        <small>
          {remark.length} / {REMARK_MAX}
        </small>
      </div>
    </Block>
  )
}
