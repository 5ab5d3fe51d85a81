import type { UserCreditWire } from '#contract/wallet.ts'
import { Icon } from '#ui/Icon.tsx'
import { Money } from '#ui/Money.tsx'
import { moneyText } from '#ui/yuan.ts'
import { daysText } from './due.ts'
import css from './wallet.module.css'

/** The limit as a bar, what is left of it, and what comes next. */
export function CreditHead({ credit }: { credit: UserCreditWire }) {
  const { limit, used, left, days, next, overdue, can_order: open, why } = credit
  const share = Number(limit) > 0 ? Math.min(100, Math.round((Number(used) / Number(limit)) * 100)) : 0
  return (
    <section className={`panel ${css.hero}`} aria-label="账期额度">
      <div>
        <span>可用额度</span>
        <Money yuan={left} size="xl" tone="ink" />
      </div>
      {limit !== '0.00' && (
        <dl>
          <div>
            <dt>总额度</dt>
            <dd>
              <Money yuan={limit} tone="ink" />
            </dd>
          </div>
          <div>
            <dt>待还</dt>
            <dd>
              <Money yuan={used} tone="ink" />
            </dd>
          </div>
          <div>
            <dt>账期</dt>
            <dd>
              <b>{days}</b> 天
            </dd>
          </div>
        </dl>
      )}
      {limit !== '0.00' && (
        <div className={css.usage}>
          <span className={css.bar} aria-hidden="true">
            <i style={{ width: `${share}%` }} />
          </span>
          <small>已用 {share}%</small>
        </div>
      )}
      {overdue.count > 0 ? (
        <p className="note note-bad" role="status">
          <Icon name="alert" />
          <span>
            {overdue.count} 笔账单已逾期，共 {moneyText(overdue.amount)}，还清前不能再使用账期下单。
          </span>
        </p>
      ) : !open ? (
        <p className="note note-warn">
          <Icon name="info" />
          <span>{why}</span>
        </p>
      ) : next ? (
        <p className={next.days_left <= 7 ? 'note note-warn' : 'note'}>
          <Icon name="calendar" />
          <span>
            下次还款：{next.due_on}，{daysText(next.days_left)}，{moneyText(next.amount)}
          </span>
        </p>
      ) : (
        <p className="note note-ok">
          <Icon name="check" />
          <span>没有待还账单。支付订单时选择账期支付，{days} 天内还款。</span>
        </p>
      )}
    </section>
  )
}
