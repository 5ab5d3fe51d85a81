import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button, DatePicker, Form, Input, Modal } from 'antd'
import type { Dayjs } from 'dayjs'
import { useSearchParams } from 'react-router'
import { staffUrl } from '../../api/files.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { When } from '../../parts/When.tsx'
import { CompanyPicker } from './CompanyPicker.tsx'
import { calls } from './calls.ts'
import { monthChoices } from './months.ts'
import { useOneCompany } from './useOneCompany.tsx'

type Statements = typeof import('#contract/statements.ts')['staffStatementList']

const TONES: Readonly<Record<'open' | 'agreed' | 'disputed', Tone>> = { open: 'waiting', agreed: 'done', disputed: 'wrong' }
const money = (amount: string) => <Money yuan={amount} />

const COLUMNS: Columns<Statements> = [
  { title: '月份', dataIndex: 'month' },
  { title: '企业', dataIndex: 'company', ellipsis: true, render: (name: string) => <b>{name}</b> },
  {
    title: '客户答复',
    dataIndex: 'answer',
    render: (_, { answer, answer_name }) => <StateTag tone={TONES[answer]}>{answer_name}</StateTag>,
  },
  { title: '期初', dataIndex: 'opening', align: 'right', render: money },
  { title: '收款', dataIndex: 'received', align: 'right', render: money },
  { title: '购货', dataIndex: 'bought', align: 'right', render: money },
  { title: '返现赠送', dataIndex: 'given', align: 'right', render: money },
  { title: '其他', dataIndex: 'other', align: 'right', render: money },
  { title: '期末', dataIndex: 'closing', align: 'right', render: (amount: string) => <Money yuan={amount} strong /> },
  { title: '异议', dataIndex: 'note', ellipsis: true, width: 120 },
  { title: '制作于', dataIndex: 'made_at', render: (at: string) => <When at={at} short /> },
  {
    title: '单据',
    dataIndex: 'document',
    render: (_, { document }) =>
      document === null ? (
        <span className="muted">—</span>
      ) : document.file_url ? (
        <a className="link" href={`${staffUrl(document.file_url)}?inline=1`} target="_blank" rel="noreferrer">
          {document.no}
        </a>
      ) : (
        document.state_name
      ),
  },
]

interface Fields {
  company_id: number
  month: Dayjs
  reason: string
}

function Make({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const deed = useDeed(calls.statementMake, {
    done: '对账单已制作，客户可以看到',
    outdates: [calls.statements, calls.papers],
    form,
    onDone: () => {
      form.resetFields()
      onClose()
    },
  })
  return (
    <Modal open={open} title="制作对账单" okText="制作" onCancel={onClose} onOk={form.submit} confirmLoading={deed.isBusy} forceRender>
      <p className="reason-what">已有这个月的对账单时，另出新的一版，请客户重新确认。</p>
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Form
        form={form}
        layout="vertical"
        onFinish={({ company_id, month, reason }) =>
          void deed.run({ body: { company_id, month: month.format('YYYY-MM'), reason: reason.trim() } })
        }
      >
        <Form.Item name="company_id" label="企业" rules={[{ required: true, message: '请选择企业' }]}>
          <CompanyPicker />
        </Form.Item>
        <Form.Item name="month" label="月份" rules={[{ required: true, message: '请选择月份' }]}>
          <DatePicker picker="month" style={{ width: 160 }} />
        </Form.Item>
        <Form.Item name="reason" label="理由" rules={[{ required: true, whitespace: true, min: 2, message: '请写明理由' }]}>
          <Input maxLength={100} placeholder="如：客户要求、漏记一笔收款" />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** Monthly statements of all companies, with what each answered. */
export default function StatementsPage() {
  const may = useMay()
  const canMake = may(['statements.make']) && may('credit.view')
  const one = useOneCompany()
  const [params, setParams] = useSearchParams()
  const make = (open: boolean): void => {
    const next = new URLSearchParams(params)
    if (open) next.set('new', '1')
    else next.delete('new')
    setParams(next, { replace: true })
  }
  useKeys([{ key: 'N', what: '制作对账单', run: () => make(true), when: canMake }])
  return (
    <>
      <ListPage
        what="对账单"
        list={calls.statements}
        columns={COLUMNS}
        rowTone={({ answer }) => (answer === 'disputed' ? 'is-bad' : '')}
        filters={[
          { kind: 'choice', name: 'month', text: '月份', choices: monthChoices(new Date()) },
          {
            kind: 'choice',
            name: 'answer',
            text: '客户答复',
            choices: [
              { value: 'open', text: '待确认' },
              { value: 'agreed', text: '已确认' },
              { value: 'disputed', text: '有异议' },
            ],
          },
        ]}
        fixed={one.fixed}
        actions={
          <>
            {one.field}
            {canMake && (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => make(true)}>
                制作对账单 <Kbd of="N" />
              </Button>
            )}
          </>
        }
      />
      <Make open={canMake && params.get('new') === '1'} onClose={() => make(false)} />
    </>
  )
}
