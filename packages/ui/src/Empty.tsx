import type { ReactNode } from 'react'
import css from './Empty.module.css'

export type EmptyPicture = 'cart' | 'search' | 'order' | 'heart' | 'paper' | 'lost' | 'broken' | 'clock'

/** 120 px line drawings in grey with one green accent. */
const DRAWINGS: Record<EmptyPicture, { lines: string; accent: string }> = {
  cart: {
    lines: 'M14 26h12l12 54h46l9-38H31M39 94a5 5 0 1 0 10 0 5 5 0 0 0-10 0zM73 94a5 5 0 1 0 10 0 5 5 0 0 0-10 0zM20 108h82',
    accent: 'M56 52h18M65 43v18',
  },
  search: { lines: 'M82 52a30 30 0 1 1-60 0 30 30 0 0 1 60 0zM74 74l26 26M16 108h88', accent: 'M42 52h20' },
  order: { lines: 'M30 16h48l14 14v72H30zM78 16v14h14M18 108h86', accent: 'M44 50h32M44 64h32M44 78h18' },
  heart: { lines: 'M60 98S22 76 22 46a20 20 0 0 1 38-9 20 20 0 0 1 38 9c0 30-38 52-38 52zM18 108h84', accent: 'M40 46a8 8 0 0 1 8-8' },
  paper: { lines: 'M26 20h68v80H26zM40 40h40M40 54h40M18 108h84', accent: 'M40 70h22M40 82h14' },
  lost: {
    lines: 'M20 34l28-12 24 12 28-12v62l-28 12-24-12-28 12zM48 22v62M72 34v62M16 108h88',
    accent: 'M56 52c0-10 16-10 16 0 0 6-8 6-8 13M64 74v.5',
  },
  broken: { lines: 'M22 24h76v54H22zM50 78v18M70 78v18M38 96h44M16 108h88', accent: 'M44 44h8M68 44h8M48 62c8-6 16-6 24 0' },
  clock: { lines: 'M96 58a36 36 0 1 1-72 0 36 36 0 0 1 72 0zM18 108h84', accent: 'M60 38v20l14 10' },
}

interface Props {
  picture: EmptyPicture
  /** One sentence: what is so. */
  text: string
  hint?: ReactNode
  /** The way on. */
  children?: ReactNode
}

/** An empty, forbidden or failed place: a drawing, a sentence, a way on. */
export function Empty({ picture, text, hint, children }: Props) {
  const { lines, accent } = DRAWINGS[picture]
  return (
    <div className={css.empty}>
      <svg viewBox="0 0 120 120" width="120" height="120" aria-hidden="true" focusable="false">
        <path d={lines} />
        <path d={accent} className={css.accent} />
      </svg>
      <p className={css.text}>{text}</p>
      {hint && <p className={css.hint}>{hint}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </div>
  )
}
