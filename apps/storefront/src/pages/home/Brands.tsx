import type { HeaderWire } from '#contract/content.ts'
import { Icon } from '#ui/Icon.tsx'
import { SiteLink } from '../../parts/SiteLink.tsx'
import { paths } from '../../paths.ts'
import css from './Blocks.module.css'
import { Section } from './Section.tsx'

const HUES = 6

/** Makers with a name; each leads to what it makes. */
export function Brands({ brands }: { brands: HeaderWire['brand'] }) {
  return (
    <Section
      title="品牌专区"
      about="厂家直供 · 授权可查"
      end={
        <SiteLink url={paths.brands()} className="more">
          全部品牌
          <Icon name="right" size={12} />
        </SiteLink>
      }
    >
      <ul className={css.brands}>
        {brands.slice(0, 12).map(({ id, name, logo, count }) => (
          <li key={id}>
            <SiteLink url={paths.brand(id)} className={`${css.brand} ${css[`hue${id % HUES}`]}`}>
              {logo ? <img src={logo} alt="" width="40" height="40" loading="lazy" /> : <i aria-hidden="true">{name.slice(0, 1)}</i>}
              <span>
                <b className="ell">{name}</b>
                <small>{count} 个品规</small>
              </span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}
