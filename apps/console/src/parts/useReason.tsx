import { Alert, Button, Form, type GetRef, Input, Modal, Tag } from 'antd'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Kbd } from './Kbd.tsx'
import { useKeys } from './keys.tsx'

const REASON_MIN = 2
const REASON_MAX = 200
const SEND = 'Ctrl+Enter'

export interface ReasonAsked {
  title: string
  /** What will be done to what, and to how many: '停用 沈默（shenmo），其 2 处登录随即结束'. */
  what: ReactNode
  /** The button's word. */
  ok: string
  danger?: boolean
  /** Usual reasons, to choose instead of typing. */
  usual?: readonly string[]
  /** No reason is asked for: only confirmed. */
  bare?: boolean
  /** Does it; false keeps the dialog open, with problem() shown. */
  run: (reason: string) => Promise<boolean>
}

interface Fields {
  reason: string
}

/** Asks for the reason of a deed, naming what and how many. Put `dialog` anywhere on the page. */
export function useReason(problem = ''): { ask: (asked: ReasonAsked) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<ReasonAsked | null>(null)
  const [open, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [form] = Form.useForm<Fields>()
  const said = Form.useWatch('reason', form)
  // Dialogs of a page stand in it together: without names of their own, a label would lead to the field of another.
  const name = useId()
  const close = () => setOpen(false)
  const yes = useRef<HTMLButtonElement>(null)
  const text = useRef<GetRef<typeof Input.TextArea>>(null)
  const submit = async ({ reason = '' }: Partial<Fields>): Promise<void> => {
    if (asked === null || isBusy) return
    setBusy(true)
    try {
      if (await asked.run(reason.trim())) close()
    } finally {
      setBusy(false)
    }
  }
  const ask = (next: ReasonAsked): void => {
    setAsked(next)
    setOpen(true)
    form.resetFields()
  }
  // From the key that opened it on, wherever the focus is: what is typed before the field has it is no deed of the page behind. In the
  // text Enter begins a line.
  useKeys(asked?.bare ? [] : [{ key: SEND, what: asked?.ok ?? '', run: form.submit, when: open }], open)
  const dialog = (
    <Modal
      open={open}
      // It is there before it opens: what has the focus from the beginning has lost it by then.
      afterOpenChange={(isOpen) => isOpen && (asked?.bare ? yes.current : text.current)?.focus()}
      title={asked?.title}
      onCancel={close}
      width={460}
      forceRender
      footer={[
        <Button key="no" onClick={close}>
          取消
        </Button>,
        <Button key="yes" ref={yes} type="primary" danger={asked?.danger ?? false} loading={isBusy} onClick={form.submit}>
          {asked?.ok} <Kbd of={asked?.bare ? 'Enter' : SEND} />
        </Button>,
      ]}
    >
      <Form form={form} name={name} layout="vertical" requiredMark={false} onFinish={submit}>
        <div className="reason-what">{asked?.what}</div>
        {open && problem && <Alert type="error" showIcon title={problem} className="trouble" />}
        {!asked?.bare && (
          <>
            {asked?.usual && (
              <div className="chips">
                {asked.usual.map((one) => (
                  <Tag.CheckableTag key={one} checked={said === one} onChange={() => form.setFieldValue('reason', one)}>
                    {one}
                  </Tag.CheckableTag>
                ))}
              </div>
            )}
            <Form.Item
              name="reason"
              label="理由"
              rules={[{ required: true, whitespace: true, min: REASON_MIN, message: '请写明理由（至少 2 个字）' }]}
            >
              <Input.TextArea
                ref={text}
                maxLength={REASON_MAX}
                showCount
                autoSize={{ minRows: 2, maxRows: 5 }}
                placeholder="记入操作记录，事后可查"
              />
            </Form.Item>
          </>
        )}
      </Form>
    </Modal>
  )
  return { ask, dialog }
}
