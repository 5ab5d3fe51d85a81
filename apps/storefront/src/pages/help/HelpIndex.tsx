import { Link } from 'react-router'
import { useApi } from '../../api/context.tsx'
import { helpQuery } from '../../api/queries.ts'
import { useQuery } from '../../api/useQuery.ts'
import { paths } from '../../paths.ts'
import css from './Article.module.css'

/** Every article of the help centre, on its first page. */
export function HelpIndex() {
  const sections = useQuery(helpQuery(useApi())).data ?? []
  const articles = sections.flatMap((section) => section.articles)
  if (articles.length === 0) return null
  return (
    <ul className={css.index} aria-label="全部帮助">
      {articles.map(({ id, title }) => (
        <li key={id}>
          <Link to={paths.news(id, 'help')}>{title}</Link>
        </li>
      ))}
    </ul>
  )
}
