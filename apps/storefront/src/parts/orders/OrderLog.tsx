import type { OrderDetailWire } from '#contract/order.ts'
import { Block } from '#ui/Block.tsx'
import { Table } from '#ui/Table.tsx'
import { beijingTime } from '#ui/times.ts'
import css from './order.module.css'

/** Who did what with this order, as the log has it. */
export function OrderLog({ log }: { log: OrderDetailWire['log'] }) {
  return (
    <Block title="操作记录">
      <Table columns={['时间', '操作人', '内容']} kind="open" look={`${css.lines} ${css.log}`}>
        <tbody>
          {log.map((entry) => (
            <tr key={`${entry.at}${entry.actor}${entry.text}`}>
              <td className={`${css.muted} ${css.nowrap}`}>{beijingTime(entry.at)}</td>
              <td className={css.nowrap}>{entry.actor}</td>
              <td className={css.whole}>{entry.text}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Block>
  )
}
