import { ButtonLink } from '#ui/Button.tsx'
import css from '../../parts/paying/pay.module.css'
import type { PayInfo } from '../../parts/paying/pay-info.ts'
import { paths } from '../../paths.ts'

/** The order that was to be paid is not payable any more (cancelled by the buyer, the staff or the clock). */
export function OrderClosed({ info }: { info: PayInfo }) {
  return (
    <section className={`panel ${css.closed}`}>
      <h2>{info.status === 'cancelled' ? '订单已取消，无需支付' : '订单已支付'}</h2>
      <p>
        {info.status === 'cancelled'
          ? '占用的库存和余额已经退回。需要这些商品时，可以在订单详情里再来一单。'
          : '我们已经收到货款，正在为您备货。'}
      </p>
      <p className={css.ways}>
        <ButtonLink kind="primary" to={paths.order(info.id)}>
          查看订单
        </ButtonLink>
        <ButtonLink to={paths.orders()}>我的订单</ButtonLink>
      </p>
    </section>
  )
}
