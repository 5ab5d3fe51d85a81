import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { Countdown } from '#ui/Countdown.tsx'
import { ZoneArt, type ZoneDrawing } from './ZoneArt.tsx'
import css from './ZoneHead.module.css'

export type ZoneAccent = 'brand' | 'herb' | 'device' | 'near' | 'violet' | 'hot'

interface Props {
  accent: ZoneAccent
  title: string
  /** One line: what this zone is for. */
  intro: string
  /** Short facts beside the title: 全场包邮, 42 个品牌. */
  facts?: readonly string[]
  /** A line drawing; left out where there is an image. */
  art?: ZoneDrawing
  /** Beside the title: a brand's own mark. */
  logo?: string
  /** Drawn or uploaded; decoration only. */
  image?: string
  countdown?: { label: string; until: string } | undefined
  /** Ways on: rules, coupons, other views. */
  children?: ReactNode
}

/** The head of a zone: its name, its promise and its accent. */
export function ZoneHead({ accent, title, intro, facts = [], art, logo, image, countdown, children }: Props) {
  // What waited for its start opens, what has ended says so.
  const { revalidate } = useRevalidator()
  return (
    <header className={`${css.head} ${css[accent]}`}>
      {image && <img src={image} alt="" className={css.image} />}
      {logo && <img src={logo} alt="" width="72" height="72" className={css.logo} />}
      <div className={css.words}>
        <h1>{title}</h1>
        <p>{intro}</p>
        {(facts.length > 0 || countdown) && (
          <ul className={css.facts}>
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
            {countdown && (
              <li>
                {countdown.label} <Countdown until={countdown.until} onEnd={() => void revalidate()} />
              </li>
            )}
          </ul>
        )}
      </div>
      {art && !image && <ZoneArt name={art} />}
      {children && <div className={css.ways}>{children}</div>}
    </header>
  )
}
