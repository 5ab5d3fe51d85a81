import type { OrderRowWire } from '#contract/order.ts'
import { Button, ButtonLink } from '../../parts/Button.tsx'
import { paths } from '../../paths.ts'
import css from './order.module.css'
import type { Act, ActionOrder } from './useOrderActions.tsx'

interface Props {
  order: ActionOrder & { actions: OrderRowWire['actions'] }
  onAct: Act
  /** Also the way to the order's own page. */
  detail?: boolean
}

/** The actions that are open, the next step first in green; what is not open says why when it matters. */
export function OrderActions({ order, onAct, detail = false }: Props) {
  const open = order.actions.filter((action) => action.open)
  const shut = order.actions.filter((action) => !action.open && action.why !== '')
  const [main] = open.filter((action) => action.key === 'pay' || action.key === 'receive')
  return (
    <>
      {open.map((action) => {
        const kind = action === main ? 'primary' : 'plain'
        return action.key === 'pay' ? (
          <ButtonLink key={action.key} kind={kind} to={order.is_hm === 1 ? paths.payBank(order.id) : paths.pay(order.id)}>
            {action.text}
          </ButtonLink>
        ) : (
          <Button key={action.key} kind={kind} onClick={() => onAct(action.key, order)}>
            {action.text}
          </Button>
        )
      })}
      {detail && <ButtonLink to={paths.order(order.id)}>查看详情</ButtonLink>}
      {shut.map((action) => (
        <p key={action.key} className={css.why}>
          {action.text}：{action.why}
        </p>
      ))}
    </>
  )
}
