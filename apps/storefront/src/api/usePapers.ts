import { useCallback, useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useLive } from './live.ts'

/** The papers of one shipment are made one after the other: the page is asked once for all of them. */
const TOGETHER_MS = 1_000

/**
 * Keeps a page true on which papers are still being made (waiting): asked again when the shop says that one is there or could not be
 * made, and once when the line opens, for what happened before. Nothing is asked while nothing waits.
 */
export function usePapers(waiting: boolean): void {
  const { revalidate } = useRevalidator()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ask = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void revalidate()
    }, TOGETHER_MS)
  }, [revalidate])
  const askIfWaiting = () => {
    if (waiting) ask()
  }
  const line = useLive('papers', askIfWaiting)
  // Packs and invoices are told of by a message.
  useLive('messages', askIfWaiting)
  useEffect(() => {
    if (waiting && line === 'open') ask()
  }, [waiting, line, ask])
  useEffect(() => () => clearTimeout(timer.current), [])
}
