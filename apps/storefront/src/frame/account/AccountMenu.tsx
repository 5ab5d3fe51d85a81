import { useId, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '#ui/Icon.tsx'
import { useUser } from '../../api/queries.ts'
import { useIsOpen } from '../../app/site.tsx'
import { memberPaths } from '../../member-paths.ts'
import { badgeText } from '../CartButton.tsx'
import css from './AccountShell.module.css'
import { MENU } from './menu.ts'

/** All pages of the centre. On a phone one line, which opens. */
export function AccountMenu({ current }: { current: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const isOpen = useIsOpen()
  const unread = useUser()?.message_count ?? 0
  const name = MENU.flatMap(({ entries }) => entries).find(({ to }) => to === current)?.text
  const entry = (text: string, to: string) => (
    <Link to={to} aria-current={to === current ? 'page' : undefined}>
      {text}
      {to === memberPaths.messages() && unread > 0 && (
        <span className="badge">
          {badgeText(unread)}
          <span className="said"> 条未读</span>
        </span>
      )}
    </Link>
  )
  return (
    <nav className={`panel ${css.menu}`} aria-label="会员中心菜单">
      <button type="button" className={css.opener} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Icon name="list" />
        会员中心菜单
        {name && <span className="muted">{name}</span>}
        <Icon name={open ? 'up' : 'down'} />
      </button>
      <div id={id} className={open ? `${css.groups} ${css.open}` : css.groups}>
        <ul>
          <li>{entry('会员中心', memberPaths.member())}</li>
        </ul>
        {MENU.map((group) => (
          <section key={group.name} aria-label={group.name}>
            <h2>{group.name}</h2>
            <ul>
              {group.entries.map(({ text, to }) => isOpen(to) && <li key={to}>{entry(text, to)}</li>)}
              {group.name === '单据' && <Inspection />}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}

/** Reports of the goods' inspection: a link where there is one to go to, else what is said instead (specification section 6). */
function Inspection() {
  const user = useUser()
  if (user === null) return null
  const { quality_inspection_url: url, msg } = user.quality_inspection
  return (
    <li className={url ? undefined : css.wholeRow}>
      {url ? (
        <a href={url} target="_blank" rel="noopener noreferrer">
          药检报告
        </a>
      ) : (
        <small className={css.said}>{msg}</small>
      )}
    </li>
  )
}
