import { Alert, Button, DatePicker, Form, Input, Modal, Select } from 'antd'
import type { Dayjs } from 'dayjs'
import { useState } from 'react'
import type { FileWire } from '#contract/files.ts'
import { useAsk } from '../../api/ask.ts'
import { staffUrl } from '../../api/files.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { UploadPicture } from '../../parts/UploadPicture.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Seals = typeof import('#contract/seals.ts')['staffSealList']

const PURPOSES = [
  { value: 'official', label: '公章' },
  { value: 'dispatch', label: '出库专用章' },
  { value: 'quality', label: '质量管理专用章' },
  { value: 'contract', label: '合同专用章' },
  { value: 'finance', label: '财务专用章' },
] as const

const COLUMNS: Columns<Seals> = [
  { title: '印章', dataIndex: 'purpose_name', render: (name: string) => <b>{name}</b> },
  { title: '印文', dataIndex: 'name' },
  {
    title: '印模',
    dataIndex: 'picture_url',
    render: (url: string) => (url ? <img src={staffUrl(url)} alt="印模" height={36} /> : <span className="muted">按印文绘制</span>),
  },
  {
    title: '状态',
    dataIndex: 'state_name',
    render: (text: string, { state }) => <StateTag tone={state === 'in_force' ? 'done' : 'closed'}>{text}</StateTag>,
  },
  { title: '有效期至', dataIndex: 'valid_until', render: (day: string | null) => day ?? '长期' },
  { title: '登记于', dataIndex: 'applied_at', render: (at: string) => <When at={at} /> },
  { title: '用过', dataIndex: 'uses', align: 'right' },
]

interface Fields {
  purpose: (typeof PURPOSES)[number]['value']
  name: string
  number?: string
  files?: FileWire[]
  valid_until?: Dayjs | null
}

function Register({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const deed = useDeed(calls.sealRegister, {
    done: '印章已登记，新的单据用它',
    form,
    fields: { picture_ids: 'files' },
    outdates: [calls.seals, calls.opening],
    onDone: onClose,
  })
  return (
    <Modal open title="登记本公司印章" okText="登记" onOk={form.submit} onCancel={onClose} confirmLoading={deed.isBusy} width={480}>
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ purpose: 'official' }}
        onFinish={({ purpose, name, number = '', files = [], valid_until }) =>
          void deed.run({
            body: { purpose, name, number, picture_ids: files.map(({ id }) => id), valid_until: valid_until?.format('YYYY-MM-DD') ?? '' },
          })
        }
      >
        {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
        <Form.Item name="purpose" label="印章" extra="登记后立即启用，同一种的旧印章随即停用">
          <Select options={[...PURPOSES]} />
        </Form.Item>
        <Form.Item name="name" label="印文（企业全称）" rules={[{ required: true, whitespace: true, min: 2, message: '请填写印文' }]}>
          <Input autoFocus maxLength={40} />
        </Form.Item>
        <Form.Item name="number" label="公安备案号" rules={[{ pattern: /^\d{0,13}$/, message: '备案号是数字，至多 13 位' }]}>
          <Input maxLength={13} />
        </Form.Item>
        <Form.Item name="files" label="印模图片（不上传：按印文绘制）">
          <UploadPicture purpose="seal" accept="image/jpeg,image/png,image/webp" />
        </Form.Item>
        <Form.Item name="valid_until" label="有效期至（不填：长期）">
          <DatePicker />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** The shop's own seals, and the certificate that signs its papers. */
export default function OwnSealsPage() {
  const may = useMay()
  const [open, setOpen] = useState(false)
  const canRegister = may('seals.register')
  useKeys([{ key: 'N', what: '登记本公司印章', run: () => setOpen(true), when: canRegister }])
  return (
    <>
      <ListPage
        what="印章"
        list={calls.seals}
        fixed={{ own: 1 }}
        columns={COLUMNS}
        cursor="before"
        empty="还没有登记本公司印章：单据和合同上没有印模"
        actions={
          canRegister && (
            <Button type="primary" onClick={() => setOpen(true)}>
              登记印章
            </Button>
          )
        }
        top={() => <Certificate />}
      />
      {open && <Register onClose={() => setOpen(false)} />}
    </>
  )
}

function Certificate() {
  return (
    <Loaded of={useAsk(calls.certificate, {})}>
      {({ certificate, alarm, unstamped }) => (
        <Section title="签章证书" note="放在服务器上，由 SIGNING_P12 指明">
          {alarm && <Alert type="warning" showIcon title={alarm} />}
          {certificate && (
            <Facts
              flat
              items={[
                ['持有人', certificate.subject],
                ['有效期至', <When key="until" at={certificate.valid_until} />],
                ['等待时间戳', String(unstamped)],
              ]}
            />
          )}
        </Section>
      )}
    </Loaded>
  )
}
