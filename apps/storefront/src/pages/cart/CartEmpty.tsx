import { ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { paths } from '../../paths.ts'
import css from './cart.module.css'

export function CartEmpty() {
  return (
    <div className="wrap">
      <header className={css.head}>
        <h1>购物车</h1>
      </header>
      <section className="panel">
        <Empty picture="cart" text="购物车空空如也~" hint="看看常用商品，或从买过的订单里再来一单。">
          <ButtonLink kind="primary" size="lg" to={paths.list()}>
            去采购
          </ButtonLink>
          <ButtonLink size="lg" to={paths.orders()}>
            我的订单
          </ButtonLink>
        </Empty>
      </section>
    </div>
  )
}
