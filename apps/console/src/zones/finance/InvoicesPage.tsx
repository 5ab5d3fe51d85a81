import { Button } from 'antd'
import { useState } from 'react'
import { useAsk } from '../../api/ask.ts'
import { staffUrl } from '../../api/files.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { ChangeInvoice } from './ChangeInvoice.tsx'
import { calls } from './calls.ts'
import { useOneCompany } from './useOneCompany.tsx'

type Invoices = typeof import('#contract/invoices.ts')['staffInvoices']
type Row = RowOf<Invoices>

const TONES: Readonly<Record<Exclude<Row['state'], ''>, Tone>> = { untouched: 'done', part: 'moving', gone: 'closed' }
const money = (amount: string) => <Money yuan={amount} />

const Colour = ({ row: { colour, state, state_name } }: { row: Pick<Row, 'colour' | 'state' | 'state_name'> }) =>
  colour === 'red' || state === '' ? <StateTag tone="wrong">红字</StateTag> : <StateTag tone={TONES[state]}>{state_name}</StateTag>

const COLUMNS: Columns<Invoices> = [
  { title: '开具于', dataIndex: 'issued_at', render: (at: string) => <When at={at} short /> },
  { title: '发票号码', dataIndex: 'number', render: (number: string) => <b className="nowrap">{number}</b> },
  { title: '蓝字红字', key: 'colour', render: (_, row) => <Colour row={row} /> },
  { title: '企业', dataIndex: 'company', ellipsis: true },
  { title: '价税合计', dataIndex: 'total', align: 'right', render: (amount: string) => <Money yuan={amount} strong /> },
  {
    title: '余额',
    dataIndex: 'left',
    align: 'right',
    render: (amount: string, { colour }) => (colour === 'red' ? '' : <Money yuan={amount} />),
  },
  { title: '订单', dataIndex: 'order_no', render: (no: string, { order_id }) => <To to={`orders/${order_id}`}>{no}</To> },
  { title: '种类', dataIndex: 'kind', render: (kind: string) => (kind === 'special' ? '专票' : '普票') },
  { title: '金额', dataIndex: 'net', align: 'right', render: money },
  { title: '税额', dataIndex: 'tax', align: 'right', render: money },
]

