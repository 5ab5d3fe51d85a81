import { Button, Input, type InputRef, Radio } from 'antd'
import { useRef, useState } from 'react'
import type { StaffOrderWire } from '#contract/staff-orders.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'

/** A note for colleagues, or a word to the buyer: chosen before it is written, and said beside the button. */
export function NoteBar({ order }: { order: StaffOrderWire }) {
  const may = useMay()
  const field = useRef<InputRef>(null)
  const [text, setText] = useState('')
  const [kind, setKind] = useState<'inside' | 'buyer'>('inside')
  const deed = useDeed(calls.note, {
    done: kind === 'buyer' ? '已写在客户看得到的日志里' : '已记下',
    outdates: [calls.one, calls.list],
    onDone: () => setText(''),
  })
  const canNote = may('orders.note')
  useKeys([{ key: 'M', what: '写备注', run: () => field.current?.focus(), when: canNote }])
  const [last] = order.notes
  if (!canNote) return last ? <span className="ell">{`${last.actor}：${last.text}`}</span> : null
  const save = (): void => {
    if (text.trim().length >= 2) void deed.run({ params: { id: order.id }, body: { kind, text: text.trim() } })
  }
  return (
    <>
      <b className="nowrap">备注</b>
      {last && <span className="ell muted" style={{ maxWidth: '30%' }}>{`${last.actor}：${last.text}`}</span>}
      <Radio.Group
        size="small"
        optionType="button"
        className="nowrap"
        value={kind}
        onChange={({ target }) => setKind(target.value)}
        options={[
          { value: 'inside', label: '内部' },
          { value: 'buyer', label: '告知客户' },
        ]}
      />
      <Input
        ref={field}
        aria-label="备注"
        maxLength={200}
        value={text}
        placeholder={kind === 'buyer' ? '客户会在订单日志里看到' : '只有同事看得到'}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={save}
      />
      <Button loading={deed.isBusy} disabled={text.trim().length < 2} onClick={save}>
        记下 <Kbd of="M" />
      </Button>
    </>
  )
}
