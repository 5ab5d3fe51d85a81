import { useState } from 'react'
import { useAsk } from '../../api/ask.ts'
import { Picker } from '../../parts/Picker.tsx'
import { calls } from './calls.ts'

const TEXTS = {
  goods: '编码、名称、首字母或厂家',
  category: '分类名称',
  manufacturer: '生产企业名称',
  company: '企业名称、首字母或编码',
} as const
export type Findable = keyof typeof TEXTS

interface Props {
  what: Findable
  /** Which question it answers: 参加的商品. */
  label: string
  onChoose: (id: number, name: string) => void
  autoFocus?: boolean
  placeholder?: string
}

export function FindPicker({ what, label, onChoose, autoFocus = false, placeholder = TEXTS[what] }: Props) {
  const [asked, setAsked] = useState('')
  const { data, isFetching } = useAsk(calls.find, { query: { what, keywords: asked } }, { enabled: asked !== '' })
  const found = data?.list ?? []
  return (
    <Picker
      what={label}
      placeholder={placeholder}
      autoFocus={autoFocus}
      onAsk={setAsked}
      isFetching={isFetching}
      found={found.map(({ id, name, note }) => ({ value: id, label: note === '' ? name : `${name}　${note}` }))}
      onChoose={(id) => onChoose(id, found.find((one) => one.id === id)?.name ?? '')}
    />
  )
}
