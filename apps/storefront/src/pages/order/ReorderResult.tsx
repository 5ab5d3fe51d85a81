import type { DataOf } from '#contract/call.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import css from '../../parts/orders/order.module.css'
import { paths } from '../../paths.ts'

/** Some goods of the old order cannot be bought now: which, and why. */
export function ReorderResult({
  answer,
  onClose,
}: {
  answer: DataOf<typeof import('#contract/order.ts').orderReorder>
  onClose: () => void
}) {
  return (
    <Dialog
      title={answer.added > 0 ? `${answer.added} 种商品已加入购物车` : '没有商品加入购物车'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>知道了</Button>
          {answer.added > 0 && (
            <ButtonLink kind="primary" to={paths.cart()}>
              去购物车
            </ButtonLink>
          )}
        </>
      }
    >
      <p>以下 {answer.refused.length} 种商品现在不能购买：</p>
      <ul className={css.refused}>
        {answer.refused.map((line) => (
          <li key={line.goods_id}>
            <span>{line.name}</span>
            <em>{line.message}</em>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
