import { Link, useLocation } from 'react-router'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { Breadcrumb } from '../../parts/Breadcrumb.tsx'
import { ButtonLink } from '../../parts/Button.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { paths, withQuery } from '../../paths.ts'
import css from './Article.module.css'
import { HelpMenu } from './ArticlePage.tsx'

const PER_PAGE = 10

/** 行业资讯 and 公司新闻: the code is the last part of the path. */
export async function loader({ api: client, url, signal }: PageArgs) {
  const code = url.pathname.endsWith('/hy') ? 'hy' : 'company'
  const page = Math.max(1, Number(url.searchParams.get('page')) || 1)
  const { data } = await client.ask(api.articleCategory, { query: { code, page }, signal })
  const [section] = data.list
  return { code, page, name: section?.name ?? '', articles: section?.articles ?? [] } as const
}

export default function NewsPage() {
  const { code, page, name, articles } = usePageData<typeof loader>()
  const { pathname } = useLocation()
  return (
    <div className="wrap">
      <Breadcrumb crumbs={[{ text: '首页', to: paths.home() }, { text: name }]} />
      <div className={css.layout}>
        <HelpMenu here={pathname} />
        <section className={`panel ${css.article}`}>
          <h1>{name}</h1>
          {articles.length === 0 ? (
            <Empty picture="paper" text="这里还没有文章" />
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
          <p className={css.turn}>
            {page > 1 && <ButtonLink to={withQuery(pathname, { page: page - 1 })}>上一页</ButtonLink>}
            {articles.length === PER_PAGE && <ButtonLink to={withQuery(pathname, { page: page + 1 })}>下一页</ButtonLink>}
          </p>
        </section>
      </div>
    </div>
  )
}
