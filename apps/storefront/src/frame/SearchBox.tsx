import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { Icon } from '../parts/Icon.tsx'
import { paths } from '../paths.ts'
import css from './SearchBox.module.css'
import { readHistory, remember } from './search-history.ts'
import { type SearchKind, useSuggestions } from './useSuggestions.ts'

const KINDS = ['药品', '厂家'] as const

interface Option {
  key: string
  keyword: string
  note: string
}

/** The search box: drug or manufacturer, suggestions while typing, past searches on focus, all by keyboard. */
export function SearchBox() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const searched = pathname.startsWith('/search') ? (query.get('keywords') ?? '') : ''
  const searchedKind: SearchKind = pathname.startsWith('/search') && query.get('type') === '1' ? 1 : 0
  const [text, setText] = useState(searched)
  const [kind, setKind] = useState<SearchKind>(searchedKind)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState(false)
  const [active, setActive] = useState(-1)
  const [history, setHistory] = useState<readonly string[]>([])
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const suggestions = useSuggestions(text, kind, open && typed)

  useEffect(() => {
    setText(searched)
    setKind(searchedKind)
  }, [searched, searchedKind])

  const showHistory = open && (text.trim() === '' || !typed) && history.length > 0
  const options: readonly Option[] = showHistory ? history.map((word) => ({ key: word, keyword: word, note: '' })) : suggestions.list
  const shown = open && (showHistory || suggestions.state !== 'idle')

  const close = () => {
    setOpen(false)
    setTyped(false)
    setActive(-1)
  }
  const search = (keyword: string) => {
    const words = keyword.trim()
    setHistory(remember(window.localStorage, words))
    close()
    if (words === '') return
    setText(words)
    input.current?.blur()
    void navigate(paths.search({ keywords: words, type: kind }, pathname.endsWith('/table') ? 'table' : 'image'))
  }
  const focus = () => {
    setHistory(readHistory(window.localStorage))
    setOpen(true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(options[active]?.keyword ?? text)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      // The browser would also empty a search field; the first Escape only closes the list.
      if (open) event.preventDefault()
      return close()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    if (!open) return focus()
    const step = event.key === 'ArrowDown' ? 1 : -1
    // -1 is the text itself; the ring goes text, first … last, text.
    const count = options.length + 1
    setActive((old) => ((old + 1 + step + count) % count) - 1)
  }

  return (
    <search className={css.place}>
      <form className={css.box} onSubmit={submit} action="/search" method="get">
        <fieldset className={`seg ${css.kinds}`}>
          <legend className="said">搜索范围</legend>
          {KINDS.map((name, value) => (
            <label key={name}>
              <input
                type="radio"
                className="said"
                name="type"
                value={value}
                checked={kind === value}
                onChange={() => setKind(value === 1 ? 1 : 0)}
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
          {...(active >= 0 && { 'aria-activedescendant': `${id}-${active}` })}
          onFocus={focus}
          onBlur={close}
          onChange={(event) => {
            setText(event.target.value)
            setTyped(true)
            setOpen(true)
            setActive(-1)
          }}
          onKeyDown={onKey}
        />
        <button type="submit" className={`btn btn-primary ${css.go}`}>
          <Icon name="search" />
          搜索
        </button>
      </form>
      {/* Pressing the mouse here must not take the focus from the field. */}
      <div className={css.drop} hidden={!shown} onPointerDown={(event) => event.preventDefault()}>
        {showHistory && <p className={css.head}>最近搜索</p>}
        {!showHistory && suggestions.state === 'searching' && <p className={css.state}>搜索中…</p>}
        {!showHistory && suggestions.state === 'ready' && suggestions.list.length === 0 && <p className={css.state}>暂无数据</p>}
        <div role="listbox" id={`${id}-list`} aria-label={showHistory ? '最近搜索' : '搜索建议'}>
          {shown &&
            options.map((option, index) => (
              <div
                key={option.key}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={index === active ? `${css.option} ${css.active}` : css.option}
                onClick={() => search(option.keyword)}
                onKeyDown={(event) => event.key === 'Enter' && search(option.keyword)}
                onPointerMove={() => setActive(index)}
              >
                <Icon name={showHistory ? 'clock' : 'search'} size={14} />
                <b>{option.keyword}</b>
                {option.note && <span className="ell">{option.note}</span>}
              </div>
            ))}
        </div>
        {showHistory && (
          <button type="button" className={css.clear} onClick={() => setHistory(remember(window.localStorage, ''))}>
            <Icon name="trash" size={14} />
            清空记录
          </button>
        )}
      </div>
      <p role="status" className="said">
        {shown && !showHistory && suggestions.state === 'ready'
          ? options.length > 0
            ? `有 ${options.length} 条建议，用上下方向键选择`
            : '暂无数据'
          : ''}
      </p>
    </search>
  )
}
