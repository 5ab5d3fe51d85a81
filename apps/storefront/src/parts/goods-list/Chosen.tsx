import { Link } from 'react-router'
import { Icon } from '#ui/Icon.tsx'
import type { ListQuery } from '../list-query.ts'
import css from './Chosen.module.css'
import { type Chip, cleared } from './list-data.ts'
import type { Where } from './where.ts'

/** What narrows the list now; each goes with a click, all with 清空. */
export function Chosen({ chips, query, where }: { chips: readonly Chip[]; query: ListQuery; where: Where }) {
  if (chips.length === 0) return null
  return (
    <div className={css.bar}>
      <span className={css.word}>已选</span>
      <ul>
        {chips.map(({ key, text, without }) => (
          <li key={key}>
            <Link to={where.at(without)} preventScrollReset rel="nofollow" aria-label={`去掉 ${text}`}>
              {text}
              <Icon name="close" size={12} />
            </Link>
          </li>
        ))}
      </ul>
      <Link className="link" to={where.at(cleared(query))} preventScrollReset rel="nofollow">
        清空
      </Link>
    </div>
  )
}
