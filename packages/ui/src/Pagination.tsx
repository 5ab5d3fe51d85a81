import { Link } from 'react-router'
import { Icon } from './Icon.tsx'
import css from './Pagination.module.css'

/** Pages to show: the first, the last, two around this one; null = a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 2, page - 1, page, page + 1, page + 2, pages].filter((one) => one >= 1 && one <= pages)
  const sorted = [...new Set(wanted)].sort((a, b) => a - b)
  return sorted.flatMap((one, index) => {
    const before = sorted[index - 1]
    if (before === undefined || one - before === 1) return [one]
    return one - before === 2 ? [one - 1, one] : [null, one]
  })
}

interface Props {
  page: number
  perPage: number
  total: number
  /** The address of a page. */
  to: (page: number) => string
  label?: string
}

export function Pagination({ page, perPage, total, to, label = '分页' }: Props) {
  const pages = Math.max(1, Math.ceil(total / perPage))
  if (pages <= 1) return null
  const step = (target: number, name: string, icon: 'left' | 'right') =>
    target < 1 || target > pages ? (
      <span className={css.off}>
        <Icon name={icon} />
      </span>
    ) : (
      <Link to={to(target)} rel={icon === 'left' ? 'prev' : 'next'} aria-label={name}>
        <Icon name={icon} />
      </Link>
    )
  return (
    <nav className={css.pager} aria-label={label}>
      {step(page - 1, '上一页', 'left')}
      {pageNumbers(page, pages).map((one, index, all) =>
        one === null ? (
          <span key={`after-${all[index - 1]}`} className={css.gap}>
            …
          </span>
        ) : one === page ? (
          <span key={one} className={css.here} aria-current="page">
            {one}
          </span>
        ) : (
          <Link key={one} to={to(one)} aria-label={`第 ${one} 页`}>
            {one}
          </Link>
        ),
      )}
      {step(page + 1, '下一页', 'right')}
      <span className={css.note}>每页 {perPage} 个</span>
    </nav>
  )
}
