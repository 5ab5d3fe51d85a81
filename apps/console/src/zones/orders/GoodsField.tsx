import { App, AutoComplete, type GetRef } from 'antd'
import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { EntryCandidateWire } from '#contract/order-entry.ts'
import { moneyText } from '#ui/yuan.ts'
import { useAsk } from '../../api/ask.ts'
import { numberText } from '../../parts/numbers.ts'
import { calls } from './calls.ts'
import { type EntryLine, partsOf } from './entry-lines.ts'
import { useSettled } from './useSettled.ts'

/** So much fits into one question. */
const TEXT_MAX = 600

const numberFor = (number: number, { minimum, step }: EntryCandidateWire): number =>
  number === 0 ? minimum : Math.max(minimum, Math.ceil(number / step) * step)

/** Initials, a name, a code or a barcode, with the number behind; several lines at once where they are pasted. */
export function GoodsField({ companyId, onAdd }: { companyId: number; onAdd: (found: readonly EntryLine[]) => void }) {
  const api = useApi()
  const { message } = App.useApp()
  const field = useRef<GetRef<typeof AutoComplete>>(null)
  const [text, setText] = useState('')
  const words = useSettled(text.trim())
  const params = { id: companyId }
  const { data } = useAsk(calls.entryGoods, { params, query: { text: words.slice(0, TEXT_MAX) } }, { enabled: words !== '' })
  useEffect(() => field.current?.focus(), [])
  const [line] = words === '' || words !== text.trim() ? [] : (data?.lines ?? [])
  const add = (goodsId: number): void => {
    const found = line?.candidates.find((one) => one.goods_id === goodsId)
    if (!line || !found) return
    onAdd([{ goods_id: goodsId, number: numberFor(line.number, found), name: found.name }])
    setText('')
  }
  // Enter before the answer is here means the first of it, not of what was found for fewer letters.
  const [hurried, setHurried] = useState('')
  const [first] = line?.candidates ?? []
  const isDue = hurried !== '' && hurried === words && line !== undefined
  useEffect(() => {
    if (!isDue) return
    setHurried('')
    if (first && first.why === '') add(first.goods_id)
  })
  const paste = async (event: ClipboardEvent): Promise<void> => {
    const pasted = event.clipboardData.getData('text')
    if (!pasted.includes('\n')) return
    event.preventDefault()
    const answers = await Promise.all(partsOf(pasted, TEXT_MAX).map((part) => api.ask(calls.entryGoods, { params, query: { text: part } })))
    const lines = answers.flatMap((answer) => answer.data.lines)
    const sure = lines.flatMap(({ is_sure, number, candidates: [first] }) =>
      is_sure === 1 && first ? [{ goods_id: first.goods_id, number: numberFor(number, first), name: first.name }] : [],
    )
    onAdd(sure)
    const open = lines.filter((one) => one.is_sure === 0).map((one) => one.text)
    if (open.length === 0) void message.success(`加了 ${sure.length} 行`)
    else void message.warning(`加了 ${sure.length} 行；这些没有唯一的商品，请逐个打：${open.slice(0, 8).join('、')}`, 10)
  }
  return (
    <div onPaste={(event) => void paste(event)}>
      <AutoComplete
        ref={field}
        aria-label="商品：首字母、名称、编码或条码，空格后写数量"
        style={{ width: 520 }}
        value={text}
        defaultActiveFirstOption
        placeholder="amxl 10：首字母、名称、编码、条码，空格后写数量"
        options={(line?.candidates ?? []).map((one) => ({
          value: String(one.goods_id),
          disabled: one.why !== '',
          label: (
            <span className="row">
              <span className="grow ell">
                <b>{one.name}</b> <small className="muted">{`${one.spec} · ${one.maker}`}</small>
              </span>
              {one.why ? (
                <small className="bad">{one.why}</small>
              ) : (
                <small>{`${moneyText(one.price)} · 存 ${numberText(one.available)}`}</small>
              )}
            </span>
          ),
        }))}
        notFoundContent={words !== '' && line && line.candidates.length === 0 ? '没有这个商品' : null}
        onSearch={setText}
        onKeyDown={({ key }) => key === 'Enter' && !line && setHurried(text.trim())}
        onSelect={(id) => add(Number(id))}
      />
    </div>
  )
}
