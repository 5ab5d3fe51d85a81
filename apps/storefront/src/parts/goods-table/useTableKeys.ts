import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'
import type { GoodsCardWire } from '#contract/goods.ts'
import { commandOf, type Goal, goalOf } from './table-keys.ts'
import type { TableWork } from './useTableWork.ts'

interface Options {
  goods: readonly GoodsCardWire[]
  work: TableWork
  /** Goes to the neighbouring page; false: there is none. */
  turn: (by: 1 | -1) => boolean
  scroller: RefObject<HTMLDivElement | null>
  /** Changes when other goods stand here because somebody went on, not because a filter was ticked. */
  arrival: string
}

const PHONE = '(max-width: 767px), (pointer: coarse)'
const SEARCH_FIELD = 'header input[type="search"]'

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>(SEARCH_FIELD)
  field?.focus()
  field?.select()
}

/** The keyboard of the worksheet. Answers the listener for the table. */
export function useTableKeys({ goods, work, turn, scroller, arrival }: Options): (event: KeyboardEvent<HTMLElement>) => void {
  const { state } = useLocation()
  const wantsLast = typeof state === 'object' && state !== null && 'focus' in state && state.focus === 'last'
  const buyable = goods.map(({ is_buy, price }) => is_buy === 1 && price !== null)

  const focusRow = (index: number): void => {
    const field = scroller.current?.querySelector<HTMLInputElement>(`[data-quantity="${index}"]`)
    if (!field) return
    field.focus({ preventScroll: true })
    field.closest('tr')?.scrollIntoView({ block: 'nearest' })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when somebody arrives, not when rows change under it
  useEffect(() => {
    // On a phone the focus would raise the keyboard over the goods.
    if (window.matchMedia(PHONE).matches) return
    // The frame gives the focus to the page first.
    const frame = requestAnimationFrame(() => {
      scroller.current?.scrollTo({ top: 0 })
      const goal = goalOf(buyable, 0, wantsLast ? 'last' : 'first')
      if (typeof goal === 'number') focusRow(goal)
    })
    return () => cancelAnimationFrame(frame)
  }, [arrival])

  useEffect(() => {
    const slash = (event: globalThis.KeyboardEvent) => {
      const { target } = event
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return
      if (commandOf(event) !== 'search') return
      event.preventDefault()
      focusSearch()
    }
    document.addEventListener('keydown', slash)
    return () => document.removeEventListener('keydown', slash)
  }, [])

  const reach = (goal: Goal): void => {
    if (typeof goal === 'number') focusRow(goal)
    else if (goal === 'page-after' && !turn(1)) work.sheet.say('已是最后一行')
    else if (goal === 'page-before' && !turn(-1)) work.sheet.say('已是第一行')
  }

  return (event) => {
    const { target } = event
    if (!(target instanceof HTMLInputElement) || target.dataset.quantity === undefined) return
    const command = commandOf(event)
    if (command === null) return
    event.preventDefault()
    const index = Number(target.dataset.quantity)
    const one = goods[index]
    if (!one) return
    if (command === 'search') return focusSearch()
    if (command === 'favourite') return work.toggleFavourite(one)
    if (command === 'revert') return work.sheet.change(one.id, { draft: '', note: null })
    if (command === 'add') work.add(one)
    reach(goalOf(buyable, index, command))
  }
}
