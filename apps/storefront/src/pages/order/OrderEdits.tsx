import type { OrderDetailWire } from '#contract/order.ts'
import { Block } from '#ui/Block.tsx'
import { beijingTime } from '#ui/times.ts'
import { moneyText } from '#ui/yuan.ts'

/** What the shop changed of an order before it was picked, and by how much it costs less since. */
export function OrderEdits({ edits }: Pick<OrderDetailWire, 'edits'>) {
  if (edits.length === 0) return null
  return (
    <Block title="订单修改">
      {edits.map((edit) => (
        <p key={edit.at}>
          {beijingTime(edit.at)} {edit.actor}：
          {edit.lines.map((line) => `${line.name} ${line.before} → ${line.after} ${line.unit}`).join('，')}
          {edit.back !== '0.00' && `，少收 ${moneyText(edit.back)}`}（{edit.reason}）
        </p>
      ))}
    </Block>
  )
}
