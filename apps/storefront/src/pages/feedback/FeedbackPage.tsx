import { Link, useRevalidator } from 'react-router'
import { Icon } from '#ui/Icon.tsx'
import { pageIn } from '#ui/page-in.ts'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { FeedbackForm } from '../../parts/feedback/FeedbackForm.tsx'
import { FeedbackHistory } from '../../parts/feedback/FeedbackHistory.tsx'
import css from '../../parts/feedback/feedback.module.css'

export async function loader({ api: client, url, signal }: PageArgs) {
  return (await client.ask(memberApi.feedbackList, { query: { page: pageIn(url), kind: 'feedback' }, signal })).data
}

/** /yjfk */
export default function FeedbackPage() {
  const data = usePageData<typeof loader>()
  const { revalidate } = useRevalidator()
  return (
    <AccountShell title="意见反馈">
      <section className={`panel ${css.main}`} aria-label="写反馈">
        <p className="note note-info">
          <Icon name="info" />
          <span>
            每一条都有人看，1 个工作日内答复，答复会发消息给您。要投诉请走
            <Link to={memberPaths.complaint()} className={css.inline}>
              投诉建议
            </Link>
            。
          </span>
        </p>
        <FeedbackForm kind="feedback" onSent={() => void revalidate()} />
      </section>
      <FeedbackHistory data={data} title="我的反馈" to={(page) => memberPaths.feedback({ page })} />
    </AccountShell>
  )
}
