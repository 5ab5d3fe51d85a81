import type { GlobalLinksWire } from '#contract/content.ts'
import { Icon } from '#ui/Icon.tsx'
import { LoginLink } from '../../parts/LoginLink.tsx'
import css from './Preparing.module.css'

/** The home page of a shop that has no name or nothing to sell yet: that it is being prepared, and whom to ask. */
export function Preparing({ links }: { links: GlobalLinksWire }) {
  return (
    <div className="wrap">
      <section className={`panel ${css.panel}`}>
        <Icon name="store" size={44} />
        <h1>商城正在筹备</h1>
        <p>{links.company ? `${links.company}的网上采购商城即将开业，商品正在上架。` : '网上采购商城即将开业，商品正在上架。'}</p>
        {links.hot_line && (
          <p>
            采购与合作请致电 <a href={`tel:${links.hot_line}`}>{links.hot_line}</a>
          </p>
        )}
        <p>
          <LoginLink className="btn btn-soft">已有账号，登录</LoginLink>
        </p>
      </section>
    </div>
  )
}
