import { useState } from 'react'
import type { CheckoutSheetWire } from '#contract/cart.ts'
import { Button, ButtonLink } from '../../parts/Button.tsx'
import columns from '../../parts/columns.module.css'
import { MoneyRows } from '../../parts/MoneyRows.tsx'
import { moneyText } from '../../parts/yuan.ts'
import { paths } from '../../paths.ts'
import { Addresses } from './Addresses.tsx'
import { Balance } from './Balance.tsx'
import { ChangesNote } from './ChangesNote.tsx'
import css from './checkout.module.css'
import { Invoice } from './Invoice.tsx'
import { OrderPreview } from './OrderPreview.tsx'
import { Papers } from './Papers.tsx'
import { RefusedLines } from './RefusedLines.tsx'
import type { PlaceBody } from './submission.ts'
import { useCheckout, type Wish } from './useCheckout.ts'

interface Props {
  ids: readonly number[]
  first: CheckoutSheetWire
  /** What an earlier submit was refused with. */
  refused: string
  onUnanswered: (body: PlaceBody) => void
}

export function CheckoutSheet({ ids, first, refused, onUnanswered }: Props) {
  const checkout = useCheckout(first, ids, onUnanswered)
  const { sheet, phase } = checkout
  const [addresses, setAddresses] = useState(first.addresses)
  const [addressId, setAddressId] = useState(() => (addresses.find((one) => one.is_default === 1) ?? addresses[0])?.id ?? null)
  const [invoiceKind, setInvoiceKind] = useState<Wish['invoiceKind']>(first.invoice.tax_no ? 'special' : 'normal')
  const [remark, setRemark] = useState('')

  const added = (list: typeof addresses): void => {
    const known = new Set(addresses.map(({ id }) => id))
    setAddresses(list)
    setAddressId(list.find(({ id }) => !known.has(id))?.id ?? addressId)
  }
  // What changed is said above, line by line; the answer's own sentence would say it twice.
  const problem = checkout.changes.length > 0 || checkout.stopped.length > 0 ? '' : checkout.problem || (phase === 'idle' ? refused : '')

  return (
    <>
      <ChangesNote changes={checkout.changes} />
      <div className={columns.grid}>
        <div className={columns.column}>
          <Addresses addresses={addresses} chosen={addressId} onChoose={setAddressId} onAdded={added} />
          <Papers papers={sheet.papers} />
          {sheet.orders.map((order, index) => (
            <OrderPreview key={order.key} order={order} place={index + 1} alone={sheet.orders.length === 1} />
          ))}
          {sheet.balance !== '0.00' && (
            <Balance
              available={sheet.balance}
              used={checkout.balance}
              disabled={phase !== 'idle'}
              onUse={(yuan) => void checkout.takeBalance(yuan)}
            />
          )}
          <Invoice invoice={sheet.invoice} kind={invoiceKind} remark={remark} onKind={setInvoiceKind} onRemark={setRemark} />
        </div>
        <aside className={`panel ${css.sum}`} aria-label="金额明细" aria-busy={phase === 'counting'}>
          <h2>金额明细</h2>
          <MoneyRows rows={sheet.rows} total={{ label: '应付合计', amount: sheet.total }} />
          {sheet.orders.length > 1 && (
            <ul className={css.split} aria-label="各订单应付">
              {sheet.orders.map((order, index) => (
                <li key={order.key}>
                  <span>
                    订单 {index + 1}
                    {order.is_hm === 1 && '（对公转账）'}
                  </span>
                  <span>{moneyText(order.payable)}</span>
                </li>
              ))}
            </ul>
          )}
          {problem && (
            <p className={css.problem} role="alert">
              {problem}
            </p>
          )}
          {checkout.stopped.length > 0 && (
            <div className={css.stopped}>
              <RefusedLines lines={checkout.stopped} />
              <ButtonLink block to={paths.cart()}>
                返回购物车修改
              </ButtonLink>
            </div>
          )}
          <div className={css.submitBar}>
            <Button
              kind="primary"
              size="xl"
              block
              disabled={phase !== 'idle' || addressId === null}
              onClick={() => addressId !== null && void checkout.submit({ addressId, invoiceKind, remark: remark.trim() })}
            >
              {phase === 'sending' ? '正在提交…' : phase === 'counting' ? '正在计算…' : `提交订单 ${moneyText(sheet.total)}`}
            </Button>
          </div>
          {addressId === null && <p className={css.fine}>请先填写收货地址</p>}
          {sheet.notice && <p className={css.fine}>{sheet.notice}</p>}
        </aside>
      </div>
    </>
  )
}
