import { Button } from 'antd'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useSecondPerson } from '../../parts/second-person.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Transfers = typeof import('#contract/finance.ts')['staffTransfers']
type Row = RowOf<Transfers>

/** Transfers that were announced and wait to be found on the bank's statement, and those that have to go back. */
export default function TransfersPage() {
  const may = useMay()
  const deed = useDeed(calls.transfer, { outdates: [calls.transfers, calls.proofs, calls.refunds] })
  const reason = useReason(deed.problem)
  const said = useSecondPerson('transfer.arrived')
  const ask = (row: Row) => {
    const back = row.status === 'refunding'
    reason.ask({
      title: back ? '确认已退回' : '确认到账',
      what: (
        <>
          {row.company} {row.purpose} {row.subject_no}，<Money yuan={row.amount} strong />
          {back ? '：已从本公司账户汇回。' : '：银行流水中已有此款，确认后入账，不能撤回。'}
        </>
      ),
      ok: back ? '确认已退回' : row.purpose === '订单' ? '确认到账' : said('确认到账', row.amount),
      bare: true,
      run: () => deed.run({ params: { no: row.no, command: back ? 'returned' : 'arrived' } }),
    })
  }
  const columns: Columns<Transfers> = [
    { title: '登记于', dataIndex: 'at', render: (at: string) => <When at={at} short /> },
    {
      title: '状态',
      dataIndex: 'status',
      render: (status: Row['status'], { status_name }) => (
        <StateTag tone={status === 'refunding' ? 'moving' : 'waiting'}>{status_name}</StateTag>
      ),
    },
    { title: '企业', dataIndex: 'company', render: (name: string) => <b>{name}</b> },
    {
      title: '用途',
      dataIndex: 'purpose',
      render: (purpose: string, { subject_no }) => (
        <>
          {purpose} {purpose === '订单' ? <To to={`orders?no=${subject_no}`}>{subject_no}</To> : subject_no}
        </>
      ),
    },
    { title: '金额', dataIndex: 'amount', align: 'right', render: (amount: string) => <Money yuan={amount} strong /> },
    { title: '付款单', dataIndex: 'no' },
    {
      title: '',
      key: 'deed',
      render: (_, row) =>
        may('transfers.confirm') && (
          <Button size="small" onClick={() => ask(row)}>
            {row.status === 'refunding' ? '确认已退回…' : '确认到账…'}
          </Button>
        ),
    },
  ]
  return (
    <>
      <ListPage
        what="转账"
        list={calls.transfers}
        columns={columns}
        rowKey={({ no }) => no}
        empty="没有等待确认的转账；客户选了对公转账、款还没有到的都列在这里"
      />
      {reason.dialog}
    </>
  )
}
