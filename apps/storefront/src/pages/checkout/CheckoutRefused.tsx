import { ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { useIsOpen } from '../../app/site.tsx'
import type { Refusal } from '../../parts/paying/failure.ts'
import { paths } from '../../paths.ts'
import { RefusedLines } from './RefusedLines.tsx'

/** Nothing can be settled: why, goods by goods, and the ways on. */
export function CheckoutRefused({ refusal }: { refusal: Refusal }) {
  const isOpen = useIsOpen()
  const { message, lines, reasons } = refusal
  const others = reasons.filter((reason) => reason.message !== message)
  return (
    <section className="panel" role="alert">
      <Empty
        picture="order"
        text={lines.length > 1 ? `有 ${lines.length} 种商品暂不能购买` : message}
        hint={lines.length > 1 ? <RefusedLines lines={lines} /> : others.map((reason) => reason.message).join('；')}
      >
        {reasons.map(
          (reason) =>
            reason.action &&
            isOpen(reason.action.url) && (
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
