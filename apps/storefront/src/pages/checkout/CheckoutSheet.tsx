import { useRef, useState } from 'react'
import type { CheckoutSheetWire } from '#contract/checkout.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import columns from '#ui/columns.module.css'
import { moneyText } from '#ui/yuan.ts'
import { Earned } from '../../parts/Earned.tsx'
import { MoneyRows } from '../../parts/MoneyRows.tsx'
import type { OfferChoice } from '../../parts/offer-choice.ts'
import { paths } from '../../paths.ts'
import { Addresses } from './Addresses.tsx'
import { ChangesNote } from './ChangesNote.tsx'
import css from './checkout.module.css'
import { Invoice } from './Invoice.tsx'
import { Offers } from './Offers.tsx'
import { OrderPreview } from './OrderPreview.tsx'
import { Papers } from './Papers.tsx'
import { RefusedLines } from './RefusedLines.tsx'
import type { PlaceBody } from './submission.ts'
import { Undeliverable } from './Undeliverable.tsx'
import { useCheckout, type Wish } from './useCheckout.ts'

interface Props {
  ids: readonly number[]
  first: CheckoutSheetWire
  /** Coupons and gifts as they were chosen in the cart. */
  choice: OfferChoice
  /** What an earlier submit was refused with. */
  refused: string
  onUnanswered: (body: PlaceBody) => void
}

export function CheckoutSheet({ ids, first, choice, refused, onUnanswered }: Props) {
  const [addresses, setAddresses] = useState(first.addresses)
  // The sheet is reckoned for the default address until another one is chosen.
  const addressId = (addresses.find((one) => one.is_default === 1) ?? addresses[0])?.id ?? null
  const checkout = useCheckout(first, ids, { ...choice, addressId, balance: '', voucher: '' }, onUnanswered)
  const { sheet, ask, phase, changes } = checkout
  const [invoiceKind, setInvoiceKind] = useState<Wish['invoiceKind']>(first.invoice.tax_no ? 'special' : 'normal')
  const [remark, setRemark] = useState('')
  const submit = useRef<HTMLButtonElement>(null)

  const added = (list: typeof addresses): void => {
    const known = new Set(addresses.map(({ id }) => id))
    setAddresses(list)
    const fresh = list.find(({ id }) => !known.has(id))
    if (fresh) void checkout.change({ addressId: fresh.id })
  }
  const agree = (): void => {
    checkout.agree()
    submit.current?.focus()
  }
  // What changed is said above, line by line; the answer's own sentence would say it twice.
  const problem = changes.length > 0 || checkout.stopped.length > 0 ? '' : checkout.problem || (phase === 'idle' ? refused : '')
  const wish = ask.addressId === null ? null : { addressId: ask.addressId, invoiceKind, remark: remark.trim() }

  return (
    <>
      <ChangesNote changes={changes} total={sheet.total} onAgree={agree} />
      <div className={columns.grid}>
        <div className={columns.column}>
          <Addresses
            addresses={addresses}
            chosen={ask.addressId}
            onChoose={(id) => void checkout.change({ addressId: id })}
            onAdded={added}
          />
          <Undeliverable lines={sheet.undeliverable} />
          <Papers papers={sheet.papers} />
          {sheet.orders.map((order, index) => (
            <OrderPreview key={order.key} order={order} place={index + 1} alone={sheet.orders.length === 1} />
          ))}
          <Offers checkout={checkout} />
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
          <Earned cashback={sheet.cashback} points={sheet.points} />
          {checkout.stopped.length > 0 && (
            <div className={css.stopped}>
              <RefusedLines lines={checkout.stopped} />
              <ButtonLink block to={paths.cart()}>
                返回购物车修改
              </ButtonLink>
            </div>
          )}
          <div className={css.submitBar}>
            {/* On a phone the bar stays in sight, and the answer to its button with it. */}
            {problem && (
              <p className={css.problem} role="alert">
                {problem}
              </p>
            )}
            {problem &&
              checkout.waysOn.map(({ text, url }) => (
                <ButtonLink key={url} block to={url}>
                  {text}
                </ButtonLink>
              ))}
            <Button
              ref={submit}
              kind="primary"
              size="xl"
              block
              // Not disabled while changes wait: it takes the focus once they are agreed to.
              disabled={phase !== 'idle' || wish === null || sheet.undeliverable.length > 0}
              aria-disabled={changes.length > 0 || undefined}
              onClick={() => wish && changes.length === 0 && void checkout.submit(wish)}
            >
              {phase === 'sending' ? '正在提交…' : phase === 'counting' ? '正在计算…' : `提交订单 ${moneyText(sheet.total)}`}
            </Button>
          </div>
          {changes.length > 0 && <p className={css.fine}>请先在页面上方核对并接受变化</p>}
          {wish === null && <p className={css.fine}>请先填写收货地址</p>}
          {sheet.undeliverable.length > 0 && <p className={css.fine}>请先换一个能送达的收货地址</p>}
          {sheet.notice && <p className={css.fine}>{sheet.notice}</p>}
        </aside>
      </div>
    </>
  )
}
