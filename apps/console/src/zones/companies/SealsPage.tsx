import { Button } from 'antd'
import { Link } from 'react-router'
import { staffUrl } from '../../api/files.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { FileView } from '../../parts/FileView.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import './companies.css'

type Seals = typeof import('#contract/seals.ts')['staffSealList']
type Seal = RowOf<Seals>

const TONES: Readonly<Record<Seal['state'], Tone>> = {
  applied: 'waiting',
  in_force: 'done',
  refused: 'wrong',
  stopped: 'closed',
  expired: 'closed',
}

const COLUMNS: Columns<Seals> = [
  { title: '企业', dataIndex: 'company', render: (name: string) => <b>{name || '本公司'}</b> },
  { title: '印章', dataIndex: 'purpose_name', width: 110 },
  { title: '印文', dataIndex: 'name', ellipsis: true },
  {
    title: '状态',
    dataIndex: 'state_name',
    width: 92,
    render: (text: string, { state }) => <StateTag tone={TONES[state]}>{text}</StateTag>,
  },
  { title: '申请人', dataIndex: 'applied_by', width: 90 },
  { title: '申请于', dataIndex: 'applied_at', width: 140, render: (at: string) => <When at={at} /> },
  { title: '用过', dataIndex: 'uses', align: 'right', width: 70 },
]

function Look({ seal, onClose }: { seal: Seal; onClose: () => void }) {
  const may = useMay()
  const outdates = [calls.seals]
  const pass = useDeed(calls.sealPass, { outdates, done: '印章已启用', onDone: onClose })
  const refuse = useDeed(calls.sealRefuse, { outdates, done: '已退回', onDone: onClose })
  const stop = useDeed(calls.sealStop, { outdates, done: '印章已停用', onDone: onClose })
  const reason = useReason(pass.problem || refuse.problem || stop.problem)
  const canDecide = may('seals.decide') && seal.company_id !== null
  const params = { id: seal.id }
  return (
    <SideDrawer
      title={seal.company || '本公司'}
      note={seal.purpose_name}
      onClose={onClose}
      foot={
        canDecide &&
        (seal.state === 'applied' ? (
          <>
            <Button
              danger
              onClick={() =>
                reason.ask({
                  title: `退回印章申请：${seal.company}`,
                  what: '理由企业看得到，改后可以再申请。',
                  ok: '退回',
                  danger: true,
                  usual: ['授权书未签字盖章', '印模图片不清'],
                  run: (text) => refuse.run({ params, body: { reason: text } }),
                })
              }
            >
              退回…
            </Button>
            <Button
              type="primary"
              className="grow"
              onClick={() =>
                reason.ask({
                  title: `启用印章：${seal.company}`,
                  what: `${seal.purpose_name}“${seal.name}”启用后可以签署合同，${seal.users.length} 人可用。`,
                  ok: '启用',
                  bare: true,
                  run: () => pass.run({ params, body: {} }),
                })
              }
            >
              通过…
            </Button>
          </>
        ) : (
          seal.state === 'in_force' && (
            <Button
              danger
              onClick={() =>
                reason.ask({
                  title: `停用印章：${seal.company}`,
                  what: '立即不能再用；签过的文件照样有效。',
                  ok: '停用',
                  danger: true,
                  run: (text) => stop.run({ params, body: { reason: text } }),
                })
              }
            >
              停用…
            </Button>
          )
        ))
      }
    >
      <Section title="印章">
        {seal.picture_url && <img className="seal-picture" src={staffUrl(seal.picture_url)} alt={`印模 ${seal.name}`} />}
        <Facts
          items={[
            ['印文', seal.name],
            ['备案号', seal.number],
            ['法定代表人', seal.legal_person],
            ['有效期至', seal.valid_until ?? '长期'],
            ['可用的人', seal.users.map(({ name }) => name).join('、')],
            ['申请', `${seal.applied_by}`],
            ...(seal.reason ? [['理由', seal.reason] as const] : []),
          ]}
        />
        {seal.company_id !== null && (
          <Link className="link" to={`/companies/${seal.company_id}`}>
            企业档案
          </Link>
        )}
      </Section>
      <Section title="授权书">
        <div className="record-files">
          {seal.authority.map((file) => (
            <FileView key={file.id} file={file} />
          ))}
          {seal.authority.length === 0 && <p className="muted">没有授权书</p>}
        </div>
      </Section>
      {reason.dialog}
    </SideDrawer>
  )
}

export default function SealsPage() {
  return (
    <ListPage
      what="印章"
      list={calls.seals}
      cursor="before"
      columns={COLUMNS}
      filters={[
        {
          kind: 'choice',
          name: 'state',
          text: '状态',
          choices: [
            { value: 'applied', text: '待审核' },
            { value: 'in_force', text: '使用中' },
            { value: 'refused', text: '已退回' },
            { value: 'stopped', text: '已停用' },
          ],
        },
      ]}
      drawer={(seal, close) => <Look key={seal.id} seal={seal} onClose={close} />}
    />
  )
}
