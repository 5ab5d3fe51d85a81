import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Checkbox, DatePicker, Form, Input, Modal, Select } from 'antd'
import type { Dayjs } from 'dayjs'
import { useState } from 'react'
import type { Endpoint } from '#api-client/endpoint.ts'
import type { FileWire } from '#contract/files.ts'
import type { UpstreamPaperWire } from '#contract/upstream.ts'
import { GOODS_FILES, SUPPLIER_FILES, upstreamPaper } from '#domain/upstream.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { UploadPicture } from '../../parts/UploadPicture.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { PaperSide } from './PaperSide.tsx'
import { standingOf } from './paper-rules.ts'

interface Fields {
  kind: string
  holder?: string
  number?: string
  expires_on?: Dayjs | null
  is_endless?: boolean
  files?: FileWire[]
}
type Contract = typeof import('#contract/upstream.ts')

interface Props {
  id: number
  ofGoods: boolean
  papers: readonly UpstreamPaperWire[]
  isOpen: boolean
}

function Register({ id, ofGoods, onClose }: { id: number; ofGoods: boolean; onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const said = Form.useWatch([], form) as Partial<Fields> | undefined
  const kind = said?.kind ? upstreamPaper(said.kind, ofGoods) : null
  const call: Endpoint<Contract['staffSupplierPaper'] | Contract['staffFirstGoodsPaper']> = ofGoods
    ? calls.firstGoodsPaper
    : calls.supplierPaper
  const deed = useDeed(call, {
    done: '资料已登记',
    outdates: [calls.supplier, calls.suppliers, calls.firstGoodsInfo, calls.firstGoods],
    form,
    fields: { file_ids: 'files' },
    onDone: onClose,
  })
  const save = ({ files = [], expires_on, is_endless, ...rest }: Fields) =>
    void deed.run({
      params: { id },
      body: {
        ...rest,
        ...(!is_endless && expires_on && { expires_on: expires_on.format('YYYY-MM-DD') }),
        is_endless: is_endless ? 1 : 0,
        file_ids: files.map((file) => file.id),
      },
    })
  const kinds = Object.entries(ofGoods ? GOODS_FILES : SUPPLIER_FILES).map(([value, { name, must }]) => ({
    value,
    label: must ? `${name}（必备）` : name,
  }))
  return (
    <Modal
      open
      title="登记资料"
      okText="登记"
      cancelText="取消"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={560}
    >
      <Form<Fields> form={form} layout="vertical" requiredMark={false} onFinish={save}>
        {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
        <Form.Item name="kind" label="资料" rules={[{ required: true, message: '请选择资料' }]}>
          <Select showSearch={{ optionFilterProp: 'label' }} options={kinds} />
        </Form.Item>
        {kind?.named && (
          <Form.Item name="holder" label="姓名" rules={[{ required: true, whitespace: true, message: '请填写姓名' }]}>
            <Input maxLength={30} />
          </Form.Item>
        )}
        <Form.Item name="number" label="编号">
          <Input maxLength={60} />
        </Form.Item>
        <div className="row">
          <Form.Item name="expires_on" label="有效期至">
            <DatePicker disabled={said?.is_endless ?? false} />
          </Form.Item>
          {kind?.mayBeEndless && (
            <Form.Item name="is_endless" label=" " valuePropName="checked">
              <Checkbox>长期有效</Checkbox>
            </Form.Item>
          )}
        </div>
        <Form.Item name="files" label="文件（图片或 PDF，最多 10 份）" rules={[{ required: true, message: '请上传文件' }]}>
          <UploadPicture purpose="upstream_paper" most={10} />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** Papers of a supplier or of a new goods; one file at a time beside them. */
export function UpstreamPapers({ id, ofGoods, papers, isOpen }: Props) {
  const may = useMay()
  const [file, setFile] = useState<FileWire | null>(null)
  const [isAdding, setAdding] = useState(false)
  const can = may('suppliers.change') && !isOpen
  useKeys([{ key: 'N', what: '登记资料', run: () => setAdding(true), when: can }])
  const shown = (paper: UpstreamPaperWire) =>
    standingOf({ paper_state: paper.is_replaced === 1 ? 'replaced' : 'in_force', state: paper.state, days_left: paper.days_left })
  return (
    <>
      {file && may('files.view') && <PaperSide file={file} />}
      <Section
        title="资料"
        note={isOpen ? '审批期间不能改' : '同一种资料登记新的，旧的随即换下'}
        action={
          can && (
            <Button size="small" type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
              登记资料 <Kbd of="N" />
            </Button>
          )
        }
      >
        <Rows
          rows={papers}
          id={(paper) => paper.id}
          empty="还没有登记资料"
          tone={(paper) => (paper.is_replaced === 1 ? 'muted' : '')}
          columns={[
            ['资料', (paper) => <b>{paper.holder ? `${paper.name}（${paper.holder}）` : paper.name}</b>],
            ['编号', (paper) => paper.number],
            ['有效期至', (paper) => paper.expires_on ?? '长期'],
            ['状态', (paper) => <StateTag tone={shown(paper).tone}>{shown(paper).text}</StateTag>],
            [
              '文件',
              (paper) =>
                paper.files.map((one, at) => (
                  <Button
                    key={one.id}
                    size="small"
                    type={file?.id === one.id ? 'primary' : 'link'}
                    onClick={() => setFile(file?.id === one.id ? null : one)}
                  >
                    看{paper.files.length > 1 ? ` ${at + 1}` : ''}
                  </Button>
                )),
            ],
            ['登记人', (paper) => paper.created_by],
          ]}
        />
      </Section>
      {isAdding && <Register id={id} ofGoods={ofGoods} onClose={() => setAdding(false)} />}
    </>
  )
}
