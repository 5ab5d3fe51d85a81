import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

export interface Reading {
  box: RefObject<HTMLElement | null>
  /** The end was seen, by scrolling or with everything opened. */
  read: boolean
  whole: boolean
  openWhole: () => void
  onScroll: () => void
}

const NEAR_END_PX = 24

/** Whether a long text was read to its end; another text (key) is to be read anew. */
export function useRead(key: string): Reading {
  const box = useRef<HTMLElement>(null)
  const [seen, setSeen] = useState('')
  const [whole, setWhole] = useState(false)
  const onScroll = useCallback(() => {
    const { current } = box
    if (current && current.scrollTop + current.clientHeight >= current.scrollHeight - NEAR_END_PX) setSeen(key)
  }, [key])
  // A short text has no end to scroll to.
  useEffect(onScroll, [onScroll])
  const openWhole = () => {
    setWhole(true)
    setSeen(key)
  }
  return { box, read: seen === key, whole, openWhole, onScroll }
}
