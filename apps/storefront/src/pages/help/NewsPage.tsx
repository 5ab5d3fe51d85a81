import { Link } from 'react-router'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { Breadcrumb } from '../../parts/Breadcrumb.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { Pagination } from '../../parts/Pagination.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { paths, withQuery } from '../../paths.ts'
import css from './Article.module.css'
import { HelpMenu } from './HelpMenu.tsx'
import { helpQuery } from './help-query.ts'

const SECTIONS = [
  { code: 'hy', text: '行业资讯', to: '/news/hy' },
  { code: 'company', text: '公司新闻', to: '/news/company' },
] as const

/** 行业资讯 and 公司新闻: the code is the last part of the path. */
export async function loader({ api: client, queries, url, signal }: PageArgs) {
  const menu = queries.prefetchQuery(helpQuery(client))
  const code = url.pathname.endsWith('/hy') ? 'hy' : 'company'
  const page = Math.min(1_000, Math.max(1, Math.trunc(Number(url.searchParams.get('page')) || 1)))
  const { data } = await client.ask(api.articleCategory, { query: { code, page }, signal })
  await menu
  const [section] = data.list
  return { code, page, name: section?.name ?? '', articles: section?.articles ?? [], perPage: data.per_page, total: data.total } as const
}

export default function NewsPage() {
  const { code, page, name, articles, perPage, total } = usePageData<typeof loader>()
  const here = `/news/${code}`
  return (
    <div className="wrap">
      <Breadcrumb crumbs={[{ text: '首页', to: paths.home() }, { text: name }]} />
      <div className={css.layout}>
        <HelpMenu here={here} />
        <section className={`panel ${css.article}`}>
          <h1>{name}</h1>
          <Tabs label="资讯栏目" entries={SECTIONS.map(({ code: one, text, to }) => ({ text, to, current: one === code }))} />
          {articles.length === 0 ? (
            <Empty picture="paper" text={page > 1 ? '没有更早的文章了' : '这里还没有文章'} />
          ) : (
            <ul className={css.list}>
              {articles.map((article) => (
                <li key={article.id}>
                  <Link to={paths.news(article.id, code)}>
                    <b>{article.title}</b>
                    {article.summary && <p>{article.summary}</p>}
                  </Link>
                  <time dateTime={article.published_at}>{article.published_at.slice(0, 10)}</time>
                </li>
              ))}
            </ul>
          )}
          <Pagination page={page} perPage={perPage} total={total} to={(to) => withQuery(here, to > 1 ? { page: to } : {})} />
        </section>
      </div>
    </div>
  )
}
