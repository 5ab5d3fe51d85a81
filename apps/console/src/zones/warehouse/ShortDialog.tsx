import { Alert, Form, InputNumber, Modal } from 'antd'
import { useNavigate } from 'react-router'
import type { PickingPieceWire } from '#contract/picking.ts'
import { numberText } from '../../parts/numbers.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'

interface Props {
  order: { id: number }
  piece: PickingPieceWire
  onSwap: () => void
  onClose: () => void
}

/** Goods that are not on the shelf: another batch where there is one, else the order is laid aside and the order desk is told. */
export function ShortDialog({ order, piece, onSwap, onClose }: Props) {
  const navigate = useNavigate()
  const [form] = Form.useForm<{ missing: number }>()
  const deed = useDeed(calls.note, {
    done: '已报缺，客服会在订单上看到',
    outdates: [calls.queue, calls.order],
    onDone: () => void navigate('/warehouse/picking'),
  })
  return (
    <Modal
      open
      title={`报缺：${piece.name} ${piece.batch_no}`}
      okText="报缺并放到一边"
      cancelText="返回"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={460}
    >
      {piece.others.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={`同仓还有 ${piece.others.length} 个批号可换`}
          action={
            <button type="button" className="link" onClick={onSwap}>
              换批号
            </button>
          }
        />
      )}
      {deed.problem && <Alert type="error" showIcon title={deed.problem} />}
      <Form
        form={form}
        layout="vertical"
        initialValues={{ missing: 1 }}
        onFinish={({ missing }) =>
          void deed.run({
            params: { id: order.id },
            body: { kind: 'short', text: `${piece.name} 批号 ${piece.batch_no} 缺 ${missing} ${piece.unit}` },
          })
        }
      >
        <Form.Item
          name="missing"
          label={`缺多少${piece.unit}（应拣 ${numberText(piece.number)}）`}
          rules={[{ required: true, message: '请填写缺的数量' }]}
        >
          <InputNumber autoFocus min={1} max={piece.number} precision={0} onPressEnter={form.submit} />
        </Form.Item>
        <p className="muted">库存与订单金额不变；由客服与客户商定等货或取消。</p>
      </Form>
    </Modal>
  )
}
