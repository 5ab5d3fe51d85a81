import type { DataOf } from '#contract/call.ts'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import css from './contract.module.css'
import type { Reading } from './useRead.ts'

export type Contract = DataOf<typeof import('#contract/documents.ts').contractInfo>

/** The whole text in a frame of its own; it scrolls by wheel, finger and keyboard, or opens at full length. */
export function ContractText({ contract, reading }: { contract: Contract; reading: Reading }) {
  const { box, whole, openWhole, onScroll } = reading
  return (
    <article className={`panel ${css.contract}`} aria-label="合同全文">
      <header>
        <h2>{contract.title}</h2>
        <p>
          第 {contract.version} 版　共 {contract.articles.length} 条
        </p>
      </header>
      <section
        ref={box}
        className={whole ? css.text : `${css.text} ${css.framed}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard
        tabIndex={0}
        aria-label="合同正文"
        onScroll={onScroll}
      >
        <Facts
          facts={[
            ['供方', contract.supplier],
            ['需方', contract.buyer],
            ['期限', `${contract.valid_from} 至 ${contract.valid_until}`],
          ]}
        />
        {contract.articles.map((article) => (
          <div key={article.title}>
            <h3>{article.title}</h3>
            {article.paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        ))}
      </section>
      <footer>
        <small>
          全文校验值（SHA-256）<code>{contract.sha256}</code>
        </small>
        {!whole && (
          <Button size="sm" onClick={openWhole}>
            展开全文
          </Button>
        )}
      </footer>
    </article>
  )
}
