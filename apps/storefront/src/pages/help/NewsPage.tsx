import { Link } from 'react-router'
import { beijingDate } from '#domain/dates.ts'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { paths, withQuery } from '../../paths.ts'
import css from './Article.module.css'
import { HelpMenu } from './HelpMenu.tsx'
import { NEWS, newsPath, newsSection } from './help-paths.ts'
import { helpQuery } from './help-query.ts'

/** 行业资讯 and 公司新闻, which shows the notices too when asked to. */
export async function loader({ api: client, queries, url, signal }: PageArgs) {
  const menu = queries.prefetchQuery(helpQuery(client))
  const code = url.pathname.endsWith('/hy') ? 'hy' : url.searchParams.get('section') === 'notice' ? 'notice' : 'company'
  const page = Math.min(1_000, Math.max(1, Math.trunc(Number(url.searchParams.get('page')) || 1)))
  const { data } = await client.ask(api.articleCategory, { query: { code, page }, signal })
  await menu
  const [section] = data.list
  const name = section?.name ?? ''
  return { code, page, name, pageTitle: name, articles: section?.articles ?? [], perPage: data.per_page, total: data.total } as const
}

export default function NewsPage() {
  const { code, page, name, articles, perPage, total } = usePageData<typeof loader>()
  const here = newsSection(code)?.to ?? '/news/company'
  return (
    <div className="wrap">
      <Breadcrumb crumbs={[{ text: '首页', to: paths.home() }, { text: name }]} />
      <div className={css.layout}>
        <HelpMenu here={here} />
        <section className={`panel ${css.article}`}>
          <h1>{name}</h1>
          <div className={css.sections}>
            <Tabs label="资讯栏目" entries={NEWS.map(({ code: one, text, to }) => ({ text, to, current: one === code }))} />
          </div>
          {articles.length === 0 ? (
            <Empty picture="paper" text={page > 1 ? '没有更早的文章了' : '这里还没有文章'} />
          ) : (
            <ul className={css.list}>
              {articles.map((article) => (
                <li key={article.id}>
                  <Link to={newsPath(article.id, code)}>
                    <b>{article.title}</b>
                    {article.summary && <p>{article.summary}</p>}
                  </Link>
                  <time dateTime={article.published_at}>{beijingDate(new Date(article.published_at))}</time>
                </li>
              ))}
            </ul>
          )}
          <Pagination
            page={page}
            perPage={perPage}
            total={total}
            to={(to) =>
              withQuery(`/news/${code === 'hy' ? 'hy' : 'company'}`, {
                section: code === 'notice' ? code : '',
                ...(to > 1 && { page: to }),
              })
            }
          />
        </section>
      </div>
    </div>
  )
}
