import { Button } from 'antd'
import { Link } from 'react-router'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Requests = typeof import('#contract/reports.ts')['staffReportRequests']

const COLUMNS: Columns<Requests> = [
  { title: '企业', dataIndex: 'company', render: (name: string) => <b>{name}</b> },
  { title: '商品', dataIndex: 'name' },
  { title: '规格', dataIndex: 'spec' },
  { title: '生产企业', dataIndex: 'manufacturer', ellipsis: true },
  { title: '批号', dataIndex: 'batch_no' },
  { title: '索取时间', dataIndex: 'asked_at', render: (at: string) => <When at={at} /> },
]

function Look({ row, onClose }: { row: RowOf<Requests>; onClose: () => void }) {
  const may = useMay()
  const deed = useDeed(calls.requestClose, { done: '已答复客户', outdates: [calls.requests, calls.reports] })
  const reason = useReason(deed.problem)
  const can = may('reports.upload')
  const ask = () =>
    reason.ask({
      title: '答复无法提供',
      ok: '答复客户',
      what: `${row.company} 索取 ${row.name} 批号 ${row.batch_no} 的报告：以下理由发给客户，索取随即结束。`,
      usual: ['生产企业未随货提供，已在索取', '该批号无需批签发', '批号有误，请核对药盒上的批号'],
      run: (said) => deed.run({ params: { id: row.id }, body: { reason: said } }),
    })
  useKeys([{ key: 'R', what: '答复无法提供', run: ask, when: can }])
  return (
    <SideDrawer
      title={row.company}
      note={`索取 ${row.name} ${row.batch_no}`}
      onClose={onClose}
      foot={
        can && (
          <Button className="grow" onClick={ask}>
            无法提供，答复客户… <Kbd of="R" />
          </Button>
        )
      }
    >
      <Section title="索取">
        <Facts
          items={[
            ['商品', `${row.name} ${row.spec}`],
            ['编码', row.code],
            ['生产企业', row.manufacturer],
            ['批号', row.batch_no],
            ['索取时间', <When key="at" at={row.asked_at} />],
          ]}
        />
        <p className="s12 muted">
          上传“{row.code}_{row.batch_no}.pdf”并放行后，客户自动收到。
        </p>
        <p>
          <Link className="link" to={`/quality/reports?keyword=${encodeURIComponent(row.batch_no)}`}>
            这个批号的报告
          </Link>
        </p>
      </Section>
      {reason.dialog}
    </SideDrawer>
  )
}

export default function RequestsPage() {
  return (
    <ListPage
      what="索取"
      list={calls.requests}
      columns={COLUMNS}
      cursor="before"
      filters={[{ kind: 'search', name: 'keyword', text: '企业、商品、编码、批号', width: 240 }]}
      empty="没有客户在等检验报告"
      drawer={(row, close) => <Look key={row.id} row={row} onClose={close} />}
    />
  )
}
