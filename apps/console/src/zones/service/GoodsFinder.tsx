import { useState } from 'react'
import { moneyText } from '#ui/yuan.ts'
import { useAsk } from '../../api/ask.ts'
import { numberText } from '../../parts/numbers.ts'
import { Picker } from '../../parts/Picker.tsx'
import { calls } from './calls.ts'

interface Props {
  /** Whose price, stock and right to buy stand beside what is found. */
  companyId: number
  onChoose: (id: number, name: string) => void
  autoFocus?: boolean
}

/** A goods by its name, first letters or code, as the customer whom one answers sees it. */
export function GoodsFinder({ companyId, onChoose, autoFocus = false }: Props) {
  const [asked, setAsked] = useState('')
  const answer = useAsk(calls.goodsFor, { params: { id: companyId }, query: { text: asked } }, { enabled: asked !== '' })
  const found = answer.data?.lines[0]?.candidates ?? []
  return (
    <Picker
      what="商品"
      placeholder="首字母、名称、编码或条码"
      autoFocus={autoFocus}
      onAsk={setAsked}
      isFetching={answer.isFetching}
      found={found.map((one) => ({
        value: one.goods_id,
        label: `${one.name} ${one.spec} ${one.maker}　${one.why || `${moneyText(one.price)} 存 ${numberText(one.available)}`}`,
      }))}
      onChoose={(id) => onChoose(id, found.find(({ goods_id }) => goods_id === id)?.name ?? String(id))}
    />
  )
}
