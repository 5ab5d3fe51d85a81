import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { Kbd } from './Kbd.tsx'
import { useKeys } from './keys.tsx'
import { placeOn } from './list-trail.ts'
import { InHead } from './slots.tsx'

export interface RecordTab {
  key: string
  title: string
  count?: number
  content: ReactNode
}

interface Props {
  /** Number or name, in the head behind the way back to the list. */
  title: string
  /** A StateTag and what else belongs beside the title. */
  state?: ReactNode
  /** The one next action: what is the matter, and the buttons for it. */
  next?: { text: ReactNode; tone?: 'warning' | 'error' | 'info' | 'success'; action?: ReactNode }
  /** Further buttons, at the right of the tabs. */
  actions?: ReactNode
  /** Over the tabs: steps, figures. */
  top?: ReactNode
  tabs: readonly RecordTab[]
  /** Under every tab. */
  foot?: ReactNode
  /** Further parts without a place in the page: drawers, dialogs. */
  children?: ReactNode
}

/** A digit for each tab. */
const MOST_KEYS = 9

/** The records before and after this one in the list that it was opened from. */
function Neighbours() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const place = placeOn(pathname)
  const go = (to: string | null | undefined): void => void (to && navigate(to))
  useKeys([
    { key: 'J', what: '列表的下一条', run: () => go(place?.next), when: place?.next != null },
    { key: 'K', what: '列表的上一条', run: () => go(place?.former), when: place?.former != null },
  ])
  if (place === null || place.count < 2) return null
  return (
    <span className="row s12 muted nowrap">
      {place.at + 1} / {place.count}
      <Button size="small" type="text" disabled={place.former === null} aria-label="上一条" onClick={() => go(place.former)}>
        <Kbd of="K" />
      </Button>
      <Button size="small" type="text" disabled={place.next === null} aria-label="下一条" onClick={() => go(place.next)}>
        <Kbd of="J" />
      </Button>
    </span>
  )
}

/** One record: state and next action first, then what is known of it by tabs; the open tab stands in the address. */
export function RecordPage({ title, state, next, actions, top, tabs, foot, children }: Props) {
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab')
  const open = tabs.find(({ key }) => key === asked) ?? tabs[0]
  const choose = (key: string): void => {
    const changed = new URLSearchParams(params)
    changed.set('tab', key)
    setParams(changed, { replace: true })
  }
  const digits = tabs.slice(0, MOST_KEYS).map(({ key, title: text }, at) => ({ key: String(at + 1), what: text, run: () => choose(key) }))
  // With Alt also while a field has the focus.
  useKeys([...digits, ...digits.map((one) => ({ ...one, key: `Alt+${one.key}` }))])
  return (
    <div className="record">
      <InHead>
        <h1 className="ell">{title}</h1>
        {state}
      </InHead>
      {next && <Alert banner type={next.tone ?? 'warning'} title={next.text} action={next.action} />}
      {top}
      <nav className="bar bar-tabs" aria-label="记录的各部分">
        <div className="views tabs">
          {tabs.map(({ key, title: text, count }) => (
            <button
              key={key}
              type="button"
              className={key === open?.key ? 'is-on' : ''}
              aria-pressed={key === open?.key}
              onClick={() => choose(key)}
            >
              {text} {count !== undefined && <small>{count}</small>}
            </button>
          ))}
        </div>
        <span className="grow" />
        <Neighbours />
        {actions && <span className="row">{actions}</span>}
      </nav>
      <div className="record-body">{open?.content}</div>
      {foot && <footer className="foot">{foot}</footer>}
      {children}
    </div>
  )
}
