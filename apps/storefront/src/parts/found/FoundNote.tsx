import { Link } from 'react-router'
import type { FoundWire } from '#contract/goods.ts'
import { Icon } from '#ui/Icon.tsx'
import type { Where } from '../goods-list/where.ts'
import { type ListQuery, narrowed } from '../list-query.ts'

interface Props {
  found: FoundWire | null
  query: ListQuery
  at: Where['at']
}

/** Says when goods were found by other words than those that were typed, and what else may have been meant. */
export function FoundNote({ found, query, at }: Props) {
  // Where nothing was found, NoResult says what was understood.
  if (found === null || found.as === 'none' || (found.as !== 'corrected' && found.near.length === 0)) return null
  return (
    <p className="note note-info">
      <Icon name="info" />
      <span>
        {found.as === 'corrected' && `没有找到“${query.keywords}”，下面是“${found.words.join(' ')}”的商品。`}
        {found.near.length > 0 && '您是不是要找：'}
        {found.near.map((words) => (
          <Link key={words} className="link" to={at({ ...narrowed(query, {}), keywords: words })}>
            {words}{' '}
          </Link>
        ))}
      </span>
    </p>
  )
}
