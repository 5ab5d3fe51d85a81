import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { LettersWire } from '#contract/invitations.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { BulkBar, type Found } from '../../parts/BulkBar.tsx'
import { toneOfReview } from '../../parts/company-tones.ts'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { withChange } from '../../parts/list-state.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { TakenBy, useTaken } from '../../parts/useWork.tsx'
import { Views } from '../../parts/Views.tsx'
import { When } from '../../parts/When.tsx'
import { bulkOf } from './bulk.tsx'
import { calls } from './calls.ts'
import { InviteMany } from './InviteMany.tsx'
import { Letters } from './Letters.tsx'
import { EXPIRING_DAYS, expiryTone, TABS, tabOf } from './states.ts'
import './companies.css'
import { numberText } from '../../parts/numbers.ts'

type Companies = typeof import('#contract/company-desk.ts')['staffCompanies']

const STATES = [
  ['draft', '未提交'],
  ['waiting', '审核中'],
  ['passed', '已通过'],
  ['rejected', '已驳回'],
  ['frozen', '已冻结'],
] as const

const SEGMENTS_MOST = 100

const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

const BASE: Columns<Companies> = [
  { title: '企业', dataIndex: 'name', render: (name: string) => <b>{name}</b> },
  { title: '类型', dataIndex: 'type', width: 88 },
  {
    title: '状态',
    dataIndex: 'review_name',
    width: 92,
    render: (text: string, row) => <StateTag tone={toneOfReview(row.review_state)}>{text}</StateTag>,
  },
  { title: '地区', dataIndex: 'region', ellipsis: true },
  { title: '信用代码', dataIndex: 'credit_code', width: 170 },
  { title: 'ERP 编码', dataIndex: 'code', width: 90, render: (code: string) => code || <span className="muted">—</span> },
  { title: '等级', dataIndex: 'rank', width: 56 },
  { title: '客户经理', dataIndex: 'manager', width: 84 },
  {
    title: '最早到期',
    dataIndex: 'next_expiry',
    width: 104,
    render: (day: string | null) =>
      day === null ? <span className="muted">—</span> : <span className={expiryTone(day, today())}>{day}</span>,
  },
]
const CREATED: Columns<Companies>[number] = {
  title: '注册于',
  dataIndex: 'created_at',
  width: 140,
  render: (at: string) => <When at={at} />,
}
const WAITING: Columns<Companies> = [
  { title: '待审证照', dataIndex: 'waiting_papers', align: 'right', width: 80 },
  { title: '等待自', dataIndex: 'since', width: 140, render: (at: string | null) => <When at={at} /> },
]

export default function CompaniesPage() {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const [letters, setLetters] = useState<LettersWire | null>(null)
  const tab = tabOf(params.get('tab'))
  const { data: choices } = useAsk(calls.choices, {})
  const segments = useAsk(calls.segments, { query: { per_page: SEGMENTS_MOST } }).data?.list ?? []
  const asChoices = (list: readonly string[] = []) => list.map((value) => ({ value, text: value }))
  const isQueue = 'queue' in tab.query
  const isToInvite = tab.key === 'no-login' && may('companies.invite')
  const many = bulkOf({ ranks: choices?.ranks ?? [], managers: choices?.managers ?? [] })
  const isForMany = may('companies.terms') || may('companies.review')
  const taken = useTaken('company', isQueue)
  const processed: Columns<Companies>[number] = {
    title: '处理',
    key: 'taken',
    width: 104,
    render: (_, { id }) => <TakenBy of={taken.get(id)} />,
  }
  const isReviewed = tab.key === 'new' || tab.key === 'certificate'
  return (
    <>
      <Views label="企业范围" views={TABS} open={tab.key} onOpen={(key) => setParams(withChange(params, { tab: key, state: '' }))} keys />
      <ListPage
        key={tab.key}
        what="企业"
        list={calls.companies}
        fixed={tab.query}
        columns={isQueue ? [...BASE.slice(0, 3), processed, ...BASE.slice(3), ...WAITING] : [...BASE, CREATED]}
        filters={[
          { kind: 'search', name: 'keywords', text: '名称、首字母、信用代码、编码、电话', width: 260 },
          ...(tab.key === ''
            ? [{ kind: 'choice' as const, name: 'state', text: '状态', choices: STATES.map(([value, text]) => ({ value, text })) }]
            : []),
          { kind: 'choice', name: 'type', text: '类型', choices: asChoices(choices?.types) },
          { kind: 'choice', name: 'province', text: '省', choices: asChoices(choices?.provinces) },
          { kind: 'search', name: 'city', text: '市', width: 96 },
          { kind: 'choice', name: 'rank', text: '等级', choices: asChoices(choices?.ranks) },
          {
            kind: 'choice',
            name: 'segment',
            text: '客群',
            choices: segments.map(({ id, name }) => ({ value: String(id), text: name })),
          },
          { kind: 'choice', name: 'manager', text: '客户经理', choices: asChoices(choices?.managers.map(({ name }) => name)) },
        ]}
        open={({ id }) =>
          isReviewed && may('companies.review')
            ? `companies/review/${id}?queue=${tab.key}`
            : `companies/${id}${tab.key === 'first-trade' ? '?tab=first-trade' : ''}`
        }
        top={({ is_capped, total }) =>
          is_capped === 1 ? <p className="bar bar-soft muted s12">超过 {numberText(total)} 家，请用筛选缩小范围</p> : null
        }
        actions={
          isReviewed &&
          may('companies.review') && (
            <Link className="link" to={`/companies/review?queue=${tab.key}`}>
              从等得最久的审起
            </Link>
          )
        }
        {...((isToInvite || isForMany) && {
          bulk: (rows: readonly RowOf<Companies>[], clear: () => void, found: Found) => (
            <>
              {isToInvite && <InviteMany companies={rows} onDone={clear} onLetters={setLetters} />}
              <BulkBar
                what="企业"
                choices={many}
                ids={rows.map(({ id }) => id)}
                found={found}
                outdates={[calls.companies]}
                onDone={clear}
              />
            </>
          ),
        })}
        empty={
          tab.key === 'no-login'
            ? '每家企业都有人能登录，或已有邀请在途'
            : tab.key === 'expiring'
              ? `${EXPIRING_DAYS} 天内没有证照到期`
              : isQueue
                ? '没有在等的企业'
                : '还没有企业'
        }
      />
      {letters && <Letters of={letters} onClose={() => setLetters(null)} />}
    </>
  )
}
