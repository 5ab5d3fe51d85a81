import { Alert, Input, InputNumber, Modal } from 'antd'
import { useState } from 'react'
import type { PickingPieceWire } from '#contract/picking.ts'
import { useAsk } from '../../api/ask.ts'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { SplitPreview } from '../../parts/SplitPreview.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'

export interface Missing {
  piece: PickingPieceWire
  number: number
}

interface Props {
  order: { id: number; no: string }
  /** What was not scanned. */
  missing: readonly Missing[]
  onDone: () => void
  onClose: () => void
}

const STAGE = 'picking'

/** What lies on the table goes; what does not becomes an order of its own, which waits to be picked. Its goods stay reserved. */
function Body({ order, missing, version, onDone, onClose }: Props & { version: number }) {
  const [later, setLater] = useState<Readonly<Record<number, number>>>(() =>
    Object.fromEntries(missing.map(({ piece, number }) => [piece.id, number])),
  )
  const [reason, setReason] = useState('')
  const params = { id: order.id, stage: STAGE } as const
  const pieces = Object.entries(later).flatMap(([id, number]) => (number > 0 ? [{ id: Number(id), number }] : []))
  const preview = useAsk(
    calls.splitPreview,
    { params, query: { version, pieces: pieces.map(({ id, number }) => `${id}:${number}`).join(',') } },
    { enabled: pieces.length > 0, keepFormer: true },
  )
  const deed = useDeed(calls.split, {
    done: ({ no }) => `其余已拆为 ${no}，等待拣货`,
    outdates: [calls.packing, calls.order, calls.pieces, calls.queue, calls.splitForm, calls.splitPreview],
    onDone,
  })
  const shown = pieces.length > 0 && !preview.isError && !preview.isPlaceholderData ? preview.data : undefined
  const isReady = shown !== undefined && reason.trim().length >= 2
  const lacks = pieces.length === 0 ? '还没有要拆的' : reason.trim().length < 2 ? '还没写理由' : ''
  const save = (): void => {
    if (shown === undefined || !isReady || deed.isBusy) return
    void deed.run({ params, body: { version, stamp: shown.stamp, reason: reason.trim(), pieces } })
  }
  useKeys([{ key: 'Ctrl+Enter', what: '先发已有，其余拆出', run: save }], true)
  return (
    <Modal
      open
      title={`先发已有，其余拆出：${order.no}`}
      okText={lacks || '先发已有，其余拆出'}
      cancelText="返回"
      onOk={save}
      okButtonProps={{ disabled: !isReady }}
      onCancel={onClose}
      confirmLoading={deed.isBusy}
      width={680}
    >
      {deed.problem && <Alert type="error" showIcon title={deed.problem} />}
      {deed.meanwhile && <Alert type="warning" showIcon title="您打开之后有人改过这张订单，没有保存；请返回后再来" />}
      {preview.isError && pieces.length > 0 && <Alert type="error" showIcon title={preview.error.message} />}
      <Section title="没有扫到的">
        <table className="tb tb-in">
          <thead>
            <tr>
              <th>商品</th>
              <th>批号</th>
              <th className="num">应数</th>
              <th className="num">稍后发</th>
            </tr>
          </thead>
          <tbody>
            {missing.map(({ piece, number }) => (
              <tr key={piece.id}>
                <td>
                  <b>{piece.name}</b> <small className="muted">{piece.spec}</small>
                </td>
                <td>{piece.batch_no}</td>
                <td className="num">
                  {numberText(piece.number)} {piece.unit}
                </td>
                <td className="num">
                  <InputNumber
                    size="small"
                    aria-label={`${piece.name} ${piece.batch_no} 稍后发`}
                    min={0}
                    max={piece.number}
                    precision={0}
                    value={later[piece.id] ?? number}
                    onChange={(value) => setLater({ ...later, [piece.id]: value ?? 0 })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title="原因" note="客户看得到">
        <Input
          aria-label="原因"
          autoFocus
          placeholder="货架上暂缺、明日到货…"
          maxLength={200}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          onPressEnter={save}
        />
      </Section>
      {shown && <SplitPreview preview={shown} />}
    </Modal>
  )
}

export function SplitDialog(props: Props) {
  const form = useAsk(calls.splitForm, { params: { id: props.order.id, stage: STAGE } })
  return (
    <Loaded of={form}>
      {({ version, why }) =>
        why === '' ? (
          <Body {...props} version={version} />
        ) : (
          <Modal open title="不能拆单" cancelText="返回" okButtonProps={{ hidden: true }} onCancel={props.onClose} width={460}>
            {why}
          </Modal>
        )
      }
    </Loaded>
  )
}
