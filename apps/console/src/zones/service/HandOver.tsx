import { Alert, Form, Input, Modal, Radio } from 'antd'
import { useEffect } from 'react'
import { CHAT_NOTE_MAX } from '#contract/constants.ts'
import { useAsk } from '../../api/ask.ts'
import { shared } from '../../api/shared-calls.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import css from './chat.module.css'

const SEND = 'Ctrl+Enter'
const NOTE_MIN = 2

interface Fields {
  to?: number
  note: string
}
interface Props {
  id: number
  company: string
  open: boolean
  onClose: () => void
  onDone: () => void
}

/** To whom a conversation goes: colleagues who may answer this customer, those who sit at their place first. */
export function HandOver({ id, company, open, onClose, onDone }: Props) {
  const [form] = Form.useForm<Fields>()
  const answer = useAsk(calls.colleagues, { params: { id } }, { enabled: open, anew: true })
  const deed = useDeed(calls.hand, {
    done: ({ holder }) => `已转交 ${holder}，对方立即看到`,
    outdates: [calls.chats, calls.colleagues, shared.work],
    form,
    onDone: () => {
      onClose()
      onDone()
    },
  })
  useEffect(() => {
    if (open) form.resetFields()
  }, [open, form])
  const submit = ({ to, note }: Fields): void => {
    if (to !== undefined) void deed.run({ params: { id }, body: { to, note: note.trim() } })
  }
  useKeys([{ key: SEND, what: '转交', run: form.submit }], open)
  const isNobody = answer.data?.list.length === 0
  return (
    <Modal
      open={open}
      title={`转交 ${company} 的会话`}
      okText={
        <>
          转交 <Kbd of={SEND} />
        </>
      }
      onCancel={onClose}
      onOk={form.submit}
      okButtonProps={{ disabled: isNobody }}
      confirmLoading={deed.isBusy}
      width={480}
      forceRender
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        {open && deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
        <Form.Item name="to" label="转交给" rules={[{ required: true, message: '请选择一位同事' }]}>
          <Radio.Group>
            <Loaded of={answer}>
              {({ list }) =>
                list.length === 0 ? (
                  <p className="muted">没有其他可以回复这家企业的同事</p>
                ) : (
                  <div className={css.colleagues}>
                    {list.map((one) => (
                      <Radio key={one.id} value={one.id}>
                        {one.name} <span className="muted s12">{one.roles}</span>{' '}
                        <span className={`s12 ${one.is_here === 1 ? 'ok' : 'muted'}`}>{one.is_here === 1 ? '在线' : '不在线'}</span>
                        {one.open > 0 && <span className="muted s12"> · 手里有 {one.open} 个转交的会话</span>}
                      </Radio>
                    ))}
                  </div>
                )
              }
            </Loaded>
          </Radio.Group>
        </Form.Item>
        <Form.Item
          name="note"
          label="说明"
          rules={[{ required: true, whitespace: true, min: NOTE_MIN, message: '请写明客户的问题和已经做到哪一步（至少 2 个字）' }]}
        >
          <Input.TextArea
            maxLength={CHAT_NOTE_MAX}
            showCount
            autoSize={{ minRows: 3, maxRows: 6 }}
            placeholder="客户的问题、已经做到哪一步；客户看不到"
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
