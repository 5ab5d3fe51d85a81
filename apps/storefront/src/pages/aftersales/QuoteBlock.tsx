import type { ReactNode } from 'react'
import { Block } from '#ui/Block.tsx'
import { Icon } from '#ui/Icon.tsx'
import { MoneyRows } from '../../parts/MoneyRows.tsx'
import css from './aftersales.module.css'
import type { QuoteState } from './useQuote.ts'

/** What would be refunded, with what is said of it; children: the way on. */
export function QuoteBlock({ state, ready, children }: { state: QuoteState; ready: boolean; children: ReactNode }) {
  const { quote, why } = state
  return (
    <Block title="预计退款">
      <div aria-live="polite">
        {quote && ready ? (
          <>
            <MoneyRows dense rows={quote.rows} total={{ label: '预计退款', note: '以验收结果为准', amount: quote.amount }} />
            <ul className={css.notes}>
              {quote.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </>
        ) : why ? (
          <p className={css.error}>
            <Icon name="alert" size={14} />
            {why}
          </p>
        ) : (
          <p className={css.note}>{ready ? '正在计算…' : '选择原因、批次和数量后显示。'}</p>
        )}
      </div>
      <div className={css.submit}>{children}</div>
    </Block>
  )
}
