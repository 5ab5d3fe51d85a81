import { useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { Icon } from '#ui/Icon.tsx'
import { pageIn } from '#ui/page-in.ts'
import { api } from '../../api/calls.ts'
import { memberApi } from '../../api/member-calls.ts'
import { linksQuery } from '../../api/queries.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { memberPaths } from '../../member-paths.ts'
import { FeedbackForm } from '../../parts/feedback/FeedbackForm.tsx'
import { FeedbackHistory } from '../../parts/feedback/FeedbackHistory.tsx'
import css from '../../parts/feedback/feedback.module.css'
import { LoginLink } from '../../parts/LoginLink.tsx'
import { Prose } from '../../parts/Prose.tsx'
import { withQuery } from '../../paths.ts'
import help from './Article.module.css'
import { HelpMenu } from './HelpMenu.tsx'
import { helpQuery } from './help-query.ts'

export async function loader({ api: client, queries, user, url, signal }: PageArgs) {
  const menu = queries.prefetchQuery(helpQuery(client))
  const article = client.ask(api.articleDetail, { query: { code: 'tsjy' }, signal })
  const member = user !== null && user.company_id !== null
  const past = member ? client.ask(memberApi.feedbackList, { query: { page: pageIn(url), kind: 'complaint' }, signal }) : null
  // Together: what fails while another is waited for would be nobody's failure.
  const [{ data }, former] = await Promise.all([article, past, menu])
  return { article: data, past: former === null ? null : former.data }
}

/** /help/us/tsjy: the hotline for everybody; for members the form and what was answered. */
export default function ComplaintPage() {
  const { article, past } = usePageData<typeof loader>()
  const { revalidate } = useRevalidator()
  return (
    <div className="wrap">
      <Breadcrumb crumbs={[{ text: '首页', to: '/' }, { text: '帮助中心', to: '/help' }, { text: article.title }]} />
      <div className={help.layout}>
        <HelpMenu here={memberPaths.complaint()} />
        <div className={css.column}>
          <article className={`panel ${help.article}`}>
            <h1>{article.title}</h1>
            <HotLine />
            <Prose text={article.body} />
          </article>
          <section className={`panel ${css.main}`} aria-label="在线投诉">
            <h2>在线投诉</h2>
            {past === null ? (
              <p className={css.login}>
                <span>登录后可以在线投诉，上传图片并查看处理进度。</span>
                <LoginLink className="btn btn-primary">登录后投诉</LoginLink>
              </p>
            ) : (
              <FeedbackForm kind="complaint" onSent={() => void revalidate()} />
            )}
          </section>
          {past !== null && <FeedbackHistory data={past} title="我的投诉" to={(page) => withQuery(memberPaths.complaint(), { page })} />}
        </div>
      </div>
    </div>
  )
}

/** The hotline comes from the common configuration. */
function HotLine() {
  const { hot_line: line, hours = [] } = useQuery(linksQuery(useApi())).data ?? {}
  if (!line) return null
  return (
    <p className={css.hotline}>
      <Icon name="headset" size={28} />
      <span>
        投诉热线
        <a href={`tel:${line}`}>{line}</a>
      </span>
      <small>{hours.join('，')}</small>
    </p>
  )
}
