import { useQueries } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import type { WorkKind } from '#contract/work.ts'
import { beijingTime } from '#ui/times.ts'
import { keyOf, mayRetry } from '../../api/ask.ts'
import { useKeys } from '../../parts/keys.tsx'
import { numberText } from '../../parts/numbers.ts'
import { TakenBy, useTaken } from '../../parts/useWork.tsx'
import { Views } from '../../parts/Views.tsx'
import { isAllKnown, type Waiting } from '../../parts/waiting.ts'
import type { Piece, Queue } from '../../zone.ts'
import { waited } from './day-rules.ts'

/** Of each queue; more stand in its list. */
const EACH = 20
/** Of all of them together. */
const ALL = 30

interface Line extends Piece {
  key: string
  queue: Queue
}

const rowsOf = (data: unknown): readonly never[] =>
  typeof data === 'object' && data !== null && 'list' in data && Array.isArray(data.list) ? (data.list as never[]) : []

/** The pieces themselves, read anew as their number changes; isKnown: every count and every piece has come, or failed to. */
export function usePieces(waiting: readonly Waiting[]): { lines: readonly Line[]; isKnown: boolean } {
  const api = useApi()
  const asked = waiting.filter(({ queue, count = 0 }) => queue.piece !== undefined && count > 0)
  const answers = useQueries({
    queries: asked.map(({ queue, count = 0 }) => {
      const query = { ...queue.query, per_page: EACH, ...(queue.newestFirst && { page: Math.max(1, Math.ceil(count / EACH)) }) }
      return {
        queryKey: [...keyOf(queue.list, { query }), count],
        queryFn: async ({ signal }: { signal: AbortSignal }) => (await api.ask(queue.list, { query, signal } as never)).data as unknown,
        placeholderData: (former: unknown) => former,
        retry: mayRetry,
      }
    }),
  })
  const lines = asked.flatMap(({ queue }, at) =>
    rowsOf(answers[at]?.data).flatMap((row, place) => {
      const piece = queue.piece?.(row)
      return piece === undefined ? [] : [{ ...piece, queue, key: `${queue.text} ${piece.id || place}` }]
    }),
  )
  return {
    lines: lines.sort((one, other) => one.since.localeCompare(other.since)),
    isKnown: isAllKnown(waiting) && answers.every(({ isPending }) => !isPending),
  }
}

const Taker = ({ work, id }: { work: WorkKind; id: number }) => <TakenBy of={useTaken(work).get(id)} />

/** What waits for this person, the longest first: whom it concerns, since when, and who has it open. */
export function Pieces({ waiting, lines }: { waiting: readonly Waiting[]; lines: readonly Line[] }) {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const [current, setCurrent] = useState('')
  const table = useRef<HTMLTableElement>(null)
  const kinds = waiting.filter(({ queue, count = 0 }) => queue.piece !== undefined && count > 0)
  const chosen = kinds.find(({ queue }) => queue.text === params.get('queue'))
  const shown = (chosen ? lines.filter(({ queue }) => queue.text === chosen.queue.text) : lines).slice(0, ALL)
  const sum = kinds.reduce((all, { count = 0 }) => all + count, 0)
  const open = (key: string): void => setParams(key === '' ? {} : { queue: key }, { replace: true })
  const step = (by: 1 | -1): void => {
    const at = shown.findIndex(({ key }) => key === current)
    const next = Math.min(shown.length - 1, Math.max(0, at + by))
    setCurrent(shown[next]?.key ?? '')
    // On the link itself: Enter follows it, and whatever had the focus before no longer hears it.
    table.current?.querySelectorAll<HTMLElement>('tbody a')[next]?.focus()
  }
  const line = shown.find(({ key }) => key === current)
  useKeys([
    { key: 'J', what: '下一件', run: () => step(1), when: shown.length > 0 },
    { key: 'K', what: '上一件', run: () => step(-1), when: shown.length > 0 },
    { key: 'Enter', what: '去处理', run: () => line && void navigate(`/${line.to}`), when: line !== undefined },
  ])
  if (kinds.length === 0) return null
  const now = Date.now()
  return (
    <section className="desk-pieces" aria-label="等您处理的事">
      <Views
        label="等您处理的事"
        keys
        views={[
          { key: '', text: '全部', note: numberText(sum) },
          ...kinds.map(({ queue, count = 0 }) => ({ key: queue.text, text: queue.text, note: numberText(count) })),
        ]}
        open={chosen?.queue.text ?? ''}
        onOpen={open}
      />
      <table className="tb" ref={table}>
        <thead>
          <tr>
            <th>类型</th>
            <th>对象</th>
            <th>事项</th>
            <th>处理</th>
            <th className="num">等待</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, queue, id, who, what, since, to }) => {
            const { text, isLong } = waited(since, now)
            return (
              <tr key={key} className={key === current ? 'is-cur' : ''}>
                <td className="nowrap">
                  <span className="chip">{queue.text}</span>
                </td>
                <td>
                  <Link className="strong" to={`/${to}`}>
                    {who}
                  </Link>
                </td>
                <td className="desk-what" title={what}>
                  {what}
                </td>
                <td>
                  {queue.work?.map((work) => (
                    <Taker key={work} work={work} id={id} />
                  ))}
                </td>
                <td className={`num nowrap ${isLong ? 'w' : ''}`} title={beijingTime(since)} data-since={since}>
                  {text}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {sum > shown.length && !chosen && (
        <p className="muted s12 desk-more">
          先列等得最久的 {shown.length} 件，共 {numberText(sum)} 件；按类型看，或打开下面的列表。
        </p>
      )}
    </section>
  )
}
