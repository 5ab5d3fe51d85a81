import type { AfterSaleRowWire } from '#contract/aftersales.ts'
import { Button } from '../../parts/Button.tsx'
import type { Act } from './useAfterSaleActions.tsx'

/** What the buyer may do now; the step that the application waits for is the green one. */
export function AfterSaleActions({
  row,
  onAct,
  small = false,
}: {
  row: Pick<AfterSaleRowWire, 'id' | 'no' | 'status' | 'actions'>
  onAct: Act
  small?: boolean
}) {
  return row.actions
    .filter((action) => action.open)
    .map((action) => (
      <Button
        key={action.key}
        {...(small && { size: 'sm' as const })}
        {...(action.key === 'send' && row.status === 'sending' && { kind: 'primary' as const })}
        onClick={() => onAct(action.key, row)}
      >
        {action.text}
      </Button>
    ))
}
