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

/** Above this many hours the days are counted apart: 1063:19:16 says nothing to anybody. */
const DAYS_FROM_HOURS = 48

/** Days, and hours, minutes, seconds of two digits each; up to two days are counted in hours. */
export function remaining(until: string, now: number): { days: number; clock: [string, string, string] } {
  const seconds = Math.max(0, Math.floor((Date.parse(until) - now) / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const allHours = Math.floor(seconds / 3600)
  const days = allHours < DAYS_FROM_HOURS ? 0 : Math.floor(allHours / 24)
  return { days, clock: [two(allHours - days * 24), two(Math.floor(seconds / 60) % 60), two(seconds % 60)] }
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
  const {
    days,
    clock: [hours, minutes, seconds],
  } = remaining(until, now)
  const said = `剩余 ${days > 0 ? `${days} 天 ` : ''}${hours} 小时 ${minutes} 分`
  return (
    <span className={look === 'dark' ? css.dark : css.plain} role="timer" aria-label={said}>
      {days > 0 && (
        <>
          <b>{days}</b>
          <i>天</i>
        </>
      )}
      <b>{hours}</b>
      <i>:</i>
      <b>{minutes}</b>
      <i>:</i>
      <b>{seconds}</b>
    </span>
  )
}
