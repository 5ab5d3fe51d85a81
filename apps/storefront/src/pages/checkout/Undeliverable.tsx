import type { CheckoutSheetWire } from '#contract/checkout.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useIsOpen } from '../../app/site.tsx'
import css from './checkout.module.css'

/** What may not go to the chosen address: each reason once, with its goods, and where addresses are kept. */
export function Undeliverable({ lines }: { lines: CheckoutSheetWire['undeliverable'] }) {
  const isOpen = useIsOpen()
  if (lines.length === 0) return null
  const action = lines.flatMap((line) => line.reasons).find((reason) => reason.action)?.action
  const namesOf = new Map<string, string[]>()
  for (const { name, reasons } of lines) for (const { message } of reasons) namesOf.set(message, [...(namesOf.get(message) ?? []), name])
  return (
    <section className={`note note-warn ${css.undeliverable}`} role="alert" aria-label="不能送到该地址的商品">
      <Icon name="warn" size={18} />
      <div>
        <b>有 {lines.length} 种商品不能送到该地址</b>
        <ul>
          {[...namesOf].map(([message, names]) => (
            <li key={message}>
              {names.join('、')}：{message}
            </li>
          ))}
        </ul>
        {action && isOpen(action.url) && (
          <ButtonLink size="sm" to={action.url}>
            {action.text}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
