import { CopyText } from '#ui/CopyText.tsx'
import css from './BankAccount.module.css'
import { bankFacts } from './bank-facts.ts'

/** Where a transfer goes and what it must carry, each to be copied; without an account the server's words. */
export function BankAccount({ note }: { note: string }) {
  const { facts, remarks } = bankFacts(note)
  if (facts.length === 0) return <p className="muted">{remarks.join('；')}</p>
  return (
    <dl className={css.bank}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span>{value}</span>
            <CopyText text={value} what={name} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
