import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import { Icon } from '#ui/Icon.tsx'
import { focusQuery } from '../api/queries.ts'
import { SiteLink } from '../parts/SiteLink.tsx'
import css from './CornerAdvert.module.css'

/** The advert at the top right of a page, in the row of the breadcrumb. */
export function CornerAdvert() {
  const [advert] = useQuery(focusQuery(useApi(), 'common')).data ?? []
  if (!advert) return null
  return (
    <aside className={`wrap ${css.place}`} aria-label="推广">
      <SiteLink url={advert.url} className={css.advert}>
        <Icon name="shield" size={14} />
        <b>{advert.title}</b>
        <span className="ell">{advert.subtitle}</span>
        <Icon name="right" size={12} />
      </SiteLink>
    </aside>
  )
}
