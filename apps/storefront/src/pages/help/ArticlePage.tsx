import { redirect, useLocation } from 'react-router'
import { ApiError } from '#api-client/client.ts'
import { CODES } from '#contract/codes.ts'
import { beijingDate } from '#domain/dates.ts'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { Prose } from '../../parts/Prose.tsx'
import { paths } from '../../paths.ts'
import css from './Article.module.css'
import { Helpful, Neighbours, Related } from './ArticleFoot.tsx'
import { HelpIndex } from './HelpIndex.tsx'
import { HelpMenu } from './HelpMenu.tsx'
import { helpPath, newsPath, newsSection } from './help-paths.ts'
import { helpQuery } from './help-query.ts'

const HELP = '/help'
const TOPIC = '/help/topic/'

/** Help pages are found by the last part of their path, news by the id in theirs. */
export async function loader({ api: client, queries, params, url, signal }: PageArgs) {
  const menu = queries.prefetchQuery(helpQuery(client))
  const ask = async (query: { id: number } | { code: string }) => (await client.ask(api.articleDetail, { query, signal })).data
  if (params.id !== undefined) {
    const id = Number(params.id)
    if (!Number.isSafeInteger(id) || id < 1) throw new ApiError(CODES.NOT_FOUND, '文章不存在或已删除', null)
    const [data] = await Promise.all([ask({ id }), menu])
    // The type is the section's: another one in the address leads to the article's own.
    const own = newsSection(data.section.code) ? newsPath(id, data.section.code) : helpPath(data)
    if (url.pathname !== own) throw redirect(own + url.search)
    return { ...data, pageTitle: data.title }
  }
  const path = url.pathname.replace(/(?<!\/)\/+$/, '')
  const [data] = await Promise.all([ask({ code: (path.split('/').at(-1) ?? '').slice(0, 40) }), menu])
  // A help page is called as its route is; topics share one.
  return { ...data, pageTitle: path.startsWith(TOPIC) ? data.title : '' }
}

export default function ArticlePage() {
  const article = usePageData<typeof loader>()
  const { pathname } = useLocation()
  const here = pathname.replace(/(?<!\/)\/+$/, '')
  const { code, name } = article.section
  const section = newsSection(code)
  const news = here.startsWith('/news') && !here.endsWith('/help')
  const crumbs = news ? [{ text: name, ...(section && { to: section.to }) }] : here === HELP ? [] : [{ text: '帮助中心', to: HELP }]
  const to = (other: { id: number; code: string }) => (news ? newsPath(other.id, code) : helpPath(other))
  return (
    <div className="wrap">
      <Breadcrumb crumbs={[{ text: '首页', to: paths.home() }, ...crumbs, { text: article.title }]} />
      <div className={css.layout}>
        <HelpMenu here={news && section ? section.to : here} search={here !== HELP} />
        <article className={`panel ${css.article}`}>
          <h1>{article.title}</h1>
          {news && <Byline article={article} />}
          {here === HELP && <HelpIndex />}
          {article.cover && <img className={css.cover} src={article.cover} alt="" />}
          <Prose text={article.body} />
          {here !== HELP && (
            <footer className={css.foot}>
              {!news && <Helpful key={article.id} id={article.id} />}
              <Neighbours article={article} to={to} />
              {news && <Related article={article} to={to} />}
            </footer>
          )}
        </article>
      </div>
    </div>
  )
}

function Byline({
  article: { author, published_at, updated_at },
}: {
  article: { author: string; published_at: string; updated_at: string }
}) {
  const day = (instant: string) => <time dateTime={instant}>{beijingDate(new Date(instant))}</time>
  return (
    <p className={css.byline}>
      {author && <span>{author}</span>}
      <span>{day(published_at)}</span>
      {beijingDate(new Date(updated_at)) > beijingDate(new Date(published_at)) && <span>更新于 {day(updated_at)}</span>}
    </p>
  )
}
