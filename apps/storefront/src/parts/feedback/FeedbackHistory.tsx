import { Link } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import { Pagination } from '#ui/Pagination.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { beijingTime } from '#ui/times.ts'
import { paths } from '../../paths.ts'
import css from './feedback.module.css'
import { Pictures } from './Pictures.tsx'

type List = DataOf<typeof import('#contract/selfservice.ts').feedbackList>

/** What was said before, with the answers. */
export function FeedbackHistory({ data, title, to }: { data: List; title: string; to: (page: number) => string }) {
  if (data.total === 0) return null
  return (
    <section className={`panel ${css.past}`} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {data.list.map((one) => (
          <li key={one.id}>
            <header>
              <span className="chip">{one.topic}</span>
              <time dateTime={one.created_at}>{beijingTime(one.created_at)}</time>
              {one.order_id > 0 && (
                <Link to={paths.order(one.order_id)} className="link">
                  订单 {one.order_no}
                </Link>
              )}
              <StateBadge tone={one.state === 'open' ? 'wait' : 'ok'}>{one.state_name}</StateBadge>
            </header>
            <p className={css.text}>{one.text}</p>
            <Pictures files={one.files} />
            {one.answers.map((answer) => (
              <div key={answer.at} className={css.answer}>
                <p>
                  <b>{answer.author}</b>
                  <time dateTime={answer.at}>{beijingTime(answer.at)}</time>
                </p>
                <p className={css.text}>{answer.text}</p>
              </div>
            ))}
          </li>
        ))}
      </ul>
      <Pagination page={data.page} perPage={data.per_page} total={data.total} to={to} label={`${title}分页`} />
    </section>
  )
}
