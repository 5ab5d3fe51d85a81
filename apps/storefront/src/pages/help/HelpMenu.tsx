import { Link } from 'react-router'
import css from './Article.module.css'
import { HelpSearch } from './HelpSearch.tsx'
import { helpPath, NEWS } from './help-paths.ts'
import { useHelpGroups } from './help-query.ts'

/**
 * Groups of help and the kinds of news, with this page marked. On a phone only the search stands above the page. Pages that
 * search by themselves, and on a phone list everything, do without.
 */
export function HelpMenu({ here, search = true }: { here: string; search?: boolean }) {
  const groups = useHelpGroups()
  const link = (to: string, name: string) => (
    <li key={to}>
      <Link to={to} aria-current={to === here ? 'page' : undefined}>
        {name}
      </Link>
    </li>
  )
  return (
    <aside className={css.aside}>
      {search && <HelpSearch />}
      <nav className={search ? `panel ${css.menu}` : `panel ${css.menu} ${css.besideIndex}`} aria-label="帮助目录">
        <ul>{link('/help', '帮助中心首页')}</ul>
        {groups.map(({ id, name, articles }) => (
          <div key={id}>
            <h2>{name}</h2>
            <ul>{articles.map((article) => link(helpPath(article), article.title))}</ul>
          </div>
        ))}
        <h2>资讯</h2>
        <ul>{NEWS.map(({ text, to }) => link(to, text))}</ul>
      </nav>
    </aside>
  )
}
