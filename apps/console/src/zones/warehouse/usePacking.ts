import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PackingWire } from '#contract/packing.ts'
import type { PickingPieceWire } from '#contract/picking.ts'
import { keyOf, useAsk } from '../../api/ask.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { cartonFor, leftIn, looseOf } from './packing-scan.ts'
import type { Counts } from './scan.ts'

const NOTHING: PackingWire = { cartons: [], left: [], whole_cases: 0 }
interface Laid {
  piece: PickingPieceWire
  number: number
}
interface Put {
  carton: number
  goods: { piece_id: number; number: number }[]
}

/** What lies in which carton of an order, and what is done about it: one deed after the other, however fast it is scanned. */
export function usePacking(orderId: number, pieces: readonly PickingPieceWire[], enabled: boolean) {
  const queries = useQueryClient()
  const asked = { params: { id: orderId } }
  const packing = useAsk(calls.packing, asked, { enabled }).data ?? NOTHING
  // The next scan may be here before the page is drawn anew.
  const now = (): PackingWire => queries.getQueryData<PackingWire>(keyOf(calls.packing, asked)) ?? packing
  const [chosen, setChosen] = useState<number | null>(null)
  const chosenNow = useRef<number | null>(null)
  const puts = useRef<Put[]>([])
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const outdates = [calls.packing, calls.cartons]
  const add = useDeed(calls.cartonAdd, { done: '', outdates })
  const put = useDeed(calls.cartonPut, { done: '', outdates })

  const inLine = <T>(deed: () => Promise<T>): Promise<T> => {
    const next = line.current.then(deed)
    line.current = next.catch(() => undefined)
    return next
  }
  const choose = (carton: number | null): void => {
    chosenNow.current = carton
    setChosen(carton)
  }
  const open = async (kind: 'normal' | 'cold' | 'case'): Promise<boolean> => {
    const isOpen = await add.run({ ...asked, body: { kind } })
    if (isOpen && kind !== 'case') choose(now().cartons.at(-1)?.id ?? null)
    return isOpen
  }
  const isLeft = (isCold: boolean): boolean => pieces.some((one) => (one.cold_chain === 1) === isCold && leftIn(now(), one.id) > 0)

  /** The first begins the packing: whole cases by themselves, a carton for what is cold, one for the rest. */
  const addCarton = (kind: 'normal' | 'cold'): Promise<void> =>
    inLine(async () => {
      if (now().cartons.length > 0) {
        await open(kind)
        return
      }
      if (now().whole_cases > 0 && !(await open('case'))) return
      if (isLeft(true) && !(await open('cold'))) return
      if (isLeft(false)) await open('normal')
    })

  /** Answers why it lies in no carton; '': it does. Only from within the line. */
  const lay = async (goods: readonly Laid[]): Promise<string> => {
    const into = Map.groupBy(goods, ({ piece }) => cartonFor(now().cartons, chosenNow.current, piece.cold_chain === 1)?.id ?? 0)
    if (into.has(0)) return goods.some(({ piece }) => piece.cold_chain === 1) ? '冷链商品须装冷藏箱，请按 F3 加冷藏箱' : '请按 F2 加一箱'
    for (const [carton, own] of into) {
      const one = { carton, goods: own.map(({ piece, number }) => ({ piece_id: piece.id, number })) }
      if (!(await put.run({ params: { id: orderId, carton }, body: { goods: one.goods } }))) return '没有装进箱里，原因见右边'
      puts.current.push(one)
    }
    return ''
  }

  /** All that is counted and lies in no carton. */
  const layLoose = (counts: () => Counts): Promise<string> =>
    inLine(async () => {
      const goods = pieces.flatMap((piece) => {
        const number = looseOf(now(), counts(), piece)
        return number > 0 ? [{ piece, number }] : []
      })
      return goods.length === 0 ? '没有数过而没装的商品' : lay(goods)
    })

  /** What was put in last comes out again. */
  const undo = (): Promise<void> =>
    inLine(async () => {
      const last = puts.current.pop()
      if (last === undefined) return
      const goods = last.goods.map(({ piece_id, number }) => ({ piece_id, number: -number }))
      await put.run({ params: { id: orderId, carton: last.carton }, body: { goods } })
    })

  return {
    packing,
    now,
    isByCarton: packing.cartons.length > 0,
    /** Units that lie in no carton. */
    unpacked: packing.left.reduce((sum, { number }) => sum + number, 0),
    current: packing.cartons.find(({ id }) => id === chosen) ?? cartonFor(packing.cartons, null, false),
    choose,
    addCarton,
    inLine,
    lay,
    layLoose,
    undo,
    problem: add.problem || put.problem,
    isBusy: add.isBusy || put.isBusy,
  }
}
export type PackingDesk = ReturnType<typeof usePacking>
