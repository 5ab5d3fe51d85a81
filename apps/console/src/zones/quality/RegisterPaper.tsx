import { Alert, Checkbox, DatePicker, Form, Input, Modal, Radio, Select } from 'antd'
import type { Dayjs } from 'dayjs'
import type { FileWire } from '#contract/files.ts'
import { GOODS_PAPERS, SUPPLIER_PAPERS, tradePaperForm } from '#domain/first-trade.ts'
import { UploadPicture } from '../../parts/UploadPicture.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { GoodsPicker } from './GoodsPicker.tsx'

interface Fields {
  of: 'supplier' | 'goods'
  goods_id: number | null
  kind: string
  holder?: string
  number?: string
  issuer?: string
  issued_on?: Dayjs | null
  expires_on?: Dayjs | null
  is_endless?: boolean
  note?: string
  files?: FileWire[]
}

const day = (of: Dayjs | null | undefined): string => of?.format('YYYY-MM-DD') ?? ''
const kindsOf = (ofGoods: boolean) =>
  Object.entries(ofGoods ? GOODS_PAPERS : SUPPLIER_PAPERS).map(([value, { name, must }]) => ({
    value,
    label: must ? `${name}（必备）` : name,
  }))

/** A paper with its files; one of the same kind and person gives way to it. */
export function RegisterPaper({ goods, ofGoods, onClose }: { goods: number | null; ofGoods: boolean; onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const said = Form.useWatch([], form) as Partial<Fields> | undefined
  const isOfGoods = (said?.of ?? (ofGoods ? 'goods' : 'supplier')) === 'goods'
  const kind = said?.kind ? tradePaperForm(said.kind, isOfGoods) : null
  const deed = useDeed(calls.paperSave, {
    done: '资料已登记，客户随即收到通知',
    outdates: [calls.papers],
    form,
    fields: { file_ids: 'files' },
    onDone: onClose,
  })
  const save = ({ of, goods_id, files = [], issued_on, expires_on, is_endless, ...rest }: Fields) =>
    void deed.run({
      body: {
        ...rest,
        ...(of === 'goods' && goods_id !== null && { goods_id }),
        issued_on: day(issued_on),
        expires_on: is_endless ? '' : day(expires_on),
        is_endless: is_endless ? 1 : 0,
        file_ids: files.map(({ id }) => id),
      },
    })
  return (
    <Modal open title="登记资料" okText="登记" onOk={form.submit} onCancel={onClose} confirmLoading={deed.isBusy} width={560}>
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ of: ofGoods ? 'goods' : 'supplier', goods_id: goods }}
        onFinish={save}
        onValuesChange={(changed: Partial<Fields>) => {
          if (changed.of) form.setFieldsValue({ kind: undefined as never })
        }}
      >
        {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
        <Form.Item name="of">
          <Radio.Group
            optionType="button"
            options={[
              { value: 'supplier', label: '本公司资料' },
              { value: 'goods', label: '品种资料' },
            ]}
          />
        </Form.Item>
        {isOfGoods && (
          <Form.Item name="goods_id" label="品种" rules={[{ required: true, message: '请选择品种' }]}>
            <GoodsPicker width="100%" />
          </Form.Item>
        )}
        <Form.Item name="kind" label="资料" rules={[{ required: true, message: '请选择资料' }]}>
          <Select showSearch={{ optionFilterProp: 'label' }} options={kindsOf(isOfGoods)} />
        </Form.Item>
        {kind?.named && (
          <Form.Item name="holder" label="姓名" rules={[{ required: true, whitespace: true, message: '请填写姓名' }]}>
            <Input maxLength={30} />
          </Form.Item>
        )}
        <Form.Item name="number" label="编号">
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="issuer" label="发证机关">
          <Input maxLength={60} />
        </Form.Item>
        <div className="row">
          <Form.Item name="issued_on" label="发证日期">
            <DatePicker />
          </Form.Item>
          <Form.Item name="expires_on" label="有效期至">
            <DatePicker disabled={said?.is_endless ?? false} />
          </Form.Item>
          {kind?.mayBeEndless && (
            <Form.Item name="is_endless" label=" " valuePropName="checked">
              <Checkbox>长期有效</Checkbox>
            </Form.Item>
          )}
        </div>
        <Form.Item name="note" label="备注">
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="files" label="文件（图片或 PDF，最多 10 份）" rules={[{ required: true, message: '请上传文件' }]}>
          <UploadPicture purpose="trade_paper" most={10} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
