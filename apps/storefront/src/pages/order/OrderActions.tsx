import type { OrderRowWire } from '#contract/order.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { paths } from '../../paths.ts'
import type { Act, ActionOrder } from './order-act.ts'

interface Props {
  order: ActionOrder & { actions: OrderRowWire['actions'] }
  onAct: Act
  /** In the list: small, with the way to the order's own page. */
  small?: boolean
}

/** The actions that are open, the next step in green. */
export function OrderActions({ order, onAct, small = false }: Props) {
  const open = order.actions.filter((action) => action.open)
  const main = open.find((action) => action.key === 'pay' || action.key === 'receive')
  const size = small ? 'sm' : 'md'
  return (
    <>
      {main?.key === 'pay' && (
        <ButtonLink kind="primary" to={order.is_hm === 1 ? paths.payBank(order.id) : paths.pay(order.id)}>
          {main.text}
        </ButtonLink>
      )}
      {main?.key === 'receive' && (
        <Button kind="primary" onClick={() => onAct('receive', order)}>
          {main.text}
        </Button>
      )}
      {small && (
        <ButtonLink size={size} to={paths.order(order.id)}>
          查看详情
        </ButtonLink>
      )}
      {open
        .filter((action) => action !== main)
        .map((action) => (
          <Button key={action.key} size={size} onClick={() => onAct(action.key, order)}>
            {action.text}
          </Button>
        ))}
    </>
  )
}
