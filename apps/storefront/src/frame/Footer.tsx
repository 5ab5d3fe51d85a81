import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import { HELP_GROUPS_MAX } from '#contract/constants.ts'
import type { GlobalLinksWire } from '#contract/content.ts'
import { Icon, isIconName } from '#ui/Icon.tsx'
import { linksQuery } from '../api/queries.ts'
import { SiteLink } from '../parts/SiteLink.tsx'
import css from './Footer.module.css'

/** Promises, the first four groups of help, the hot line, the operator's licences and what the site does not publish. */
export function Footer() {
  const links = useQuery(linksQuery(useApi())).data
  if (!links) return <footer className={css.foot} />
  return (
    <footer className={css.foot}>
      <div className="wrap">
        {links.promises.length > 0 && <Promises list={links.promises} />}
        <div className={css.columns}>
          {links.list.slice(0, HELP_GROUPS_MAX).map(({ id, name, children }) => (
            <nav key={id} aria-label={name}>
              <h2>{name}</h2>
              <ul>
                {children.map((link) => (
                  <li key={link.id}>
                    <SiteLink url={link.url}>{link.name}</SiteLink>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          {(links.hot_line || links.hours.length > 0) && (
            <div className={css.line}>
              <h2>服务热线</h2>
              {links.hot_line && (
                <a href={`tel:${links.hot_line}`} className={css.number}>
                  {links.hot_line}
                </a>
              )}
              {links.hours.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
          )}
          <figure className={css.qr}>
            <img src="/img/qr.svg" alt="本站手机版网址的二维码" width="96" height="96" loading="lazy" />
            <figcaption>手机扫码订货</figcaption>
          </figure>
        </div>
        {links.partners.length > 0 && (
          <nav className={css.partners} aria-label="友情链接">
            友情链接
            {links.partners.map(({ name, url }) => (
              <SiteLink key={`${name}${url}`} url={url}>
                {name}
              </SiteLink>
            ))}
          </nav>
        )}
        <Licences links={links} />
      </div>
    </footer>
  )
}

function Promises({ list }: { list: GlobalLinksWire['promises'] }) {
  return (
    <ul className={css.promises}>
      {list.map(({ icon, title, text }) => (
        <li key={title}>
          <i>
            <Icon name={isIconName(icon) ? icon : 'shield'} size={20} />
          </i>
          <span>
            <b>{title}</b>
            <small>{text}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}

export function Licences({ links, bare = false }: { links: GlobalLinksWire; bare?: boolean }) {
  return (
    <div className={bare ? `${css.licences} ${css.bare}` : css.licences}>
      <ul>
        {links.licences.map(({ name, value, url }) => (
          <li key={name}>
            {url ? (
              <a href={url} target="_blank" rel="noreferrer">
                {name}：{value}
              </a>
            ) : (
              `${name}：${value}`
            )}
          </li>
        ))}
      </ul>
      <p>{links.notice}</p>
      {links.company && (
        <p>
          © {links.company}
          {bare && links.hot_line && ` · 客服 ${links.hot_line}`}
        </p>
      )}
    </div>
  )
}
