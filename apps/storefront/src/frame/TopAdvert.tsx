import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import { Icon } from '#ui/Icon.tsx'
import { focusQuery } from '../api/queries.ts'
import { SiteLink } from '../parts/SiteLink.tsx'
import css from './TopAdvert.module.css'

/** A strip over everything, when the operator has one; closed for this visit by its cross. */
export function TopAdvert() {
  const [advert] = useQuery(focusQuery(useApi(), 'top')).data ?? []
  const [closed, setClosed] = useState(false)
  if (!advert || closed) return null
  return (
    <aside className={css.advert} aria-label="推广">
      <SiteLink url={advert.url} className={css.text}>
        {advert.image && <img src={advert.image} alt="" height="40" />}
        <b>{advert.title}</b>
        {advert.subtitle && <span>{advert.subtitle}</span>}
        <Icon name="right" size={12} />
      </SiteLink>
      <button type="button" className={css.close} aria-label="关闭推广" onClick={() => setClosed(true)}>
        <Icon name="close" />
      </button>
    </aside>
  )
}
