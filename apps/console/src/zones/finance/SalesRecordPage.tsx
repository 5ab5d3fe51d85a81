import { Alert, Button, DatePicker, Form, Modal } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { urlOf } from '#api-client/request.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { DownloadButton } from '../../parts/DownloadButton.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { numberText } from '../../parts/numbers.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { When } from '../../parts/When.tsx'
import { CompanyPicker } from './CompanyPicker.tsx'
import { calls } from './calls.ts'
import { useOneCompany } from './useOneCompany.tsx'

type Lines = typeof import('#contract/statements.ts')['staffSalesLines']

const DAY = 'YYYY-MM-DD'
const lastMonth = dayjs().subtract(1, 'month')
const PERIODS: { label: string; value: [Dayjs, Dayjs] }[] = [
  { label: '今天', value: [dayjs(), dayjs()] },
  { label: '本月', value: [dayjs().startOf('month'), dayjs()] },
  { label: '上月', value: [lastMonth.startOf('month'), lastMonth.endOf('month')] },
  { label: '今年', value: [dayjs().startOf('year'), dayjs()] },
]

const COLUMNS: Columns<Lines> = [
  { title: '销售', dataIndex: 'shipped_at', width: 104, render: (at: string) => <When at={at} short /> },
  { title: '购货单位', dataIndex: 'company', ellipsis: true },
  {
    title: '商品',
    dataIndex: 'name',
    render: (name: string, { dosage_form, spec, maker, origin, approval_no }) => (
      <span title={[maker, origin, approval_no].filter(Boolean).join(' · ')}>
        <b>{name}</b> <span className="muted s12">{[dosage_form, spec].filter(Boolean).join(' ')}</span>
      </span>
    ),
  },
  { title: '生产厂商', dataIndex: 'maker', ellipsis: true },
  { title: '批号', dataIndex: 'batch_no', width: 110 },
  { title: '有效期至', dataIndex: 'expiry_date', width: 100 },
  { title: '数量', dataIndex: 'number', align: 'right', width: 90, render: (number: number, { unit }) => `${numberText(number)} ${unit}` },
  { title: '单价', dataIndex: 'price', align: 'right', width: 90, render: (price: string) => <Money yuan={price} /> },
  { title: '金额', dataIndex: 'amount', align: 'right', width: 110, render: (amount: string) => <Money yuan={amount} strong /> },
  {
    title: '订单号',
    dataIndex: 'order_no',
    width: 150,
    render: (no: string, { order_id }) => <To to={`orders/${order_id}`}>{no}</To>,
  },
]

interface Asked {
  from: string
  to: string
  company_id?: number
}
interface Fields {
  days: [Dayjs, Dayjs]
  company_id?: number
}

/** The record of a period as a paper with quality's seal: made meanwhile, it lies with the others. */
function MakePaper({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const may = useMay()
  const [form] = Form.useForm<Fields>()
  const [made, setMade] = useState('')
  const deed = useDeed(calls.salesRecordPaper, {
    done: '',
    outdates: [calls.papers],
    form,
    fields: { from: 'days', to: 'days' },
    onDone: ({ lines, document }) => setMade(`${numberText(lines)} 行，单据 ${document.no} 制作中`),
  })
  const run = ({ days, company_id }: Fields): void => {
    setMade('')
    void deed.run({
      body: { from: days[0].format(DAY), to: days[1].format(DAY), ...(company_id !== undefined && company_id !== null && { company_id }) },
    })
  }
  return (
    <Modal
      open
      title="制作销售记录单据"
      okText="制作盖章单据"
      cancelText={made ? '关闭' : '取消'}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={440}
    >
      <p className="reason-what">逐行逐批号，盖质量管理专用章。同一期间再次制作，另出新的一版。</p>
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ days: [dayjs(asked.from), dayjs(asked.to)], company_id: asked.company_id }}
        onFinish={run}
      >
        <Form.Item name="days" label="日期" rules={[{ required: true, message: '请选择日期' }]}>
          <DatePicker.RangePicker presets={PERIODS} style={{ width: '100%' }} />
        </Form.Item>
        {may('credit.view') && (
          <Form.Item name="company_id" label="企业（不选为全部）">
            <CompanyPicker />
          </Form.Item>
        )}
      </Form>
      {made && <Alert type="success" showIcon title={made} action={<To to="finance/papers?kinds=sales_record">看单据</To>} />}
    </Modal>
  )
}

/** 药品销售记录: what left the house in a period, line by line and batch by batch; as Excel, or as a paper with quality's seal. */
export default function SalesRecordPage() {
  const may = useMay()
  const one = useOneCompany()
  const [params] = useSearchParams()
  const [isMaking, setMaking] = useState(false)
  const to = params.get('end_time') || dayjs().format(DAY)
  const asked: Asked = { from: params.get('start_time') || `${to.slice(0, 7)}-01`, to, ...one.fixed }
  const canMake = may('sales_record.make')
  useKeys([{ key: 'P', what: '制作盖章单据', run: () => setMaking(true), when: canMake }])
  return (
    <>
      <ListPage
        what="销售记录"
        list={calls.salesLines}
        columns={COLUMNS}
        cursor="after"
        fixed={one.fixed}
        filters={[
          { kind: 'search', name: 'words', text: '批号、订单号、购货单位', width: 200 },
          { kind: 'days', name: 'start_time', until: 'end_time', text: '销售日期' },
        ]}
        top={({ from, to: until }) => <p className="bar muted s12">{`${from} 至 ${until}，逐行逐批号`}</p>}
        actions={
          <>
            {one.field}
            <DownloadButton url={urlOf('/api/staff/sales_record', { query: { ...asked } })}>导出 Excel</DownloadButton>
            {canMake && (
              <Button onClick={() => setMaking(true)}>
                制作盖章单据… <Kbd of="P" />
              </Button>
            )}
          </>
        }
        empty="这段时间没有销售"
      />
      {isMaking && <MakePaper asked={asked} onClose={() => setMaking(false)} />}
    </>
  )
}
