import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { StatementWire } from '#contract/statements.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import columns from '#ui/columns.module.css'
import { Nothing } from '#ui/Nothing.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { pageIn } from '#ui/page-in.ts'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import table from '#ui/Table.module.css'
import { figure, Table } from '#ui/Table.tsx'
import { toast } from '#ui/Toast.tsx'
import { beijingTime } from '#ui/times.ts'
import { grouped } from '#ui/yuan.ts'
import { memberApi } from '../../api/member-calls.ts'
import { usePapers } from '../../api/usePapers.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { StatementDialog } from './StatementDialog.tsx'
import css from './statements.module.css'

export async function loader({ api: client, url, signal }: PageArgs) {
  return (await client.ask(memberApi.statementList, { query: { page: pageIn(url) }, signal })).data
}

const addressOf = (page: number) => memberPaths.statements({ page: page > 1 ? page : undefined })
const TONES: Readonly<Record<StatementWire['answer'], StateTone>> = { open: 'wait', agreed: 'ok', disputed: 'bad' }
const FIGURES = [
  ['opening', '期初'],
  ['received', '收到款项'],
  ['bought', '购货'],
  ['given', '返现赠送'],
  ['other', '其他'],
] as const

/** /dzd: what stood between the company and the shop, a statement a month; each is agreed to or disputed. */
export default function StatementsPage() {
  const { list, total, page, per_page: perPage } = usePageData<typeof loader>()
  const { revalidate } = useRevalidator()
  usePapers(list.some(({ document }) => document === null || document.state === 'waiting'))
  const [answering, setAnswering] = useState<StatementWire | null>(null)
  const done = (text: string) => {
    setAnswering(null)
    toast({ text, tone: 'success' })
    void revalidate()
  }
  return (
    <AccountShell title="对账单">
      <div className={columns.column}>
        <section className="panel" aria-label="往来对账单">
          {list.length === 0 ? (
            <Nothing
              first={page > 1 && total > 0 && addressOf(1)}
              picture="paper"
              text="还没有对账单"
              hint="每月 1 日生成上个月的对账单，生成后有消息通知。"
            >
              <ButtonLink to={memberPaths.wallet()}>查看我的钱包</ButtonLink>
            </Nothing>
          ) : (
            <>
              <p className={css.rule}>期末＝期初＋收到款项－购货＋返现赠送＋其他。正数为我们结存您的款项，负数为您的欠款。</p>
              <Table
                columns={['月份', ...FIGURES.map(([, name]) => figure(name)), figure('期末（元）'), '状态', figure('操作')]}
                look={css.table}
              >
                <tbody>
                  {list.map((one) => (
                    <tr key={one.id}>
                      <th scope="row">{one.month}</th>
                      {FIGURES.map(([key, name]) => (
                        <td key={key} className={table.figure} data-name={name}>
                          {grouped(one[key])}
                        </td>
                      ))}
                      <td className={`${table.figure} ${table.main}`} data-name="期末">
                        {grouped(one.closing)}
                      </td>
                      <td className={css.state}>
                        <StateBadge tone={TONES[one.answer]}>{one.answer_name}</StateBadge>
                        {one.answered_at && (
                          <small>
                            {one.answered_by} {beijingTime(one.answered_at)}
                          </small>
                        )}
                        {one.note && <small>{one.note}</small>}
                      </td>
                      <td className={`${table.figure} ${css.acts}`}>
                        <Acts statement={one} onAnswer={() => setAnswering(one)} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </Table>
              <Pagination page={page} perPage={perPage} total={total} to={addressOf} label="对账单分页" />
            </>
          )}
        </section>
      </div>
      {answering && <StatementDialog statement={answering} onClose={() => setAnswering(null)} onDone={done} />}
    </AccountShell>
  )
}

function Acts({ statement: { month, answer, document }, onAnswer }: { statement: StatementWire; onAnswer: () => void }) {
  return (
    <span>
      {document?.file_url ? (
        <a
          className="btn btn-sm"
          href={`${document.file_url}?inline=1`}
          target="_blank"
          rel="noreferrer"
          aria-label={`查看 ${month} 对账单（新窗口）`}
        >
          查看
        </a>
      ) : (
        <span className="muted">{document?.state_name ?? '制作中'}</span>
      )}
      {answer === 'open' && (
        <Button size="sm" kind="primary" aria-label={`核对 ${month} 对账单`} onClick={onAnswer}>
          核对
        </Button>
      )}
    </span>
  )
}
