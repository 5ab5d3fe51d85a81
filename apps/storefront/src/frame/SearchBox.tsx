import { type FormEvent, type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { Icon } from '#ui/Icon.tsx'
import { onDemand, useFetchedWhenIdle } from '#ui/on-demand.tsx'
import { paths } from '../paths.ts'
import css from './SearchBox.module.css'
import { type DropKeys, NO_DROP, type SearchKind } from './search-drop.ts'
import { remember } from './search-history.ts'

const drop = onDemand(() => import('./SearchDrop.tsx'))
const KINDS = ['药品', '厂家'] as const
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/** The search box: drug or manufacturer, suggestions while typing, past searches on focus, all by keyboard. */
export function SearchBox() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const isHere = pathname.startsWith('/search')
  const searched = (isHere && query.get('keywords')) || ''
  const searchedKind: SearchKind = isHere && query.get('type') === '1' ? 1 : 0
  const [text, setText] = useState(searched)
  const [kind, setKind] = useState<SearchKind>(searchedKind)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState(false)
  const [look, setLook] = useState(NO_DROP)
  const input = useRef<HTMLInputElement>(null)
  /** Something was changed since the last search. */
  const edited = useRef(false)
  const keys = useRef<DropKeys>(null)
  const id = useId()
  const { shown, active, said } = open ? look : NO_DROP
  useFetchedWhenIdle(drop)

  useEffect(() => {
    // A slow page must not take away what was typed while it came.
    if (edited.current && input.current?.form?.contains(document.activeElement)) return
    edited.current = false
    setText(searched)
    setKind(searchedKind)
  }, [searched, searchedKind])

  const close = () => {
    setOpen(false)
    setTyped(false)
    setLook(NO_DROP)
  }
  const search = (keyword: string) => {
    const words = keyword.trim()
    remember(window.localStorage, words)
    close()
    if (!words) return
    edited.current = false
    setText(words)
    input.current?.blur()
    void navigate(paths.search({ keywords: words, type: kind }, pathname.endsWith('/table') ? 'table' : 'image'))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(keys.current?.keyword() ?? text)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const by = STEPS[event.key]
    if (event.key === 'Escape') {
      // The browser would also empty a search field; the first Escape only closes the list.
      if (open) event.preventDefault()
      close()
    } else if (by) {
      event.preventDefault()
      if (open) keys.current?.step(by)
      else setOpen(true)
    }
  }

  return (
    <search className={css.place} onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || close()}>
      <form className={css.box} onSubmit={submit} action="/search">
        <fieldset className={`seg ${css.kinds}`} aria-label="搜索范围">
          {KINDS.map((name, value) => (
            <label key={name}>
              <input
                type="radio"
                className="said"
                name="type"
                value={value}
                checked={kind === value}
                onChange={() => {
                  edited.current = true
                  setKind(value as SearchKind)
                }}
              />
              {name}
            </label>
          ))}
        </fieldset>
        <Icon name="search" size={18} className={css.glass} />
        <input
          ref={input}
          className={css.text}
          type="search"
          name="keywords"
          autoComplete="off"
          maxLength={100}
          value={text}
          placeholder="药品名称或厂家名称，可输入拼音首字母，如 AMXL"
          role="combobox"
          aria-label={kind === 0 ? '按药品搜索' : '按厂家搜索'}
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          {...(active >= 0 && { 'aria-activedescendant': `${id}-list-${active}` })}
          onFocus={() => setOpen(true)}
          onChange={(event) => {
            edited.current = true
            setText(event.target.value)
            setTyped(true)
            setOpen(true)
          }}
          onKeyDown={onKey}
        />
        <button type="submit" className={`btn btn-primary ${css.go}`}>
          <Icon name="search" />
          搜索
        </button>
      </form>
      {open && (
        <Suspense fallback={null}>
          <drop.Part id={`${id}-list`} text={text} kind={kind} typed={typed} keys={keys} onSearch={search} onLook={setLook} />
        </Suspense>
      )}
      <p role="status" className="said">
        {said}
      </p>
    </search>
  )
}
