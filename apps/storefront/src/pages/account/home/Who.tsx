import { Link } from 'react-router'
import type { UserBaseWire } from '#contract/user.ts'
import { Icon } from '#ui/Icon.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { managerTitle } from '../../../frame/manager-title.ts'
import { papersTone } from '../../../frame/papers.ts'
import { memberPaths } from '../../../member-paths.ts'
import css from './home.module.css'

/** Who is here: the company as it stands, its licences, and who looks after it. */
export function Who({ user }: { user: UserBaseWire }) {
  const papers = papersTone(user)
  const { admin } = user
  return (
    <section className={`panel ${css.who}`} aria-label="我的企业">
      <div className={css.company}>
        <i className={css.badge}>{user.face ? <img src={user.face} alt="" /> : <Icon name="store" size={24} />}</i>
        <div>
          <h1>{user.company}</h1>
          <p className={css.chips}>
            <StateBadge tone={user.is_passed ? 'ok' : 'wait'}>{user.is_passed ? '已通过审核' : user.review_name}</StateBadge>
            {user.is_passed === 1 && papers.tone !== 'ok' && <StateBadge tone={papers.tone}>{papers.text}</StateBadge>}
            <span className="chip">{user.company_type}</span>
            {user.rank && <span className="chip">价格等级 {user.rank}</span>}
            {user.is_special === 1 && <span className="chip">享协议价</span>}
            {user.stores.length > 1 && (
              <Link className="chip" to={memberPaths.stores()}>
                共 {user.stores.length} 家门店
                <Icon name="right" size={12} />
              </Link>
            )}
          </p>
          <p className={css.person}>
            {user.name} {user.phone}
          </p>
        </div>
      </div>
      {admin.name !== '' && (
        <div className={css.manager}>
          <i>{admin.name.slice(0, 1)}</i>
          <p>
            <b>{admin.name}</b>
            <span className="chip">{managerTitle(admin)}</span>
            {admin.phone && <a href={`tel:${admin.phone}`}>{admin.phone}</a>}
          </p>
        </div>
      )}
    </section>
  )
}
