import type { AdvertWire } from '#contract/content.ts'
import { Icon } from '#ui/Icon.tsx'
import { SiteLink } from '../../parts/SiteLink.tsx'
import css from './ZoneAdverts.module.css'

/** The adverts of a zone's slot, side by side under its head. */
export function ZoneAdverts({ adverts }: { adverts: readonly AdvertWire[] }) {
  if (adverts.length === 0) return null
  return (
    <ul data-terms className={css.adverts} aria-label="专区推荐">
      {adverts.slice(0, 3).map(({ id, title, subtitle, image, url }) => (
        <li key={id}>
          <SiteLink url={url} className={image ? `${css.advert} ${css.pictured}` : css.advert}>
            {image && <img src={image} alt="" loading="lazy" />}
            <span>
              <b className="ell">{title}</b>
              {subtitle && <small className="ell">{subtitle}</small>}
            </span>
            <Icon name="right" size={14} />
          </SiteLink>
        </li>
      ))}
    </ul>
  )
}
