import { ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { StepBanner } from '../../parts/steps/StepBanner.tsx'
import { paths } from '../../paths.ts'

/** A step that was opened without an order: the ways to one. */
export function NoOrder({ title, step, text, status }: { title: string; step: 3 | 4; text: string; status: string }) {
  return (
    <div className="wrap">
      <PageHead title={title}>
        <StepBanner step={step} />
      </PageHead>
      <section className="panel">
        <Empty picture="order" text={text}>
          <ButtonLink kind="primary" to={paths.orders({ status })}>
            去我的订单
          </ButtonLink>
          <ButtonLink to={paths.cart()}>去购物车</ButtonLink>
        </Empty>
      </section>
    </div>
  )
}
