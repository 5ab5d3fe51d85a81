import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import type { Added } from '../../parts/quick/AddResult.tsx'
import {
  addLineOf,
  afterAdding,
  amountOf,
  chosen,
  duplicatesOf,
  type ListLine,
  merged,
  type Standing,
  settled,
  standingOf,
  sumOf,
  toBuy,
} from '../../parts/quick/quick-lines.ts'
import { MatchRow } from './MatchRow.tsx'
import { QuickBar } from './QuickBar.tsx'
import css from './quick.module.css'
import { focusStop, stopsIn, walk } from './stops.ts'
import type { useDraft } from './useDraft.ts'
import type { useList } from './useList.ts'
import { useListAdd } from './useListAdd.ts'

const KINDS = {
  all: '全部',
  todo: '待处理',
  check: '请核对',
  corrected: '数量已调整',
  blocked: '不能购买',
} as const
type Kind = keyof typeof KINDS

function isOf(kind: Kind, line: ListLine, standing: Standing): boolean {
  if (kind === 'all') return true
  if (kind === 'todo') return standing === 'choose' || standing === 'none'
  if (kind === 'corrected') return line.correction !== '' || line.problem !== ''
  return standing === kind || (kind === 'blocked' && line.refused !== '')
}

interface Props {
  list: ReturnType<typeof useList>
  work: ReturnType<typeof useDraft>
  source: 'paste' | 'file'
  /** The place to give more lines is open. */
  adding: boolean
  onMore: () => void
  onAdded: (result: Added) => void
}

