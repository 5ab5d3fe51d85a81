import type { AskedAgreementWire, OwnAgreementsWire } from '#contract/agreements.ts'
import { beijingDate } from '#domain/dates.ts'
import { Icon } from '#ui/Icon.tsx'
import { Prose } from '../Prose.tsx'
import css from './agreements.module.css'

/** By when, or that it is too late. */
function Notice({ asked: { blocks_on: from, days_left: left }, own }: Props) {
  const who = own.can_accept === 1 ? '' : own.owner ? `请企业负责人 ${own.owner} 登录后同意。` : '请联系客户经理开通企业负责人的登录。'
  const text =
    from === null || left === null
      ? '请阅读后选择。暂不同意不影响采购。'
      : left > 0
        ? `还有 ${left} 天：自 ${from} 起，没有同意的企业不能下单。`
        : `自 ${from} 起，没有同意的企业不能下单；同意后马上可以。已经下的订单不受影响。`
  return (
    <p className={left !== null && left <= 0 ? 'note note-warn' : 'note note-info'} role="status">
      <Icon name={left !== null && left <= 0 ? 'warn' : 'info'} />
      <span>
        {text}
        {who}
      </span>
    </p>
  )
}

interface Props {
  asked: AskedAgreementWire
  own: OwnAgreementsWire
}

/** A text that waits for an answer: what is new in it first, then all of it. */
export function AskedText({ asked, own }: Props) {
  return (
    <div className={css.asked}>
      <Notice asked={asked} own={own} />
      <p className="muted">
        第 {asked.number} 版，{beijingDate(new Date(asked.in_force_at))} 起生效
      </p>
      {asked.changes && (
        <section className={css.changes} aria-label="这一版改了什么">
          <h3>这一版改了什么</h3>
          <Prose text={asked.changes} />
        </section>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard */}
      <section className={css.text} tabIndex={0} aria-label={`《${asked.title}》全文`}>
        <Prose text={asked.body} />
      </section>
    </div>
  )
}
