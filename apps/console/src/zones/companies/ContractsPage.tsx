import { useSearchParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { staffUrl } from '../../api/files.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { Views } from '../../parts/Views.tsx'
import { When } from '../../parts/When.tsx'
import { ContractVersions } from './ContractVersions.tsx'
import { calls } from './calls.ts'

type Contracts = typeof import('#contract/documents.ts')['staffContracts']
type Row = RowOf<Contracts>

const TONES: Readonly<Record<Row['state'], Tone>> = { valid: 'done', soon: 'waiting', expired: 'wrong', replaced: 'closed' }
const State = ({ row: { state, state_name } }: { row: Row }) => <StateTag tone={TONES[state]}>{state_name}</StateTag>
const unsealed = <span className="w">等待用印</span>

const COLUMNS: Columns<Contracts> = [
  { title: '合同编号', dataIndex: 'no', render: (no: string) => <b>{no}</b> },
  { title: '状态', dataIndex: 'state', render: (_, row) => <State row={row} /> },
  { title: '企业', dataIndex: 'company', ellipsis: true, width: 220 },
  { title: '版本', dataIndex: 'version', render: (version: number) => `第 ${version} 版` },
  { title: '需方签署', dataIndex: ['buyer', 'signer'], ellipsis: true, width: 170 },
  { title: '签署于', dataIndex: ['buyer', 'at'], render: (at: string) => <When at={at} short /> },
  { title: '供方用印', dataIndex: ['supplier', 'signer'], ellipsis: true, width: 190, render: (name: string) => name || unsealed },
  { title: '用印于', dataIndex: ['supplier', 'at'], render: (at: string | null) => <When at={at} short /> },
  { title: '有效至', dataIndex: 'valid_until' },
]

function Look({ row, onClose }: { row: Row; onClose: () => void }) {
  const { buyer, supplier, document } = row
  return (
    <SideDrawer title={row.no} note={row.company} onClose={onClose}>
      <Section title="合同">
        <Facts
          flat
          items={[
            ['状态', <State key="state" row={row} />],
            ['合同', `${row.title}，第 ${row.version} 版`],
            ['期限', `${row.valid_from} 至 ${row.valid_until}`],
            [
              '企业',
              <To key="company" to={`companies/${row.company_id}`}>
                {row.company}
              </To>,
            ],
            [
              '文件',
              document?.file_url ? (
                <a key="file" className="link" href={staffUrl(document.file_url)} target="_blank" rel="noreferrer">
                  {document.no}
                </a>
              ) : (
                (document?.state_name ?? '没有文件')
              ),
            ],
          ]}
        />
      </Section>
      <Section title="需方">
        <Facts
          flat
          items={[
            ['签署人', buyer.signer],
            ['签署账号', buyer.account],
            ['签署于', <When key="at" at={buyer.at} />],
            ['印章', buyer.seal || '没有用印，以姓名签署'],
          ]}
        />
      </Section>
      <Section title="供方">
        <Facts
          flat
          items={[
            ['签署人', supplier.signer || unsealed],
            ['用印于', <When key="at" at={supplier.at} />],
            ['印章', supplier.seal],
          ]}
        />
      </Section>
    </SideDrawer>
  )
}

function KnownVersions() {
  const answer = useAsk(calls.contracts, { query: { per_page: 1 } })
  return <Loaded of={answer}>{({ versions }) => <ContractVersions versions={versions} />}</Loaded>
}

/** What was signed: which version, by whom and when, on both sides; and the versions that can be. */
export default function ContractsPage() {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const part = params.get('part') === 'versions' ? 'versions' : 'signed'
  // Whoever publishes a version need not see who has signed it.
  if (!may('companies.view')) return <ContractVersions versions={null} />
  return (
    <>
      <Views
        label="合同"
        views={[
          { key: 'signed', text: '已签合同' },
          { key: 'versions', text: '版本' },
        ]}
        open={part}
        onOpen={(key) => setParams(key === 'versions' ? { part: key } : {})}
      />
      {part === 'versions' ? (
        <KnownVersions />
      ) : (
        <ListPage
          what="合同"
          list={calls.contracts}
          columns={COLUMNS}
          filters={[
            { kind: 'search', name: 'keywords', text: '合同编号、企业名称' },
            {
              kind: 'choice',
              name: 'state',
              text: '状态',
              choices: [
                { value: 'standing', text: '在效' },
                { value: 'expired', text: '已到期' },
                { value: 'replaced', text: '已换新' },
              ],
            },
            { kind: 'search', name: 'version', text: '第几版', width: 100 },
          ]}
          top={({ versions: [newest] }) =>
            newest && (
              <p className="bar bar-soft" role="status">
                现行 <b>第 {newest.version} 版</b>
                <span className="muted">{newest.title}</span>
                <span>{numberText(newest.standing)} 家在效</span>
              </p>
            )
          }
          drawer={(row, close) => <Look key={row.id} row={row} onClose={close} />}
        />
      )}
    </>
  )
}
