import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Modal } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { SUPPLIER_KINDS } from '#contract/constants.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { withChange } from '../../parts/list-state.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { SupplierFieldsForm } from './SupplierFieldsForm.tsx'
import { EMPTY_SUPPLIER, type SupplierFields } from './supplier-form.ts'
import { UpstreamEnd } from './UpstreamEnd.tsx'
import { UPSTREAM_TONES } from './upstream-rules.ts'
import { useUpstreamViews } from './useUpstreamViews.tsx'
import './quality.css'

type Suppliers = typeof import('#contract/upstream.ts')['staffSuppliers']
const day = (value: string | null) => value ?? <span className="muted">—</span>

const COLUMNS: Columns<Suppliers> = [
  { title: '供货单位', dataIndex: 'name', width: 210, ellipsis: true, render: (name: string) => <b>{name}</b> },
  { title: '类型', dataIndex: 'kind_name', width: 84 },
  {
    title: '首营',
    dataIndex: 'state_name',
    width: 150,
    render: (text: string, { state, open_state }) => (
      <span className="row">
        <StateTag tone={UPSTREAM_TONES[state]}>{text}</StateTag>
        {state === 'passed' && open_state !== '' && <span className="chip chip-warn">续审中</span>}
      </span>
    ),
  },
  { title: '首营至', dataIndex: 'until', width: 160, render: (_, row) => <UpstreamEnd of={row} /> },
  { title: '许可证至', dataIndex: 'licence_until', width: 100, render: day },
  { title: '销售人员', dataIndex: 'salesman', width: 80 },
  { title: '授权至', dataIndex: 'mandate_until', width: 100, render: day },
  { title: '质保协议至', dataIndex: 'agreement_until', width: 100, render: day },
  { title: '联系人', dataIndex: 'contact', width: 80 },
  { title: '申请于', dataIndex: 'applied_at', width: 110, render: (at: string | null) => <When at={at} short /> },
]

function AddSupplier({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<SupplierFields>()
  const navigate = useNavigate()
  const deed = useDeed(calls.supplierAdd, {
    done: '供货单位已建档，请登记资料',
    outdates: [calls.suppliers],
    form,
    onDone: ({ id }) => void navigate(`/quality/suppliers/${id}?tab=papers`),
  })
  return (
    <Modal
      open
      title="新建供货单位"
      okText="建档"
      cancelText="取消"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={720}
    >
      <Form<SupplierFields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={EMPTY_SUPPLIER}
        onFinish={(fields) => void deed.run({ body: fields })}
      >
        {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
        <SupplierFieldsForm autoFocus />
      </Form>
    </Modal>
  )
}

/** Whom the wholesaler buys from. */
export default function SuppliersPage() {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const { view, views, filters } = useUpstreamViews()
  const can = may('suppliers.change')
  const put = (change: Record<string, string>): void => setParams(withChange(params, change), { replace: true })
  useKeys([{ key: 'N', what: '新建供货单位', run: () => put({ new: '1' }), when: can }])
  return (
    <>
      {views}
      <ListPage
        key={view.key}
        what="供货单位"
        list={calls.suppliers}
        fixed={view.query}
        columns={COLUMNS}
        filters={[
          { kind: 'search', name: 'keywords', text: '名称、信用代码、联系人', width: 240 },
          ...filters,
          { kind: 'choice', name: 'kind', text: '类型', choices: Object.entries(SUPPLIER_KINDS).map(([value, text]) => ({ value, text })) },
        ]}
        open={({ id }) => `quality/suppliers/${id}`}
        rowTone={({ state, days_left }) =>
          state === 'ended' || state === 'changed' ? 'is-bad' : days_left !== null && days_left <= 60 ? 'is-warn' : ''
        }
        actions={
          can && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => put({ new: '1' })}>
              新建供货单位 <Kbd of="N" />
            </Button>
          )
        }
        empty={view.key === '' ? '还没有供货单位' : '没有在等的供货单位'}
      />
      {can && params.get('new') === '1' && <AddSupplier onClose={() => put({ new: '' })} />}
    </>
  )
}
