import { useApi } from '../api/context.tsx'
import { linksQuery, useUser } from '../api/queries.ts'
import { useQuery } from '../api/useQuery.ts'
import { Empty } from '../parts/Empty.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'
import { LoginLink } from './LoginLink.tsx'
import css from './SideBar.module.css'

export function CartForGuest() {
  return (
    <Empty picture="cart" text="登录后查看购物车">
      <LoginLink className="btn btn-primary btn-lg">登录</LoginLink>
    </Empty>
  )
}

export function Service() {
  const links = useQuery(linksQuery(useApi())).data
  const user = useUser()
  if (!links) return <Skeleton height={120} />
  const contacts = [links.qq1, links.qq2].filter(Boolean)
  return (
    <div className={css.body}>
      {user && user.admin.name !== '' && (
        <p className={css.manager}>
          <Icon name="headset" />
          <span>
            {user.admin.is_default ? '专属客服' : '客户经理'} {user.admin.name}
          </span>
          {user.admin.phone && <a href={`tel:${user.admin.phone}`}>{user.admin.phone}</a>}
        </p>
      )}
      {contacts.map((qq, index) => (
        <a
          key={qq}
          className="btn btn-lg btn-block"
          href={`https://wpa.qq.com/msgrd?v=3&uin=${qq}&site=qq&menu=yes`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon name="headset" />
          QQ 客服{index + 1} · {qq}
        </a>
      ))}
      {links.hot_line && (
        <a className="btn btn-lg btn-soft btn-block" href={`tel:${links.hot_line}`}>
          <Icon name="phone" />
          {links.hot_line}
        </a>
      )}
      {links.hours.map((text) => (
        <p key={text} className="muted">
          {text}
        </p>
      ))}
    </div>
  )
}

export function Scan() {
  return (
    <div className={`${css.body} ${css.scan}`}>
      <img src="/img/qr.svg" alt="本站手机版网址的二维码" width="180" height="180" />
      <p>微信或浏览器扫码，在手机上查价、订货、看订单</p>
    </div>
  )
}
