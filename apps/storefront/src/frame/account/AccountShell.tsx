import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Breadcrumb, type Crumb } from '#ui/Breadcrumb.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { memberPaths } from '../../member-paths.ts'
import { AccountMenu } from './AccountMenu.tsx'
import css from './AccountShell.module.css'
import { entryOf } from './menu.ts'

interface Props {
  title: string
  /** At the right of the title: the page's buttons. */
  tools?: ReactNode
  /** The page has a heading of its own; the title stands in the breadcrumb only. */
  bare?: boolean
  children: ReactNode
}

/** Every page of the member and account centre: where it lies, the menu of all of them, its name, its content. */
export function AccountShell({ title, tools, bare = false, children }: Props) {
  const { pathname, search } = useLocation()
  const entry = entryOf(pathname, search)
  const above: Crumb[] = entry !== null && entry.text !== title && entry.to.split('?')[0] !== pathname ? [entry] : []
  const home = pathname === memberPaths.member()
  return (
    <div className="wrap">
      <div className={css.crumbs}>
        <Breadcrumb
          crumbs={[{ text: '首页', to: '/' }, ...(home ? [] : [{ text: '会员中心', to: memberPaths.member() }]), ...above, { text: title }]}
        />
      </div>
      <div className={css.grid}>
        <AccountMenu key={pathname} current={entry?.to ?? (home ? pathname : '')} />
        <div className={css.content}>
          {!bare && <PageHead title={title}>{tools}</PageHead>}
          {children}
        </div>
      </div>
    </div>
  )
}
