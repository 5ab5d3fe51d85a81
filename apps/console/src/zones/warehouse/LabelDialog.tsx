import { Alert, Button, Form, Modal, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import { LABEL_SIZES, type LabelSize } from '#contract/constants.ts'

const SIZES = Object.entries(LABEL_SIZES).map(([value, label]) => ({ value, label }))
const KEPT = 'label-size'

/** The roll that is in this table's printer seldom changes. */
export function useLabelSize(usual: LabelSize): [LabelSize, (size: LabelSize) => void] {
  const kept = localStorage.getItem(KEPT)
  const [size, setSize] = useState<LabelSize>(kept !== null && kept in LABEL_SIZES ? (kept as LabelSize) : usual)
  return [
    size,
    (next) => {
      localStorage.setItem(KEPT, next)
      setSize(next)
    },
  ]
}

export function SizeField({ size, onSize }: { size: LabelSize; onSize: (size: LabelSize) => void }) {
  return (
    <Form.Item label="标签纸">
      <Radio.Group aria-label="标签纸" optionType="button" options={SIZES} value={size} onChange={({ target }) => onSize(target.value)} />
    </Form.Item>
  )
}

export interface PrintedLabels {
  id: number
  labels: number
  again: number
}

interface Props {
  title: string
  /** How many labels it will be. */
  number: number
  problem: string
  isBusy: boolean
  printed: PrintedLabels | null
  onPrint: () => void
  onClose: () => void
  children: ReactNode
}

/** What is printed and how often; then the file, which opens beside to be sent to the printer. */
export function LabelDialog({ title, number, problem, isBusy, printed, onPrint, onClose, children }: Props) {
  return (
    <Modal
      open
      width={600}
      title={title}
      onCancel={onClose}
      footer={[
        <Button key="no" onClick={onClose}>
          关闭
        </Button>,
        printed === null ? (
          <Button key="yes" type="primary" loading={isBusy} disabled={number === 0} onClick={onPrint}>
            生成 {number} 张
          </Button>
        ) : (
          <Button key="open" type="primary" autoFocus href={`/api/staff/label/${printed.id}/file`} target="_blank" rel="noreferrer">
            打开 {printed.labels} 张标签
          </Button>
        ),
      ]}
    >
      {problem && <Alert type="error" showIcon title={problem} className="trouble" />}
      {printed === null ? (
        <Form layout="vertical" requiredMark={false} onFinish={onPrint}>
          {children}
        </Form>
      ) : (
        <Alert
          type={printed.again > 0 ? 'warning' : 'success'}
          showIcon
          title={
            printed.again > 0
              ? `${printed.labels} 张已生成并记录；其中 ${printed.again} 项打印过，这次是补打`
              : `${printed.labels} 张已生成并记录`
          }
          description="打印时选“实际大小”，不要缩放。一刻钟之内可以再打开；之后请重新打印。"
        />
      )}
    </Modal>
  )
}
