import { Link } from 'react-router'
import { Empty } from '#ui/Empty.tsx'
import { Icon } from '#ui/Icon.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { moneyText } from '#ui/yuan.ts'
import { useUser } from '../api/queries.ts'
import { memberPaths } from '../member-paths.ts'
import { LoginLink } from '../parts/LoginLink.tsx'
import { paths } from '../paths.ts'
import { papersTone } from './papers.ts'
import css from './SideBar.module.css'
import { Manager } from './SidePanels.tsx'
import { useLogout } from './useLogout.ts'

/** The buyer's own figures, one click away on every page. */
export default function AccountPanel() {
  const user = useUser()
  const { logout, busy } = useLogout()
  if (user === null)
    return (
      <Empty picture="paper" text="登录后查看账户" hint="价格、余额和订单只对通过审核的企业显示。">
        <LoginLink className="btn btn-primary btn-lg">登录</LoginLink>
      </Empty>
    )
  const papers = papersTone(user)
  return (
    <div className={css.body}>
      <Link className={css.name} to={memberPaths.member()}>
        {user.company}
      </Link>
      <div>
        <StateBadge tone={papers.tone}>{papers.text}</StateBadge>
      </div>
      {user.papers_note && (
        <p className="note note-warn">
          <Icon name="alert" />
          {user.papers_note}
        </p>
      )}
      {user.admin.name !== '' && <Manager admin={user.admin} />}
      <div className={css.stats}>
        <Link to={memberPaths.balance()}>
          <span>账户余额</span>
          <b>{moneyText(user.balance)}</b>
        </Link>
        <Link to={paths.cart()}>
          <span>购物车</span>
          <b>{user.cart_count} 种</b>
        </Link>
        {user.order_counts.map(({ status, name, count }) => (
          <Link key={status} to={paths.orders({ status })}>
            <span>{name}</span>
            <b>{count}</b>
          </Link>
        ))}
      </div>
      <button type="button" className="btn btn-block" disabled={busy} onClick={logout}>
        安全退出
      </button>
    </div>
  )
}