function Look({ row, onClose }: { row: Row; onClose: () => void }) {
  const may = useMay()
  const [isChanging, setChanging] = useState(false)
  const answer = useAsk(calls.invoice, { params: { id: row.id } })
  const canChange = may('invoices.review') && answer.data?.can_change === 1
  useKeys([{ key: 'C', what: '代客户换开', run: () => setChanging(true), when: canChange }])
  return (
    <SideDrawer
      title={row.number}
      note={`${row.company} · ${row.kind_name}${row.is_test === 1 ? ' · 测试发票' : ''}`}
      onClose={onClose}
      foot={
        canChange && (
          <Button className="grow" onClick={() => setChanging(true)}>
            代客户换开… <Kbd of="C" />
          </Button>
        )
      }
    >
      <Loaded of={answer}>
        {(invoice) => (
          <>
            <Section title="发票">
              <Facts
                flat
                items={[
                  ['状态', <Colour key="state" row={invoice} />],
                  ['价税合计', <Money key="total" yuan={invoice.total} strong />],
                  ...(invoice.colour === 'blue' && invoice.state !== 'untouched'
                    ? ([['冲红后余额', <Money key="left" yuan={invoice.left} />]] as const)
                    : []),
                  ['开具于', <When key="at" at={invoice.issued_at} />],
                  [
                    '订单',
                    <To key="order" to={`orders/${invoice.order_id}`}>
                      {invoice.order_no}
                    </To>,
                  ],
                  [
                    '企业',
                    <To key="company" to={`companies/${invoice.company_id}`}>
                      {invoice.company}
                    </To>,
                  ],
                  ['备注', invoice.remark],
                  ...(may('files.view') && invoice.files.length > 0
                    ? ([
                        [
                          '文件',
                          <span key="files" className="row">
                            {invoice.files.map((file) => (
                              <a key={file.id} className="link" href={`${staffUrl(file.url)}?inline=1`} target="_blank" rel="noreferrer">
                                {file.form}
                              </a>
                            ))}
                          </span>,
                        ],
                      ] as const)
                    : []),
                ]}
              />
              {may('invoices.review') && invoice.why !== '' && <p className="muted s12">不能换开：{invoice.why}</p>}
            </Section>
            {(invoice.of_number !== '' || invoice.reds.length > 0) && (
              <Section title={invoice.colour === 'red' ? '冲红的蓝字发票' : '已开具的红字发票'}>
                {invoice.of_number !== '' && (
                  <p>
                    <To to={`finance/invoices?no=${invoice.of_number}`}>{invoice.of_number}</To>
                  </p>
                )}
                {invoice.reds.map((red) => (
                  <p key={red.id} className="row">
                    <To to={`finance/invoices?no=${red.number}`}>{red.number}</To>
                    <span className="grow" />
                    <Money yuan={red.total} />
                  </p>
                ))}
              </Section>
            )}
            <Section title="明细">
              <table className="tb tb-in">
                <thead>
                  <tr>
                    <th>项目</th>
                    <th className="num">数量</th>
                    <th className="num">金额</th>
                    <th className="num">税额</th>
                  </tr>
                </thead>
                <tbody>
                  {invoice.lines.map((line) => (
                    <tr key={`${line.item} ${line.spec} ${line.net}`}>
                      <td>
                        {line.item} <small className="muted">{line.spec}</small>
                      </td>
                      <td className="num nowrap">{line.number === '' ? '' : `${line.number}${line.unit}`}</td>
                      <td className="num">
                        <Money yuan={line.net} />
                      </td>
                      <td className="num">
                        <Money yuan={line.tax} />
                        <br />
                        <small className="muted">{line.rate}%</small>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Section>
            <Section title="购买方">
              <Facts
                flat
                items={[
                  ['抬头', invoice.buyer.name],
                  ['税号', invoice.buyer.tax_no],
                  ['地址电话', [invoice.buyer.address, invoice.buyer.phone].filter(Boolean).join(' ')],
                  ['开户行', invoice.buyer.bank],
                  ['账号', invoice.buyer.account],
                ]}
              />
            </Section>
            <Section title="来历">
              {invoice.requests.map((one) => (
                <p key={one.id} className="line">
                  <When at={one.created_at} short /> {one.kind_name} {one.reason} <span className="muted">{one.state_name}</span>
                  {one.answer && <small className="muted">：{one.answer}</small>}
                </p>
              ))}
            </Section>
            {canChange && <ChangeInvoice invoice={invoice} open={isChanging} onClose={() => setChanging(false)} />}
          </>
        )}
      </Loaded>
    </SideDrawer>
  )
}

/** Every invoice that was issued, the latest first. */
export default function InvoicesPage() {
  const one = useOneCompany()
  return (
    <ListPage
      what="发票"
      list={calls.invoices}
      columns={COLUMNS}
      cursor="before"
      fixed={one.fixed}
      filters={[
        { kind: 'search', name: 'no', text: '发票号码、订单号', width: 190 },
        { kind: 'search', name: 'company', text: '企业名称', width: 160 },
        {
          kind: 'choice',
          name: 'colour',
          text: '蓝字红字',
          choices: [
            { value: 'blue', text: '蓝字' },
            { value: 'red', text: '红字' },
          ],
        },
        {
          kind: 'choice',
          name: 'state',
          text: '冲红',
          choices: [
            { value: 'untouched', text: '未冲红' },
            { value: 'part', text: '部分冲红' },
            { value: 'gone', text: '已全部冲红' },
          ],
        },
        {
          kind: 'choice',
          name: 'kind',
          text: '种类',
          choices: [
            { value: 'special', text: '增值税专用发票' },
            { value: 'normal', text: '普通发票' },
          ],
        },
        { kind: 'days', name: 'start_time', until: 'end_time', text: '开具日期' },
      ]}
      top={({ sums }) =>
        sums && (
          <p className="bar bar-soft" role="status">
            {numberText(sums.count)} 张，合计 <Money yuan={sums.total} strong />
            <span className="muted">
              蓝字 <Money yuan={sums.blue} /> · 红字 <Money yuan={sums.red} /> · 金额 <Money yuan={sums.net} /> · 税额{' '}
              <Money yuan={sums.tax} />
            </span>
          </p>
        )
      }
      drawer={(row, close) => <Look key={row.id} row={row} onClose={close} />}
      empty="还没有开出发票"
    />
  )
}
