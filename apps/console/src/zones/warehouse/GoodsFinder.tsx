import { Input, type InputRef } from 'antd'
import { type KeyboardEvent, type Ref, useEffect, useState } from 'react'
import type { DataOf } from '#contract/call.ts'
import { useAsk } from '../../api/ask.ts'
import { calls } from './calls.ts'

export type FoundGoods = DataOf<typeof import('#contract/warehouse.ts')['staffStockGoods']>['list'][number]

/** A scanner types faster than anybody can be asked. */
const PAUSE_MS = 150

interface Props {
  warehouseId: number | undefined
  onFound: (goods: FoundGoods) => void
  /** What it says where nothing is typed. */
  text?: string
  field?: Ref<InputRef>
}

/** A field that a scanner or a hand types into: barcode, code, first letters, name. Enter takes the one that is meant. */
export function GoodsFinder({ warehouseId, onFound, text = '扫条码，或输入编码、首字母、名称', field }: Props) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  // A scanner's Enter comes before the answer.
  const [wanted, setWanted] = useState('')
  const [words, setWords] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const query = { words, ...(warehouseId !== undefined && { warehouse_id: warehouseId }) }
  const answer = useAsk(calls.goods, { query }, { enabled: words !== '' })
  const list = words === '' ? [] : (answer.data?.list ?? [])
  const take = (goods: FoundGoods | undefined): void => {
    if (goods === undefined) return
    setTyped('')
    setWords('')
    setWanted('')
    setAt(0)
    onFound(goods)
  }
  const isThere = answer.data !== undefined && words === typed.trim()
  useEffect(() => {
    if (wanted === '' || wanted !== words || !isThere) return
    setWanted('')
    const exact = list.filter(({ barcode, code }) => barcode === wanted || code.toUpperCase() === wanted.toUpperCase())
    if (exact.length === 1 || list.length === 1) take(exact[0] ?? list[0])
  })
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setAt((now) => Math.max(0, Math.min(list.length - 1, now + (event.key === 'ArrowDown' ? 1 : -1))))
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (isThere) take(list[at])
    else {
      setWords(typed.trim())
      setWanted(typed.trim())
    }
  }
  return (
    <div>
      <Input
        {...(field && { ref: field })}
        aria-label={text}
        placeholder={text}
        style={{ width: 340 }}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      {words !== '' && (
        <div className="found" aria-live="polite">
          {list.map((goods, index) => (
            <button key={goods.id} type="button" tabIndex={-1} className={index === at ? 'is-on' : ''} onClick={() => take(goods)}>
              <b>{goods.name}</b>
              <span>{goods.spec}</span>
              <span className="muted grow ell">{goods.maker}</span>
              {goods.barred && <span className="bad">{goods.barred}</span>}
              <span className="muted">{goods.code}</span>
            </button>
          ))}
          {isThere && list.length === 0 && <p className="muted pad">没有找到“{words}”</p>}
        </div>
      )}
    </div>
  )
}
