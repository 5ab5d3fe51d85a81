import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'

const LEAVE_MS = 150

/** Opens on hover, stays while the mouse or the focus is inside, closes on Escape. A touch only clicks. */
export function useHoverOpen() {
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const place = useRef<HTMLDivElement>(null)
  const hover = {
    onPointerEnter: (event: { pointerType: string }) => {
      clearTimeout(timer.current)
      if (event.pointerType === 'mouse') setOpen(true)
    },
    onPointerLeave: (event: { pointerType: string }) => {
      if (event.pointerType === 'mouse') timer.current = setTimeout(() => setOpen(false), LEAVE_MS)
    },
    onBlur: (event: FocusEvent) => {
      if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !open) return
      setOpen(false)
      place.current?.querySelector('button')?.focus()
    },
  }
  return { open, setOpen, hover, place }
}
