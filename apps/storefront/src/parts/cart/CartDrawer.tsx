import { useState } from 'react'
import type { CartLineWire } from '#contract/cart-shapes.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Money } from '#ui/Money.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { moneyText } from '#ui/yuan.ts'
import { paths } from '../../paths.ts'
import css from './CartDrawer.module.css'
import { CartDrawerLine } from './CartDrawerLine.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { walkQuantities } from './quantity-keys.ts'
import { useCart } from './useCart.ts'

/** The cart in the right side bar: a look and a quick correction, without leaving the page. */
export default function CartDrawer() {
  const work = useCart()
  const [deleting, setDeleting] = useState<readonly CartLineWire[]>([])
  const { cart, actions } = work
  if (!cart) {
    if (!work.failed) return <Skeleton height={320} />
    return (
      <Empty picture="broken" text="购物车没有加载出来">
        <Button onClick={work.retry}>重新加载</Button>
      </Empty>
    )
  }
  if (cart.list.length === 0) {
    return (
      <Empty picture="cart" text="购物车空空如也~">
        <ButtonLink kind="primary" to={paths.list()}>
          去采购
        </ButtonLink>
      </Empty>
    )
  }
  return (
    <div className={css.drawer}>
      <p className={css.head}>
        {cart.total.line_count} 种商品，已选 {cart.total.selected_lines} 种
      </p>
      <div className={css.scroll} onKeyDownCapture={walkQuantities}>
        <ul>
          {cart.list.map((line) => (
            <CartDrawerLine
              key={line.id}
              line={line}
              corrected={work.corrections[line.id] || undefined}
              busy={work.busy.has(line.id)}
              actions={actions}
              onDelete={setDeleting}
            />
          ))}
        </ul>
      </div>
      <footer className={css.foot}>
        {cart.total.reduction_amount !== '0.00' && (
          <p>
            <span>优惠已减</span>
            <span className={css.less}>{moneyText(`-${cart.total.reduction_amount}`)}</span>
          </p>
        )}
        <p aria-busy={work.busy.size > 0 || work.counting}>
          <span>合计（含运费 {moneyText(cart.total.shipping_amount)}）</span>
          <Money yuan={cart.total.total} />
        </p>
        <ButtonLink kind="primary" size="lg" block to={paths.cart()}>
          去购物车结算
        </ButtonLink>
      </footer>
      <DeleteDialog lines={deleting} onClose={() => setDeleting([])} onDelete={actions.remove} onKeep={actions.keepForLater} />
      <p role="status" className="said">
        {work.announcement}
      </p>
    </div>
  )
}
