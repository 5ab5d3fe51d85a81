import { useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import type { ArticleDetailWire } from '#contract/content.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useBusy } from '#ui/useBusy.ts'
import { useUser } from '../../api/queries.ts'
import { serviceApi } from '../../api/service-calls.ts'
import { openService } from '../../frame/open-service.ts'
import css from './Article.module.css'

interface Props {
  article: ArticleDetailWire
  /** The page of another article. */
  to: (other: { id: number; code: string }) => string
}

/** The ways on: what stands before and after. */
export function Neighbours({ article: { prev, next }, to }: Props) {
  if (!prev && !next) return null
  return (
    <nav className={css.neighbours} aria-label="上一篇与下一篇">
      {prev && (
        <Link to={to(prev)} rel="prev">
          <small>上一篇</small>
          <span className="ell">{prev.title}</span>
        </Link>
      )}
      {next && (
        <Link to={to(next)} rel="next">
          <small>下一篇</small>
          <span className="ell">{next.title}</span>
        </Link>
      )}
    </nav>
  )
}

export function Related({ article: { related, section }, to }: Props) {
  if (related.length === 0) return null
  return (
    <section className={css.related}>
      <h2>更多{section.name}</h2>
      <ul>
        {related.map((one) => (
          <li key={one.id}>
            <Link to={to(one)}>{one.title}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Kept for the editor, who mends what did not help; only who is signed in is asked. */
export function Helpful({ id }: { id: number }) {
  const api = useApi()
  const user = useUser()
  const [said, setSaid] = useState<boolean | null>(null)
  const { run } = useBusy()
  if (user === null) return null
  const say = (helpful: boolean) =>
    run(async () => {
      await api.ask(serviceApi.articleVote, { body: { id, helpful: helpful ? 1 : 0 } })
      setSaid(helpful)
    })
  return (
    <div className={css.helpful} role="status">
      {said === null ? (
        <>
          这篇帮助解决了您的问题吗？
          <Button size="sm" onClick={() => void say(true)}>
            <Icon name="check" size={14} />
            解决了
          </Button>
          <Button size="sm" onClick={() => void say(false)}>
            没有解决
          </Button>
        </>
      ) : said ? (
        '感谢您的反馈。'
      ) : (
        <>
          感谢您的反馈，我们会改进。
          <Button size="sm" onClick={openService}>
            联系客服
          </Button>
        </>
      )}
    </div>
  )
}
