import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useState } from 'react'
import { Icon } from '#ui/Icon.tsx'
import css from './SearchDrop.module.css'
import { SearchPanel } from './SearchPanel.tsx'
import type { DropKeys, DropLook, SearchKind } from './search-drop.ts'
import { readHistory, remember } from './search-history.ts'
import { useSuggestions } from './useSuggestions.ts'

interface Option {
  key: string
  keyword: string
  note: string
}

/** From a goods back to the field; there Escape closes the list. */
const toField = ({ key, currentTarget }: KeyboardEvent): void => {
  if (key === 'Escape') currentTarget.parentElement?.querySelector<HTMLElement>('[type=search]')?.focus()
}
/** The list closes as the focus goes. */
const leave = (): void => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

interface Props {
  id: string
  text: string
  kind: SearchKind
  /** Something was typed since the field was entered: suggestions, not history. */
  typed: boolean
  keys: Ref<DropKeys>
  onSearch: (keyword: string) => void
  onLook: (look: DropLook) => void
}

/** Under the search field while it is in use: past searches, or suggestions for what is being typed. */
export default function SearchDrop({ id, text, kind, typed, keys, onSearch, onLook }: Props) {
  const [history, setHistory] = useState<readonly string[]>(() => readHistory(window.localStorage))
  const [chosen, setChosen] = useState({ text, place: -1 })
  const suggestions = useSuggestions(text, kind, typed)
  const ofHistory = (text.trim() === '' || !typed) && history.length > 0
  const options: readonly Option[] = ofHistory ? history.map((word) => ({ key: word, keyword: word, note: '' })) : suggestions.list
  const shown = ofHistory || suggestions.state !== 'idle'
  const ready = !ofHistory && suggestions.state === 'ready'
  const none = ready && options.length === 0
  const wide = ready && !none && kind === 0
  // Another letter, another choice.
  const active = chosen.text === text ? chosen.place : -1
  const choose = (place: number) => setChosen({ text, place })

  useImperativeHandle(keys, () => ({
    step: (by) => {
      // The ring goes text, first … last, text.
      const count = options.length + 1
      choose(((active + 1 + by + count) % count) - 1)
    },
    keyword: () => options[active]?.keyword,
  }))
  const said = !ready ? '' : none ? '暂无数据' : `有 ${options.length} 条建议，用上下方向键选择`
  useEffect(() => onLook({ shown, active, said }), [onLook, shown, active, said])

  return (
    // Pressing the mouse here must not take the focus from the field.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears Escape from the links and buttons inside
    <div
      className={wide ? `${css.drop} ${css.wide}` : css.drop}
      hidden={!shown}
      onPointerDown={(event) => event.preventDefault()}
      onKeyDown={toField}
    >
      <div>
        {ofHistory && <p className={css.head}>最近搜索</p>}
        {!ofHistory && suggestions.state === 'searching' && <p className={css.state}>搜索中…</p>}
        {none && <p className={css.state}>暂无数据</p>}
        <div role="listbox" id={id} aria-label={ofHistory ? '最近搜索' : '搜索建议'}>
          {options.map((option, index) => (
            <div
              key={option.key}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={index === active ? `${css.option} ${css.active}` : css.option}
              onClick={() => onSearch(option.keyword)}
              onKeyDown={(event) => event.key === 'Enter' && onSearch(option.keyword)}
              onPointerMove={() => choose(index)}
            >
              <Icon name={ofHistory ? 'clock' : 'search'} size={14} />
              <b>{option.keyword}</b>
              {option.note && <span className="ell">{option.note}</span>}
            </div>
          ))}
        </div>
        {ofHistory && (
          <button type="button" className={css.clear} onClick={() => setHistory(remember(window.localStorage, ''))}>
            <Icon name="trash" size={14} />
            清空记录
          </button>
        )}
      </div>
      {wide && <SearchPanel keywords={text.trim()} onGone={leave} />}
    </div>
  )
}