/** Every line with what it was taken for; what is unclear waits for an answer, the rest for one press. */
export function MatchList({ list, work, source, adding, onMore, onAdded }: Props) {
  const { lines, goods, put } = list
  const { send, busy } = useListAdd(work.draft, work.change)
  const [kind, setKind] = useState<Kind>('all')
  const [asking, setAsking] = useState(false)
  const place = useRef<HTMLUListElement>(null)

  const standings = new Map(lines.map((line) => [line.key, standingOf(line, goods)]))
  const of = (one: Kind) => lines.filter((line) => isOf(one, line, standings.get(line.key) ?? 'none'))
  const duplicates = duplicatesOf(lines)
  const buying = toBuy(lines, goods)
  const able = lines.filter((line) => ['ready', 'check'].includes(standings.get(line.key) ?? ''))
  const shown = of(kind).length > 0 ? of(kind) : lines

  const change = (key: number, next: (line: ListLine) => ListLine) => put(lines.map((line) => (line.key === key ? next(line) : line)))
  const rowOf = (key: number) => place.current?.querySelector<HTMLElement>(`[data-line="${key}"]`)
  const focusRow = (key: number) =>
    requestAnimationFrame(() => {
      const row = rowOf(key)
      focusStop(row ? stopsIn(row)[0] : undefined)
    })
  const choose = (line: ListLine, goodsId: number) => {
    const one = goods.get(goodsId)
    if (!one) return
    change(line.key, (old) => chosen(old, one))
    focusRow(line.key)
  }
  const remove = (line: ListLine) => {
    const at = shown.indexOf(line)
    const next = shown[at + 1] ?? shown[at - 1]
    put(lines.filter((one) => one.key !== line.key))
    if (next) focusRow(next.key)
  }
  const setNumber = (line: ListLine, number: number) => {
    const one = goods.get(line.goodsId)
    if (one) change(line.key, (old) => ({ ...old, on: true, problem: '', refused: '', ...settled(number, one) }))
  }
  const addAll = async () => {
    const sent = buying
    const answer = await send(
      sent.flatMap((line) => {
        const one = goods.get(line.goodsId)
        return one ? [addLineOf(one, line.number)] : []
      }),
    )
    if (!answer) return
    const rest = afterAdding(lines, sent, answer)
    const refused = new Map(rest.filter((line) => line.refused !== '').map((line) => [line.key, line.refused]))
    const missing = sent.flatMap((line) => {
      const one = goods.get(line.goodsId)
      const why = refused.get(line.key)
      return why ? [{ name: one ? `${one.name} ${one.ypgg}` : line.text, why }] : []
    })
    put(rest)
    setKind('all')
    onAdded({ added: sent.length - missing.length, missing })
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key } = event
    if (!(target instanceof HTMLElement)) return
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return void addAll()
    }
    const line = lines.find((one) => String(one.key) === target.closest<HTMLElement>('[data-line]')?.dataset.line)
    if (!line) return
    if (key === 'Delete' && (event.ctrlKey || event.shiftKey)) {
      event.preventDefault()
      return remove(line)
    }
    if (target.dataset.candidate !== undefined && /^[1-9]$/.test(key)) {
      const goodsId = line.candidates[Number(key) - 1]
      event.preventDefault()
      if (goodsId !== undefined) choose(line, goodsId)
      return
    }
    if (key === ' ' && target.matches('input[data-quantity]')) {
      event.preventDefault()
      return change(line.key, (old) => ({ ...old, on: !old.on }))
    }
    walk(event)
  }

  return (
    <>
      <div className={css.tools}>
        <fieldset className="seg">
          <legend className="said">只看</legend>
          {(Object.keys(KINDS) as Kind[]).map((one) => {
            const count = of(one).length
            if (count === 0 && one !== 'all') return null
            return (
              <button key={one} type="button" aria-pressed={kind === one} onClick={() => setKind(one)}>
                {KINDS[one]} {count}
              </button>
            )
          })}
        </fieldset>
        <span className={css.grow} />
        {duplicates.size > 0 && (
          <Button kind="soft" onClick={() => put(merged(lines, goods))}>
            合并 {duplicates.size} 行重复商品
          </Button>
        )}
        {!adding && (
          <Button onClick={onMore}>
            <Icon name="plus" />
            {source === 'paste' ? '继续粘贴' : '继续上传'}
          </Button>
        )}
        <Button kind="ghost" onClick={() => setAsking(true)}>
          清空清单
        </Button>
      </div>
      {list.leftOut > 0 && (
        <p className={`note note-warn ${css.leftOut}`} role="status">
          <Icon name="warn" />
          一份清单最多 1,000 行，后面的 {list.leftOut} 行没有读取，可在加入购物车后再继续。
        </p>
      )}
      <section className={`panel ${css.sheet}`} aria-label="识别结果" aria-busy={list.busy}>
        <div className={`${css.row} ${css.match} ${css.head}`} aria-hidden="true">
          <span />
          <span>清单原文</span>
          <span>商品</span>
          <span className={css.num}>单价</span>
          <span>数量</span>
          <span className={css.num}>小计</span>
          <span />
        </div>
        <ul ref={place} onKeyDown={onKeyDown}>
          {shown.map((line) => (
            <MatchRow
              key={line.key}
              line={line}
              place={lines.indexOf(line) + 1}
              standing={standings.get(line.key) ?? 'none'}
              goods={goods}
              twin={duplicates.get(line.key)}
              busy={list.busy}
              onTick={() => change(line.key, (old) => ({ ...old, on: !old.on }))}
              onChoose={(goodsId) => choose(line, goodsId)}
              onChange={() => {
                change(line.key, (old) => ({ ...old, goodsId: 0, own: false, state: 'choose', correction: '' }))
                focusRow(line.key)
              }}
              onNumber={(number) => setNumber(line, number)}
              onConfirm={() => change(line.key, (old) => ({ ...old, state: 'matched', own: true, note: '已核对' }))}
              onRewrite={(text) => void list.rewrite(line.key, text).then(() => focusRow(line.key))}
              onRemove={() => remove(line)}
            />
          ))}
        </ul>
      </section>
      <QuickBar
        count={buying.length}
        sum={sumOf(buying.map((line) => amountOf(line, goods)))}
        busy={busy}
        all={{
          label: '全选可购商品',
          on: able.length > 0 && able.every((line) => line.on),
          none: able.length === 0,
          toggle: () => {
            const on = !able.every((line) => line.on)
            const keys = new Set(able.map((line) => line.key))
            put(lines.map((line) => (keys.has(line.key) ? { ...line, on } : line)))
          },
        }}
        onAdd={() => void addAll()}
        onClear={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        title="清空这份清单吗?"
        text={`清单里有 ${lines.length} 行，清空后需要重新粘贴或上传。`}
        confirm="清空"
        onConfirm={() => put([])}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
