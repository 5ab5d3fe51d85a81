import type { AfterSaleRowWire } from '#contract/aftersales.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { afterSaleLink } from '../../parts/orders/after-sale-links.ts'
import type { Act } from './useAfterSaleActions.tsx'

interface Props {
  row: Pick<AfterSaleRowWire, 'id' | 'no' | 'kind' | 'status' | 'actions'>
  onAct: Act
  /** In the list: small, with the way to the application's own page. */
  small?: boolean
}

/** What the buyer may do now; the step that the application waits for is the green one and comes first. */
export function AfterSaleActions({ row, onAct, small = false }: Props) {
  const open = row.actions.filter((action) => action.open)
  const main = open.find((action) => action.key === 'send' && row.status === 'sending')
  const size = small ? 'sm' : 'md'
  return (
    <>
      {main && (
        <Button kind="primary" onClick={() => onAct(main.key, row)}>
          {main.text}
        </Button>
      )}
      {small && (
        <ButtonLink size="sm" to={afterSaleLink(row)}>
          查看详情
        </ButtonLink>
      )}
      {open
        .filter((action) => action !== main)
        .map((action) => (
          <Button key={action.key} size={size} onClick={() => onAct(action.key, row)}>
            {action.text}
          </Button>
        ))}
    </>
  )
}
