import { Link } from 'react-router'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { serviceApi } from '../../api/service-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { openService } from '../../frame/open-service.ts'
import { paths } from '../../paths.ts'
import css from './Article.module.css'
import { HelpMenu } from './HelpMenu.tsx'
import { HelpSearch } from './HelpSearch.tsx'
import { helpPath, helpSearch } from './help-paths.ts'
import { helpQuery } from './help-query.ts'

export async function loader({ api, queries, url, signal }: PageArgs) {
  const menu = queries.prefetchQuery(helpQuery(api))
  const keywords = (url.searchParams.get('keywords') ?? '').trim().slice(0, 60)
  const page = Math.min(1_000, Math.max(1, Math.trunc(Number(url.searchParams.get('page')) || 1)))
  const found = keywords === '' ? null : (await api.ask(serviceApi.articleSearch, { query: { keywords, page }, signal })).data
  await menu
  return { keywords, found, pageTitle: keywords && `搜索帮助“${keywords}”` }
}

export default function HelpSearchPage() {
  const { keywords, found } = usePageData<typeof loader>()
  return (
    <div className="wrap">
      <Breadcrumb crumbs={[{ text: '首页', to: paths.home() }, { text: '帮助中心', to: '/help' }, { text: '搜索' }]} />
      <div className={css.layout}>
        <HelpMenu here="" search={false} />
        <section className={`panel ${css.article}`}>
          <h1>搜索帮助</h1>
          <HelpSearch key={keywords} keywords={keywords} big />
          {found === null ? (
            <Empty picture="search" text="请输入要查找的内容" />
          ) : found.total === 0 ? (
            <Empty picture="search" text={`没有找到“${keywords}”`} hint="换一个更短的词再试，或直接问客服。">
              <Button kind="primary" onClick={openService}>
                联系客服
              </Button>
            </Empty>
          ) : (
            <>
              <p className="muted" role="status">
                找到 {found.total} 篇
              </p>
              <ul className={css.list}>
                {found.list.map((article) => (
                  <li key={article.id}>
                    <Link to={helpPath(article)}>
                      <b>{article.title}</b>
                      <p>{article.summary}</p>
                    </Link>
                  </li>
                ))}
              </ul>
              <Pagination page={found.page} perPage={found.per_page} total={found.total} to={(page) => helpSearch(keywords, page)} />
            </>
          )}
        </section>
      </div>
    </div>
  )
}
