import { Link, useNavigate } from 'react-router'
import type { ImportWholeWire } from '#contract/imports.ts'
import { sendTable } from '../../api/send-table.ts'
import { useMay } from '../../app/me.ts'
import { FileDrop } from '../FileDrop.tsx'
import { NotHere } from '../NotHere.tsx'
import { Section } from '../Section.tsx'
import { StepLine } from '../StepLine.tsx'
import { InHead } from '../slots.tsx'
import { type ImportKind, KINDS } from './import-kinds.ts'

/** Where files of other kinds are brought; prices of customers come by their own lists. */
function Others({ kind }: { kind: ImportKind }) {
  const may = useMay()
  const mine = KINDS.filter(({ word }) => may(word))
  const prices = may('prices.change')
  if (mine.length < 2 && !prices) return null
  return (
    <nav className="import-others" aria-label="导入什么">
      {mine.map(({ key, place, noun }) => (
        <Link key={key} className="link" to={`/${place}/new`} {...(key === kind.key && { 'aria-current': 'page' as const })}>
          {noun}
        </Link>
      ))}
      {prices && (
        <Link className="link" to="/goods/price-lists/new">
          商品价格、客户价格：调价单
        </Link>
      )}
    </nav>
  )
}

export function NewImport({ kind }: { kind: ImportKind }) {
  const navigate = useNavigate()
  const may = useMay()
  const { noun, steps, label, text, how, accept, api, place } = kind
  if (!may(kind.word)) return <NotHere title={`您的岗位没有“导入${noun}”的权限`} words={[]} />
  return (
    <div className="record">
      <InHead>
        <h1>导入{noun}</h1>
      </InHead>
      <div className="import-steps">
        <StepLine at={0} steps={steps.map((name) => ({ name }))} />
      </div>
      <div className="record-body import-new">
        <Others kind={kind} />
        <FileDrop
          label={label}
          text={text}
          accept={accept}
          take={async (file) => {
            const { id } = (await sendTable(api, file)) as ImportWholeWire
            navigate(`/${place}/${id}`, { replace: true })
          }}
        />
        <Section title="怎样导入">
          <ul className="import-how">
            {how.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Section>
      </div>
    </div>
  )
}
