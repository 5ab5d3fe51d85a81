import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import type { UserBaseWire } from '#contract/user.ts'
import { Empty, type EmptyPicture } from '#ui/Empty.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { linksQuery, useUser } from '../api/queries.ts'
import { LoginLink } from '../parts/LoginLink.tsx'
import { managerTitle } from './manager-title.ts'
import css from './SideBar.module.css'

export function ForGuest({ picture, text }: { picture: EmptyPicture; text: string }) {
  return (
    <Empty picture={picture} text={text}>
      <LoginLink className="btn btn-primary btn-lg">登录</LoginLink>
    </Empty>
  )
}

/** The account manager, two QQ contacts, the hot line and its hours. */
export function Contacts() {
  const links = useQuery(linksQuery(useApi())).data
  const user = useUser()
  if (!links) return <Skeleton height={120} />
  const contacts = [links.qq1, links.qq2].filter(Boolean)
  return (
    <div className={css.body}>
      {user && user.admin.name !== '' && <Manager admin={user.admin} />}
      {contacts.map((qq, index) => (
        <a
          key={qq}
          className="btn btn-lg btn-block"
          href={`https://wpa.qq.com/msgrd?v=3&uin=${qq}&site=qq&menu=yes`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon name="headset" />
          QQ 客服 {index + 1} · {qq}
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

export function Manager({ admin }: { admin: UserBaseWire['admin'] }) {
  return (
    <p className={css.manager}>
      <Icon name="user" />
      <span>
        {managerTitle(admin)} {admin.name}
      </span>
      {admin.phone && <a href={`tel:${admin.phone}`}>{admin.phone}</a>}
    </p>
  )
}

/** Two ways to take the shop along: its WeChat account, and its pages on a phone. */
export function Scan() {
  const wechat = useQuery(linksQuery(useApi())).data?.wechat
  return (
    <div className={`${css.body} ${css.scan}`}>
      {wechat && (
        <figure>
          <img src="/img/wechat.svg" alt={`${wechat}的二维码`} width="160" height="160" />
          <figcaption>
            <b>{wechat}</b>
            <span>微信扫码关注，收发货与证件到期提醒</span>
          </figcaption>
        </figure>
      )}
      <figure>
        <img src="/img/qr.svg" alt="本站手机版网址的二维码" width="160" height="160" />
        <figcaption>
          <b>手机版</b>
          <span>微信或浏览器扫码，在手机上查价、订货、看订单</span>
        </figcaption>
      </figure>
    </div>
  )
}
