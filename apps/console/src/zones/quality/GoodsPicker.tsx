import { Select } from 'antd'
import { useState } from 'react'
import { useAsk } from '../../api/ask.ts'
import { calls } from './calls.ts'

interface Props {
  value?: number | null
  onChange?: (id: number | null) => void
  /** As long as its row was not found by typing. */
  label?: string
  width?: number | string
}

const FOUND = 20

/** One goods, found as it is typed: code, name, first letters, maker, approval number. */
export function GoodsPicker({ value = null, onChange, label, width = 320 }: Props) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(label ?? '')
  const answer = useAsk(calls.goods, { query: { keywords: typed, per_page: FOUND } }, { enabled: typed !== '' })
  const options = (typed === '' ? [] : (answer.data?.list ?? [])).map(({ id, code, name, spec, manufacturer }) => ({
    value: id,
    label: `${name} ${spec}　${manufacturer}　${code}`,
  }))
  const known =
    value === null || options.some((one) => one.value === value) ? options : [{ value, label: chosen || `商品 ${value}` }, ...options]
  return (
    <Select
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      aria-label="商品"
      placeholder="输入编码、名称或首字母"
      style={{ width }}
      popupMatchSelectWidth={false}
      value={value}
      options={known}
      loading={typed !== '' && answer.isFetching}
      notFoundContent={typed === '' ? '输入后显示' : answer.isFetching ? '正在找…' : '没有找到'}
      onChange={(id: number | null | undefined) => {
        setChosen(options.find((one) => one.value === id)?.label ?? '')
        onChange?.(id ?? null)
      }}
    />
  )
}
