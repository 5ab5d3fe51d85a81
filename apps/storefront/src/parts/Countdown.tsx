import { useEffect, useState } from 'react'
import css from './Countdown.module.css'
import { useNow } from './now.ts'

interface Props {
  /** ISO time */
  until: string
  /** dark: blocks on a head; plain: text in a line */
  look?: 'dark' | 'plain'
  /** Called once when it reaches zero. */
  onEnd?: () => void
}

/** Hours, minutes, seconds left, at least two digits each; days are added to the hours. */
export function remaining(until: string, now: number): [string, string, string] {
  const seconds = Math.max(0, Math.floor((Date.parse(until) - now) / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return [two(Math.floor(seconds / 3600)), two(Math.floor(seconds / 60) % 60), two(seconds % 60)]
}

/** A live countdown in the server's time. Spoken once as a whole, not every second. */
export function Countdown({ until, look = 'plain', onEnd }: Props) {
  const now = useNow()
  const [ended, setEnded] = useState(false)
  const over = Date.parse(until) <= now
  useEffect(() => {
    if (!over || ended) return
    setEnded(true)
    onEnd?.()
  }, [over, ended, onEnd])
  const [hours, minutes, seconds] = remaining(until, now)
  return (
    <span className={look === 'dark' ? css.dark : css.plain} role="timer" aria-label={`剩余 ${hours} 小时 ${minutes} 分`}>
      <b>{hours}</b>
      <i>:</i>
      <b>{minutes}</b>
      <i>:</i>
      <b>{seconds}</b>
    </span>
  )
}
