import { type FocusEvent, useId, useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import { Icon } from '#ui/Icon.tsx'
import { api } from '../api/calls.ts'
import { useUser } from '../api/queries.ts'
import { flagReload, reloadIfFlagged } from '../app/session-flag.ts'
import css from './TopStrip.module.css'

/** For owners of several stores: each has its own licences, prices, cart and orders, so the page is loaded anew. */
export default function StoreSwitch() {
  const user = useUser()
  const client = useApi()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const id = useId()
  if (!user) return null
  const choose = async (companyId: number) => {
    setBusy(true)
    try {
      await client.ask(api.userSwitchStore, { body: { company_id: companyId } })
      flagReload()
      reloadIfFlagged()
    } catch {
      // The reason was shown by the error catalogue; the menu stays for another choice.
      setBusy(false)
    }
  }
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus left, or Escape, from the button and list inside
    <div className={css.stores} onBlur={leave} onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}>
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        切换门店
        <Icon name="down" size={12} />
      </button>
      <ul id={id} className={css.list} hidden={!open}>
        {user.stores.map(({ company_id, name, active }) => (
          <li key={company_id}>
            <button
              type="button"
              disabled={busy || active === 1}
              aria-current={active === 1 ? 'true' : undefined}
              onClick={() => void choose(company_id)}
            >
              <Icon name="store" />
              <span>{name}</span>
              {active === 1 && <Icon name="check" />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
