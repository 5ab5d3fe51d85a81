import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { PageArgs } from '../../app/page.ts'
import { cartQuery } from '../../parts/cart/cart-query.ts'
import { useCart } from '../../parts/cart/useCart.ts'
import { choiceIn } from '../../parts/offer-choice.ts'
import { useOfferChoice } from '../../parts/useOfferChoice.ts'
import { CartEmpty } from './CartEmpty.tsx'
import css from './cart.module.css'
import { Worksheet } from './Worksheet.tsx'

/** Always read afresh: prices and stock move, and this page is where they are believed. */
export async function loader({ api, queries, url }: PageArgs): Promise<void> {
  await queries.fetchQuery({ ...cartQuery(api, choiceIn(url.searchParams)), staleTime: 0 })
}

/** Step 1. The cart is one live query, filled by the loader and shared with the drawer; the address holds the chosen coupons and gifts. */
export default function CartPage() {
  const choosing = useOfferChoice()
  const work = useCart(choosing.choice)
  const { cart } = work
  if (cart) return cart.list.length === 0 ? <CartEmpty /> : <Worksheet work={work} cart={cart} choosing={choosing} />
  return (
    <div className="wrap">
      <header className={css.head}>
        <h1>购物车</h1>
      </header>
      {work.failed ? (
        <section className="panel">
          <Empty picture="broken" text="购物车没有加载出来">
            <Button kind="primary" onClick={work.retry}>
              重新加载
            </Button>
          </Empty>
        </section>
      ) : (
        <Skeleton height={480} radius={12} />
      )}
    </div>
  )
}
