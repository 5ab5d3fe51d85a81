import { type FocusEvent, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import { CATEGORY_MENU_MAX } from '#contract/constants.ts'
import type { MenuEntryWire } from '#contract/content.ts'
import { Icon, type IconName, isIconName } from '#ui/Icon.tsx'
import { headerQuery } from '../api/queries.ts'
import { paths } from '../paths.ts'
import css from './CategoryMenu.module.css'

const SubMenu = lazy(() => import('./SubMenu.tsx'))

const LEAVE_MS = 120
const FALLBACK: readonly IconName[] = ['pill', 'jar', 'herb', 'device', 'leaf', 'drop', 'baby']

const iconOf = ({ logo }: MenuEntryWire, index: number): IconName => (isIconName(logo) ? logo : (FALLBACK[index] ?? 'grid'))

/** The first seven categories; the mouse or the keyboard's focus on one opens what lies under it. */
export function CategoryMenu({ onLeave }: { onLeave?: () => void }) {
  const entries = useQuery(headerQuery(useApi())).data?.category.slice(0, CATEGORY_MENU_MAX) ?? []
  const [openId, setOpenId] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const list = useRef<HTMLUListElement>(null)

  const show = (id: number | null, after = 0) => {
    clearTimeout(timer.current)
    if (after === 0) setOpenId(id)
    else timer.current = setTimeout(() => setOpenId(id), after)
  }
  const step = (by: number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>(`:scope > li > .${css.entry}`) ?? [])]
    const here = links.findIndex((link) => link === document.activeElement || link.parentElement?.contains(document.activeElement))
    links[(here + by + links.length) % links.length]?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'ArrowRight') list.current?.querySelector<HTMLElement>('[data-submenu] a')?.focus()
    else if (event.key === 'ArrowLeft') step(0)
    else if (event.key === 'Escape') show(null)
    else return
    event.preventDefault()
  }
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) show(null)
  }
  return (
    <nav
      className={`panel ${css.menu}`}
      aria-label="商品分类"
      onKeyDown={onKey}
      onBlur={onBlur}
      onPointerLeave={(event) => event.pointerType === 'mouse' && show(null, LEAVE_MS)}
    >
      <ul ref={list}>
        {entries.map((entry, index) => (
          <li
            key={entry.id}
            className={openId === entry.id ? css.open : undefined}
            onPointerEnter={(event) => event.pointerType === 'mouse' && show(entry.id, openId === null ? 0 : 60)}
          >
            <Link
              to={paths.list({ category: entry.id })}
              className={css.entry}
              aria-expanded={entry.children.length > 0 ? openId === entry.id : undefined}
              onFocus={(event) => event.currentTarget.matches(':focus-visible') && show(entry.id)}
              onClick={onLeave}
            >
              <i className={css.icon}>
                <Icon name={iconOf(entry, index)} />
              </i>
              <span className={css.words}>
                <b>{entry.name}</b>
                <small className="ell">{entry.hint}</small>
              </span>
              <Icon name="right" size={12} className={css.arrow} />
            </Link>
            {openId === entry.id && entry.children.length > 0 && (
              <Suspense fallback={null}>
                <SubMenu
                  entry={entry}
                  onChoose={() => {
                    show(null)
                    onLeave?.()
                  }}
                />
              </Suspense>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
