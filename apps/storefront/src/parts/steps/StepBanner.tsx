import cart from './cart.svg'
import done from './done.svg'
import pay from './pay.svg'
import sheet from './sheet.svg'
import css from './steps.module.css'

/** A picture a step. */
const PICTURES = { 1: cart, 2: sheet, 3: pay, 4: done } as const
const STEPS = ['购物车', '核对订单', '支付', '完成'] as const

/** The banner of the four steps (specification section 2, Cart). */
export function StepBanner({ step }: { step: 1 | 2 | 3 | 4 }) {
  return (
    <div className={css.banner}>
      <img src={PICTURES[step]} width={48} height={48} alt="" />
      <ol className={css.steps} aria-label="购物步骤">
        {STEPS.map((name, index) => {
          const place = index + 1
          const state = place < step ? 'done' : place === step ? 'now' : 'todo'
          return (
            <li key={name} className={css[state]} aria-current={state === 'now' ? 'step' : undefined}>
              <i aria-hidden="true">{state === 'done' ? '✓' : place}</i>
              <span>{name}</span>
              {state === 'done' && <span className={css.said}>（已完成）</span>}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
