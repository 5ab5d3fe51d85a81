import type { CartLineWire, CartTotalWire } from '#contract/cart-shapes.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Money } from '#ui/Money.tsx'
import { moneyText } from '#ui/yuan.ts'
import { mayKeep, type Ticked } from '../../parts/cart/cart-data.ts'
import css from './cart.module.css'
import { TickAll } from './TickAll.tsx'

interface Props {
  total: CartTotalWire
  ticked: Ticked
  selected: readonly CartLineWire[]
  blocked: readonly CartLineWire[]
  /** Numbers are on their way; the sums are still those before them. */
  busy: boolean
  /** 去结算 waits for the last numbers. */
  leaving: boolean
  severalStores: boolean
  onSelectAll: (selected: boolean) => void
  onDelete: (lines: readonly CartLineWire[]) => void
  onKeep: (lines: readonly CartLineWire[]) => void
  onCopy: () => void
  onClearBlocked: () => void
  onCheckout: () => void
}

/** Sums and bulk work, always in sight at the bottom. */
export function CartBar(props: Props) {
  const { total, selected, blocked, busy } = props
  const none = selected.length === 0
  return (
    <section className={css.bar} aria-label="合计与批量操作">
      <div className="wrap">
        <TickAll className={css.all} label="全选购物车" text="全选" ticked={props.ticked} onChange={props.onSelectAll} />
        <Button kind="ghost" size="sm" className={css.bulk} disabled={none} onClick={() => props.onDelete(selected)}>
          <Icon name="trash" />
          删除
        </Button>
        <Button
          kind="ghost"
          size="sm"
          className={css.bulk}
          disabled={!selected.some(mayKeep)}
          onClick={() => props.onKeep(selected.filter(mayKeep))}
        >
          <Icon name="heart" />
          移入收藏
        </Button>
        {props.severalStores && (
          <Button kind="ghost" size="sm" className={css.bulk} disabled={none} onClick={props.onCopy}>
            <Icon name="copy" />
            复制到其他门店
          </Button>
        )}
        {blocked.length > 0 && (
          <Button kind="ghost" size="sm" className={css.bulk} onClick={props.onClearBlocked}>
            <Icon name="close" />
            清除失效
          </Button>
        )}
        <dl className={css.sums} aria-busy={busy}>
          <div>
            <dt>已选</dt>
            <dd>
              {total.selected_lines} 种 {total.selected_number} 件
            </dd>
          </div>
          <div>
            <dt>商品金额</dt>
            <dd>{moneyText(total.goods_amount)}</dd>
          </div>
          {total.reduction_amount !== '0.00' && (
            <div>
              <dt>已减</dt>
              <dd className={css.less}>−{moneyText(total.reduction_amount)}</dd>
            </div>
          )}
          <div>
            <dt>运费</dt>
            <dd>{moneyText(total.shipping_amount)}</dd>
          </div>
        </dl>
        <p className={css.total} aria-busy={busy}>
          <span>合计</span>
          <Money yuan={total.total} size="lg" />
        </p>
        <Button kind="primary" size="xl" disabled={none || props.leaving} onClick={props.onCheckout}>
          {props.leaving ? '正在核对…' : '去结算'}
        </Button>
      </div>
    </section>
  )
}
