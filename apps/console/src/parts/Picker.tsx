import { Select } from 'antd'
import { useEffect, useState } from 'react'

const PAUSE_MS = 150

interface Props {
  /** What is found: '商品'. */
  what: string
  placeholder: string
  /** What was asked, after a pause of typing; '' nothing. */
  onAsk: (words: string) => void
  isFetching: boolean
  /** Of the words that were asked last. */
  found: readonly { value: number; label: string }[]
  onChoose: (id: number, label: string) => void
  autoFocus?: boolean
}

/** Finds a record while its name is typed, and forgets it when it was chosen: what becomes of it is shown elsewhere. */
export function Picker({ what, placeholder, onAsk, isFetching, found, onChoose, autoFocus = false }: Props) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => {
      setAsked(typed.trim())
      onAsk(typed.trim())
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, onAsk])
  const list = asked === '' || asked !== typed.trim() ? [] : found
  return (
    <Select
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      autoFocus={autoFocus}
      aria-label={what}
      placeholder={placeholder}
      style={{ width: '100%', maxWidth: 480 }}
      value={null}
      loading={isFetching}
      notFoundContent={asked === '' ? null : isFetching ? '正在找…' : `没有这样的${what}`}
      options={[...list]}
      onChange={(id: number | null) => {
        const chosen = list.find(({ value }) => value === id)
        if (chosen === undefined) return
        setTyped('')
        onChoose(chosen.value, chosen.label)
      }}
    />
  )
}
