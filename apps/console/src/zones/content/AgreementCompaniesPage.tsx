import type { AgreementCompanyState } from '#contract/agreements.ts'
import { AGREEMENT_COMPANY_STATES } from '#contract/constants.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { COMPANY_TONES } from './agreement-tones.ts'
import { calls } from './calls.ts'

type Companies = typeof import('#contract/agreements.ts')['staffAgreementCompanies']

const NONE = <span className="muted">—</span>
const WAYS: Readonly<Record<string, string>> = { registration: '注册时', page: '登录后' }
const COLUMNS: Columns<Companies> = [
  { title: '企业', dataIndex: 'company', ellipsis: true },
  { title: '编码', dataIndex: 'code', width: 180, ellipsis: true },
  { title: '协议', dataIndex: 'title', width: 180, ellipsis: true },
  {
    title: '状态',
    dataIndex: 'state',
    width: 150,
    render: (state: AgreementCompanyState) => <StateTag tone={COMPANY_TONES[state]}>{AGREEMENT_COMPANY_STATES[state]}</StateTag>,
  },
  {
    title: '同意的版本',
    dataIndex: 'number',
    width: 150,
    render: (number: number | null, { in_force: now }) => (number === null ? NONE : `第 ${number} 版（现行第 ${now} 版）`),
  },
  { title: '同意人', dataIndex: 'by', width: 180, render: (by: string, { login }) => (by === '' ? NONE : `${by} ${login}`) },
  { title: '时间', dataIndex: 'at', width: 150, render: (at: string | null) => (at === null ? NONE : <When at={at} />) },
  { title: '方式', dataIndex: 'way', width: 80, render: (way: string) => WAYS[way] ?? NONE },
  { title: 'IP', dataIndex: 'ip', width: 130, render: (ip: string) => ip || NONE },
]

/** Company by company: which version it accepted, who did so, when and from where; and who has not. */
export default function AgreementCompaniesPage() {
  const mayRead = useMay()('articles.view')
  const agreements = useAsk(calls.agreements, { query: { per_page: 100 } }, { enabled: mayRead }).data?.list ?? []
  return (
    <ListPage
      what="协议同意记录"
      list={calls.agreementCompanies}
      columns={COLUMNS}
      filters={[
        { kind: 'search', name: 'keywords', text: '企业名称、编码', width: 220 },
        {
          kind: 'choice',
          name: 'agreement',
          text: '协议',
          choices: agreements.map(({ id, title }) => ({ value: String(id), text: title })),
        },
        {
          kind: 'choice',
          name: 'state',
          text: '状态',
          choices: Object.entries(AGREEMENT_COMPANY_STATES).map(([value, text]) => ({ value, text })),
        },
      ]}
      rowKey={({ agreement, id }) => `${agreement}-${id}`}
      open={({ id }) => `companies/${id}`}
      empty="还没有生效的协议"
    />
  )
}
