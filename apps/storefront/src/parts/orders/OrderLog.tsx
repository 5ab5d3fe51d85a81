import type { OrderDetailWire } from '#contract/order.ts'
import { Block } from '#ui/Block.tsx'
import { beijingTime } from '#ui/times.ts'
import css from './order.module.css'

/** Who did what with this order, as the log has it. */
export function OrderLog({ log }: { log: OrderDetailWire['log'] }) {
  return (
    <Block title="操作记录">
      <table className={`${css.table} ${css.log}`}>
        <thead>
          <tr>
            <th scope="col">时间</th>
            <th scope="col">操作人</th>
            <th scope="col">内容</th>
          </tr>
        </thead>
        <tbody>
          {log.map((entry) => (
            <tr key={`${entry.at}${entry.actor}${entry.text}`}>
              <td className={`${css.muted} ${css.nowrap}`}>{beijingTime(entry.at)}</td>
              <td className={css.nowrap}>{entry.actor}</td>
              <td className={css.whole}>{entry.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Block>
  )
}
