import { useEffect, useRef, useState } from 'react'
import { NoAnswer } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import type { BodyOf } from '#contract/call.ts'
import { QUICK_LINES_MAX } from '#contract/constants.ts'
import type { QuickAnswerWire, QuickGoodsWire } from '#contract/selfservice.ts'
import { memberApi } from '../../api/member-calls.ts'
import { type GoodsById, type ListLine, linesFrom, settled } from '../../parts/quick/quick-lines.ts'
import { keptLine } from './draft.ts'
import type { useDraft } from './useDraft.ts'

type Body = BodyOf<typeof import('#contract/selfservice.ts').quickMatch>

/** The list that is being bought: read by the server, kept by the browser, read anew when the page is. */
export function useList({ draft, ready, change }: ReturnType<typeof useDraft>) {
  const client = useApi()
  const [lines, setLines] = useState<readonly ListLine[]>([])
  const [goods, setGoods] = useState<GoodsById>(new Map<number, QuickGoodsWire>())
  const [busy, setBusy] = useState(false)
  const [leftOut, setLeftOut] = useState(0)
  const restored = useRef(false)
  const nextKey = useRef(1)

  const learn = (answer: QuickAnswerWire) => setGoods((old) => new Map([...old, ...answer.goods.map((one) => [one.id, one] as const)]))
  const put = (next: readonly ListLine[]) => {
    setLines(next)
    change({ lines: next.map(keptLine) })
  }
  const match = async (body: Body): Promise<QuickAnswerWire | null> => {
    setBusy(true)
    try {
      return (await client.ask(memberApi.quickMatch, { body })).data
    } catch (error) {
      // A newer question took its place; of everything else the error catalogue has told.
      if (error instanceof NoAnswer && error.kind === 'cancelled') return null
      return null
    } finally {
      setBusy(false)
    }
  }
  const keyed = (answer: QuickAnswerWire): ListLine[] => {
    const read = linesFrom(answer, nextKey.current)
    nextKey.current += read.length
    return read
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the browser kept is read once, when it is known
  useEffect(() => {
    if (!ready || restored.current) return
    restored.current = true
    const kept = draft.lines
    if (kept.length === 0) return
    const asked = kept.map(({ text, asked: number, cases, chosen }) => ({
      text,
      ...(number !== null && { number }),
      ...(cases && { cases: 1 }),
      ...(chosen > 0 && { goods_id: chosen }),
    }))
    void match({ lines: asked }).then((answer) => {
      if (!answer) return
      const found = new Map(answer.goods.map((one) => [one.id, one]))
      learn(answer)
      put(
        keyed(answer).map((line, at) => {
          const before = kept[at]
          const one = found.get(line.goodsId)
          if (!before) return line
          const number = one && before.number > 0 ? settled(before.number, one) : null
          return {
            ...line,
            problem: before.problem,
            on: before.on,
            own: before.chosen > 0 && line.goodsId === before.chosen,
            ...(number && number),
          }
        }),
      )
    })
  }, [ready])

  /** Puts what was read behind the list; answers how many lines came. */
  const append = (answer: QuickAnswerWire): number => {
    const room = QUICK_LINES_MAX - lines.length
    const read = keyed(answer)
    learn(answer)
    put([...lines, ...read.slice(0, room)])
    setLeftOut(answer.left_out + Math.max(0, read.length - room))
    return Math.min(read.length, room)
  }

  return {
    lines,
    goods,
    busy,
    leftOut,
    /** What was kept is still on its way. */
    restoring: ready && draft.lines.length > 0 && lines.length === 0,
    put,
    append,
    read: async (text: string): Promise<number> => {
      const answer = await match({ text })
      return answer ? append(answer) : 0
    },
    /** The line is written otherwise. */
    rewrite: async (key: number, text: string): Promise<void> => {
      const answer = await match({ text })
      const [fresh] = answer ? keyed(answer) : []
      if (!answer || !fresh) return
      learn(answer)
      put(
        lines.map((line) => {
          if (line.key !== key) return line
          const found = answer.goods.find((one) => one.id === fresh.goodsId)
          if (fresh.asked !== null || line.asked === null || !found) return { ...fresh, key }
          // A number that was written before still holds.
          const number = line.asked * (line.cases ? found.case_pack : 1)
          return { ...fresh, key, asked: line.asked, cases: line.cases, ...settled(number, found) }
        }),
      )
    },
  }
}
