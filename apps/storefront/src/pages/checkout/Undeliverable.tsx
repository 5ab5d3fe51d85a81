import type { CheckoutSheetWire } from '#contract/checkout.ts'
import { useIsOpen } from '../../app/site.tsx'
import { ButtonLink } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import css from './checkout.module.css'
import { RefusedLines } from './RefusedLines.tsx'

/** What may not go to the chosen address, goods by goods, and where addresses are kept. */
export function Undeliverable({ lines }: { lines: CheckoutSheetWire['undeliverable'] }) {
  const isOpen = useIsOpen()
  if (lines.length === 0) return null
  const action = lines.flatMap((line) => line.reasons).find((reason) => reason.action)?.action
  const said = lines.map(({ id, name, reasons }) => ({ id, name, message: reasons.map((reason) => reason.message).join('；') }))
  return (
    <section className={`note note-warn ${css.undeliverable}`} role="alert" aria-label="不能送到该地址的商品">
      <Icon name="warn" size={18} />
      <div>
        <b>有 {lines.length} 种商品不能送到该地址</b>
        <RefusedLines lines={said} />
      </div>
      {action && isOpen(action.url) && (
        <ButtonLink size="sm" to={action.url}>
          {action.text}
        </ButtonLink>
      )}
    </section>
  )
}
