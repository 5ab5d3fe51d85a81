import { ButtonLink } from '../../parts/Button.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { paths } from '../../paths.ts'
import type { Refusal } from './failure.ts'

/** Nothing can be settled: why, and the ways on. */
export function CheckoutRefused({ refusal }: { refusal: Refusal }) {
  const reasons = refusal.reasons.filter((reason) => reason.message !== refusal.message)
  return (
    <section className="panel" role="alert">
      <Empty picture="order" text={refusal.message} hint={reasons.map((reason) => reason.message).join('；')}>
        {refusal.reasons.map(
          (reason) =>
            reason.action && (
              <ButtonLink key={reason.code} to={reason.action.url}>
                {reason.action.text}
              </ButtonLink>
            ),
        )}
        <ButtonLink kind="primary" to={paths.cart()}>
          返回购物车
        </ButtonLink>
      </Empty>
    </section>
  )
}
