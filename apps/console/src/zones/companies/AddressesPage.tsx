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

type Addresses = typeof import('#contract/staff.ts')['staffAddressList']

const COLUMNS: Columns<Addresses> = [
  { title: '企业', dataIndex: 'company', render: (name: string) => <b>{name}</b> },
  { title: '收货地址', dataIndex: 'address', ellipsis: true },
  { title: '许可证地址', dataIndex: 'licence_address', ellipsis: true },
  { title: '收货人', dataIndex: 'receiver', width: 90 },
  { title: '电话', dataIndex: 'phone', width: 120 },
  { title: '改动于', dataIndex: 'changed_at', width: 140, render: (at: string) => <When at={at} /> },
]

function Look({ row, onClose }: { row: RowOf<Addresses>; onClose: () => void }) {
  const may = useMay()
  const deed = useDeed(calls.addressDecide, { outdates: [calls.addresses], done: '已判定', onDone: onClose })
  const reason = useReason(deed.problem)
  const canDecide = may('addresses.review') && row.review === 'waiting'
  const ask = (decision: 'pass' | 'reject'): void =>
    reason.ask({
      title: `${decision === 'pass' ? '通过' : '驳回'}收货地址：${row.company}`,
      what: row.address,
      ok: decision === 'pass' ? '通过' : '驳回',
      danger: decision === 'reject',
      usual:
        decision === 'pass'
          ? ['与许可证仓库地址一致', '已核对房产证明与现场照片']
          : ['地址与许可证不符，请提供仓库地址证明', '地址不完整，请写明门牌号'],
      run: (text) => deed.run({ params: { id: row.id }, body: { decision, reason: text, changed_at: row.changed_at } }),
    })
  useKeys([
    { key: 'A', what: '通过这个地址', run: () => ask('pass'), when: canDecide },
    { key: 'R', what: '驳回这个地址', run: () => ask('reject'), when: canDecide },
  ])
  return (
    <SideDrawer
      title={row.company}
      note="收货地址"
      onClose={onClose}
      foot={
        canDecide && (
          <>
            <Button danger onClick={() => ask('reject')}>
              驳回… <Kbd of="R" />
            </Button>
            <Button type="primary" className="grow" onClick={() => ask('pass')}>
              通过… <Kbd of="A" />
            </Button>
          </>
        )
      }
    >
      <Section title="两个地址">
        <Facts
          items={[
            ['收货地址', row.address],
            ['许可证地址', row.licence_address],
            ['收货人', `${row.receiver} ${row.phone}`],
            ['改动于', <When key="changed" at={row.changed_at} />],
            ...(row.reviewed_by
              ? ([
                  ['审核人', row.reviewed_by],
                  ['理由', row.review_reason],
                ] as const)
              : []),
          ]}
        />
        <Link className="link" to={`/companies/${row.company_id}`}>
          企业档案
        </Link>
      </Section>
      {reason.dialog}
    </SideDrawer>
  )
}

export default function AddressesPage() {
  return (
    <ListPage
      what="收货地址"
      list={calls.addresses}
      columns={COLUMNS}
      filters={[
        {
          kind: 'choice',
          name: 'review',
          text: '待审核',
          choices: [
            { value: 'waiting', text: '待审核' },
            { value: 'passed', text: '已通过' },
            { value: 'rejected', text: '已驳回' },
          ],
        },
      ]}
      drawer={(row, close) => <Look key={row.id} row={row} onClose={close} />}
      empty="没有在等审核的收货地址"
    />
  )
}
