import type { OrderDetailWire } from '#contract/order.ts'
import { Icon } from '#ui/Icon.tsx'
import { beijingShort } from '#ui/times.ts'
import css from './order.module.css'

type Step = OrderDetailWire['steps'][number]
const WORDS: Record<Step['state'], string> = { done: '已完成', now: '当前', todo: '未开始' }

export function OrderTimeline({ steps, cancelled, label = '订单进度' }: { steps: readonly Step[]; cancelled: boolean; label?: string }) {
  return (
    <ol className={css.timeline} aria-label={label}>
      {steps.map((step) => (
        <li
          key={step.name}
          className={step.state === 'now' && cancelled ? css.closed : css[step.state]}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <i aria-hidden="true">
            {step.state !== 'todo' && <Icon name={cancelled && step.state === 'now' ? 'close' : 'check'} size={14} />}
          </i>
          <b>{step.name}</b>
          <span className="said">（{WORDS[step.state]}）</span>
          <small>{step.at ? beijingShort(step.at) : ''}</small>
        </li>
      ))}
    </ol>
  )
}
