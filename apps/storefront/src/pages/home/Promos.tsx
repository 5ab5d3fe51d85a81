import type { AdvertWire } from '#contract/content.ts'
import { Icon } from '#ui/Icon.tsx'
import { SiteLink } from '../../parts/SiteLink.tsx'
import css from './Blocks.module.css'

/** The adverts of the right-hand slot, side by side under the flash sale. */
export function Promos({ adverts }: { adverts: readonly AdvertWire[] }) {
  return (
    <ul className={css.promos} aria-label="推荐专场">
      {adverts.slice(0, 4).map(({ id, title, subtitle, image, url, style }) => (
        <li key={id}>
          <SiteLink url={url} className={`${css.promo} ${css[style] ?? css.selected}`}>
            {image && <img src={image} alt="" loading="lazy" />}
            <span>
              <b>{title}</b>
              <small>{subtitle}</small>
            </span>
            <Icon name="right" size={14} />
          </SiteLink>
        </li>
      ))}
    </ul>
  )
}
