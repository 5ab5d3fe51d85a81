import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import { Icon } from '#ui/Icon.tsx'
import { focusQuery, useUser } from '../../api/queries.ts'
import { SiteLink } from '../../parts/SiteLink.tsx'
import css from './offers.module.css'
import { rememberClosed, wasClosed } from './visit.ts'

/** One advert in a corner of the window; on a phone it stands under the page. Visitors see the first of its slot, buyers the last. */
export function FloatAdvert() {
  const visitor = useUser() === null
  const adverts = useQuery(focusQuery(useApi(), 'xrtj')).data ?? []
  const [closed, setClosed] = useState(() => wasClosed('float'))
  const advert = visitor ? adverts[0] : adverts.at(-1)
  if (closed || !advert) return null
  const close = () => {
    rememberClosed('float')
    setClosed(true)
  }
  return (
    <aside className={css.float} aria-label="推广">
      <SiteLink url={advert.url} className={css.floatLink}>
        {advert.image ? (
          <img src={advert.image} alt="" />
        ) : (
          <i>
            <Icon name="gift" size={28} />
          </i>
        )}
        <b>{advert.title}</b>
        {advert.subtitle && <small>{advert.subtitle}</small>}
      </SiteLink>
      <button type="button" className={css.close} aria-label="关闭推广" onClick={close}>
        <Icon name="close" size={14} />
      </button>
    </aside>
  )
}
