import { Link } from 'react-router'
import css from './Breadcrumb.module.css'
import { Icon } from './Icon.tsx'

export interface Crumb {
  text: string
  to?: string
}

/** Where this page lies; the last one is the page itself. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className={css.crumbs} aria-label="当前位置">
      <ol>
        {crumbs.map(({ text, to }, index) => (
          <li key={`${text}${to ?? ''}`}>
            {index > 0 && <Icon name="right" size={12} />}
            {to ? <Link to={to}>{text}</Link> : <b {...(index === crumbs.length - 1 && { 'aria-current': 'page' as const })}>{text}</b>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
