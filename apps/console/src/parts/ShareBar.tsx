import type { ReactNode } from 'react'
import { numberText } from './numbers.ts'
import { type Share, sumOf, widthsOf } from './shares.ts'

/** What a whole is made of, as one bar: its pieces add up to the sum that stands behind them. */
export function ShareBar({ shares, sum }: { shares: readonly Share[]; sum: (all: string) => ReactNode }) {
  const text = shares.map((share) => `${share.text} ${numberText(share.number)}`).join('，')
  return (
    <figure className="shares">
      <div className="shares-bar" role="img" aria-label={text}>
        {widthsOf(shares).map(({ share, width }) => (
          <i
            key={share.key}
            className={`share-${share.key}`}
            style={{ width: `${width / 100}%` }}
            title={`${share.text} ${numberText(share.number)}`}
          />
        ))}
      </div>
      <figcaption className="s12">
        {shares
          .filter((share) => share.number > 0)
          .map((share) => (
            <span key={share.key}>
              <i className={`share-${share.key}`} />
              {share.text} <b>{numberText(share.number)}</b>
            </span>
          ))}
        <span className="grow" />
        <span className="muted">{sum(numberText(sumOf(shares)))}</span>
      </figcaption>
    </figure>
  )
}
