import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CartLineWire, CartListWire } from '#contract/cart-shapes.ts'
import { Icon } from '#ui/Icon.tsx'
import { useDrawnFirst } from '#ui/useDrawnFirst.ts'
import { CouponChoice } from '../../parts/CouponChoice.tsx'
import { CopyDialog } from '../../parts/cart/CopyDialog.tsx'
import { type CartFilter, cartSections, filterChips, otherActivities, selectedIds, tickedOf } from '../../parts/cart/cart-data.ts'
import { DeleteDialog } from '../../parts/cart/DeleteDialog.tsx'
import { walkQuantities } from '../../parts/cart/quantity-keys.ts'
import type { CartWork } from '../../parts/cart/useCart.ts'
import { useOtherStores } from '../../parts/cart/useOtherStores.ts'
import { giftsHere } from '../../parts/gifts-here.ts'
import { choiceQuery, chosenCoupons, savedByCoupons } from '../../parts/offer-choice.ts'
import { StepBanner } from '../../parts/steps/StepBanner.tsx'
import type { ChoiceHere } from '../../parts/useOfferChoice.ts'
import { paths } from '../../paths.ts'
import { CartBar } from './CartBar.tsx'
import { CartGroup } from './CartGroup.tsx'
import css from './cart.module.css'
import offers from './cart-offers.module.css'
import { FillHints } from './FillHints.tsx'
import { OtherOffers } from './OtherOffers.tsx'
import { SumPanel } from './SumPanel.tsx'
import { TickAll } from './TickAll.tsx'
import { useNextHints } from './useNextHints.ts'

export function Worksheet({ work, cart, choosing }: { work: CartWork; cart: CartListWire; choosing: ChoiceHere }) {
  const { actions } = work
  const navigate = useNavigate()
  const [filter, setFilter] = useState<CartFilter>('all')
  const [deleting, setDeleting] = useState<readonly CartLineWire[]>([])
  const [copying, setCopying] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const stores = useOtherStores()
  const hints = useNextHints(cart)
  const gifts = giftsHere(cart.activities, choosing)
  const busy = work.busy.size > 0 || work.counting || choosing.pending

  const chips = useMemo(() => filterChips(cart.list), [cart.list])
  const shown = chips.some((chip) => chip.key === filter && chip.count > 0) ? filter : 'all'
  const sections = useMemo(() => cartSections(cart, shown), [cart, shown])
  const visible = sections.flatMap((section) => section.lines)
  const drawn = new Set(useDrawnFirst(visible))
  const selected = cart.list.filter((line) => line.is_selected === 1 && line.can_buy === 1)
  const blocked = cart.list.filter((line) => line.can_buy === 0)
  const ticked = tickedOf(visible)
  const selectAll = (on: boolean): void =>
    actions.select(
      visible.filter((line) => line.can_buy === 1).map(({ id }) => id),
      on,
    )

  const checkout = async (): Promise<void> => {
    setLeaving(true)
    try {
      // The list after the last answer: a number that was just corrected may have dropped a line from the choice.
      const fresh = await actions.settled()
      await navigate(paths.checkout(selectedIds((fresh ?? cart).list), choiceQuery(choosing.wished)))
    } finally {
      setLeaving(false)
    }
  }

  return (
    <>
      <div className="wrap">
        <header className={css.head}>
          <h1>购物车</h1>
          <p className={css.count}>
            {cart.total.line_count} 种商品，已选 {cart.total.selected_lines} 种
          </p>
          <div className={css.steps}>
            <StepBanner step={1} />
          </div>
        </header>
        <div className={css.sift}>
          <fieldset className={css.filters} aria-label="筛选">
            {chips.map((chip) => (
              <button
                key={chip.key}
                type="button"
                className={css.chip}
                aria-pressed={chip.key === shown}
                disabled={chip.count === 0}
                onClick={() => setFilter(chip.key)}
              >
                {chip.name} {chip.count}
              </button>
            ))}
          </fieldset>
          {cart.total.shipping_note && (
            <p className={css.ship}>
              <Icon name="truck" />
              {cart.total.shipping_note}
            </p>
          )}
        </div>
        <div className={`panel ${css.columns}`}>
          <TickAll label="全选" text="全选" ticked={ticked} onChange={selectAll} />
          <span aria-hidden="true">商品</span>
          <span aria-hidden="true" className={css.stockHead}>
            效期 / 库存
          </span>
          <span aria-hidden="true" className={css.num}>
            单价
          </span>
          <span aria-hidden="true" className={css.mid}>
            数量
          </span>
          <span aria-hidden="true" className={css.num}>
            小计
          </span>
        </div>
        <div onKeyDownCapture={walkQuantities}>
          {sections.map((section) => (
            <CartGroup
              key={section.group.key}
              section={section}
              drawn={drawn}
              work={work}
              missing={hints.missing}
              gifts={gifts}
              onDelete={setDeleting}
            />
          ))}
        </div>
        <div className={offers.more}>
          <OtherOffers activities={otherActivities(cart)} gifts={gifts} />
          <div className={offers.settle}>
            <CouponChoice
              coupons={cart.coupons}
              chosen={new Set(choosing.pending && choosing.wished.coupons ? choosing.wished.coupons : chosenCoupons(cart.coupons))}
              automatic={choosing.wished.coupons === null}
              busy={choosing.pending}
              saved={busy ? '' : savedByCoupons(cart.total.rows)}
              onChoose={(coupons) => choosing.choose({ coupons })}
            />
            <SumPanel total={cart.total} busy={busy} />
          </div>
          <FillHints hints={hints.fill} />
        </div>
      </div>
      <CartBar
        total={cart.total}
        ticked={ticked}
        selected={selected}
        blocked={blocked}
        busy={busy}
        leaving={leaving}
        severalStores={stores.length > 0}
        onSelectAll={selectAll}
        onDelete={setDeleting}
        onKeep={actions.keepForLater}
        onCopy={() => setCopying(true)}
        onClearBlocked={() => setDeleting(blocked)}
        onCheckout={() => void checkout()}
      />
      <DeleteDialog lines={deleting} onClose={() => setDeleting([])} onDelete={actions.remove} onKeep={actions.keepForLater} />
      {copying && <CopyDialog stores={stores} lines={selected} onClose={() => setCopying(false)} />}
      <p role="status" className="said">
        {work.announcement}
      </p>
    </>
  )
}
