import type { DataOf } from '#contract/call.ts'
import { Nothing } from '#ui/Nothing.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { beijingTime } from '#ui/times.ts'
import { paths } from '../../paths.ts'
import css from './points-orders.module.css'

type Draws = DataOf<typeof import('#contract/draw.ts').drawRecord>

/** Every draw of this company, with what came of it. */
export function DrawRecords({ draws: { list, total, page, per_page: perPage } }: { draws: Draws }) {
  if (list.length === 0) {
    return (
      <Nothing
        first={total > 0 && paths.pointsOrders({ show: 'draws' })}
        picture="clock"
        text="还没有抽奖记录"
        hint="抽奖活动进行时会在页面上提示您"
      />
    )
  }
  return (
    <>
      <ul className={`panel ${css.draws}`} aria-label="抽奖记录">
        {list.map((record) => (
          <li key={record.id}>
            <span>{beijingTime(record.at)}</span>
            <span className="ell">{record.draw_name}</span>
            <b className={record.kind === 'none' ? css.nothing : undefined}>
              {record.name}
              {record.remarks && <small>{record.remarks}</small>}
            </b>
          </li>
        ))}
      </ul>
      <Pagination page={page} perPage={perPage} total={total} to={(next) => paths.pointsOrders({ show: 'draws', page: next })} />
    </>
  )
}
