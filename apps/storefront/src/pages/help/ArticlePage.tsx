import { Link, useLocation } from 'react-router'
import { CODES } from '#contract/codes.ts'
import { api } from '../../api/calls.ts'
import { ApiError } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { helpQuery, linksQuery } from '../../api/queries.ts'
import { useQuery } from '../../api/useQuery.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { Breadcrumb } from '../../parts/Breadcrumb.tsx'
import css from './Article.module.css'
import { HelpIndex } from './HelpIndex.tsx'
import { Prose } from './Prose.tsx'

const HELP = '/help'

/** Help pages are found by the last part of their path, news by the id in theirs. */
export async function loader({ api: client, queries, params, url, signal }: PageArgs) {
  if (url.pathname === HELP) await queries.prefetchQuery(helpQuery(client))
  if (params.id !== undefined) {
    const id = Number(params.id)
    if (!Number.isSafeInteger(id) || id < 1) throw new ApiError(CODES.NOT_FOUND, '文章不存在或已删除', null)
    const { data } = await client.ask(api.articleDetail, { query: { id }, signal })
    return { ...data, pageTitle: data.title }
  }
  const code = url.pathname.replace(/\/+$/, '').split('/').at(-1) ?? ''
  // A help page is called as its route is.
  return { ...(await client.ask(api.articleDetail, { query: { code }, signal })).data, pageTitle: '' }
}

/** Only two sections of news have a page of their own. */
const newsCrumb = ({ code, name }: { code: string; name: string }) => ({
  text: name,
  ...((code === 'hy' || code === 'company') && { to: `/news/${code}` }),
})

export default function ArticlePage() {
  const article = usePageData<typeof loader>()
  const { pathname } = useLocation()
  const news = pathname.startsWith('/news') && !pathname.endsWith('/help')
  return (
    <div className="wrap">
      <Breadcrumb
        crumbs={[{ text: '首页', to: '/' }, news ? newsCrumb(article.section) : { text: '帮助中心', to: '/help' }, { text: article.title }]}
      />
      <div className={css.layout}>
        <HelpMenu here={pathname} />
        <article className={`panel ${css.article}`}>
          <h1>{article.title}</h1>
          {news && <time dateTime={article.published_at}>{article.published_at.slice(0, 10)}</time>}
          <Prose text={article.body} />
          {pathname === HELP && <HelpIndex />}
        </article>
      </div>
    </div>
  )
}

/** The help groups of the footer, with this page marked. */
export function HelpMenu({ here }: { here: string }) {
  const groups = useQuery(linksQuery(useApi())).data?.list ?? []
  return (
    <nav className={`panel ${css.menu}`} aria-label="帮助目录">
      {groups.map(({ id, name, children }) => (
        <div key={id}>
          <h2>{name}</h2>
          <ul>
            {children.map((link) => {
              const current = link.url.split('?')[0] === here
              return (
                <li key={link.id}>
                  <Link to={link.url} aria-current={current ? 'page' : undefined}>
                    {link.name}
                  </Link>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </nav>
  )
}
