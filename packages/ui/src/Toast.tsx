import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from './Icon.tsx'
import css from './Toast.module.css'

export type ToastTone = 'success' | 'info' | 'error'
export interface ToastMessage {
  text: string
  tone?: ToastTone
  /** 收藏成功 with 查看收藏 */
  action?: { text: string; url: string }
}
interface Shown extends ToastMessage {
  key: number
}

const SHOWN_MS = 3_500
const WITH_ACTION_MS = 6_000
const ICONS: Record<ToastTone, IconName> = { success: 'check', info: 'info', error: 'warn' }

let hear: ((message: ToastMessage) => void) | null = null

/** Says something in passing, from anywhere in the browser; never on the server. */
export function toast(message: ToastMessage): void {
  hear?.(message)
}

/** The place where toasts appear; one in the frame. A live region, so that they are also read out. */
export function Toasts() {
  const [shown, setShown] = useState<readonly Shown[]>([])
  useEffect(() => {
    let next = 1
    const timers = new Set<ReturnType<typeof setTimeout>>()
    hear = (message) => {
      const key = next++
      setShown((old) => [...old.filter(({ text }) => text !== message.text), { ...message, key }].slice(-3))
      const timer = setTimeout(
        () => {
          timers.delete(timer)
          setShown((old) => old.filter((one) => one.key !== key))
        },
        message.action ? WITH_ACTION_MS : SHOWN_MS,
      )
      timers.add(timer)
    }
    return () => {
      hear = null
      for (const timer of timers) clearTimeout(timer)
    }
  }, [])
  return (
    <div className={css.stack} role="status" aria-live="polite">
      {shown.map(({ key, text, tone = 'info', action }) => (
        <div key={key} className={`${css.toast} ${css[tone]}`}>
          <Icon name={ICONS[tone]} />
          <span>{text}</span>
          {action && <Link to={action.url}>{action.text}</Link>}
        </div>
      ))}
    </div>
  )
}
