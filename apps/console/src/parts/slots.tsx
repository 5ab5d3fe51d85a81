import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** Places of the frame that a page fills: its head, and the column at the right. */
export interface Slots {
  head: HTMLElement | null
  side: HTMLElement | null
}
const SlotsContext = createContext<Slots>({ head: null, side: null })
export const SlotsProvider = SlotsContext.Provider

/** What stands in the frame's head behind the page's title: a record's number and state, buttons. */
export function InHead({ children }: { children: ReactNode }) {
  const { head } = useContext(SlotsContext)
  return head && createPortal(children, head)
}

/** The column at the right, over the whole height; the page keeps its place beside it. */
export function InSide({ children }: { children: ReactNode }) {
  const { side } = useContext(SlotsContext)
  return side && createPortal(children, side)
}
