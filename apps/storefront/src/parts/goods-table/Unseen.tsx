import { Link } from 'react-router'
import type { GoodsCardWire } from '#contract/goods.ts'
import { Icon } from '#ui/Icon.tsx'
import { useIsOpen } from '../../app/site.tsx'
import { LoginLink } from '../LoginLink.tsx'
import css from './table.module.css'

/** Whoever may not see prices is told so once above the table, with the way to them. */
export function Unseen({ member, goods }: { member: boolean; goods: readonly GoodsCardWire[] }) {
  const isOpen = useIsOpen()
  const reason = member ? goods[0]?.reasons[0] : undefined
  return (
    <p className={css.unseenNote}>
      <Icon name="lock" size={14} />
      <span>{member ? (reason?.message ?? '您的企业通过审核后可见价格和库存') : '登录后可见价格和库存，并可用键盘逐行采购'}</span>
      {!member && <LoginLink className="link">去登录</LoginLink>}
      {reason?.action && isOpen(reason.action.url) && (
        <Link to={reason.action.url} className="link">
          {reason.action.text}
        </Link>
      )}
    </p>
  )
}
