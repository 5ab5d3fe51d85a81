import { CloseOutlined, MedicineBoxOutlined, PictureOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useRef, useState } from 'react'
import type { Draft } from '#api-client/chat/thread.ts'
import { CHAT_TEXT_MAX } from '#contract/constants.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import css from './chat.module.css'
import { GoodsFinder } from './GoodsFinder.tsx'
import { keepReplies, readReplies, withReply } from './quick-replies.ts'

const PICTURES = ['image/jpeg', 'image/png', 'image/webp']

/** Writes an answer: Enter sends, Shift+Enter begins a line; pictures are chosen or pasted; Alt and a digit takes an own sentence. */
export function Composer({ companyId, send }: { companyId: number; send: (draft: Draft) => void }) {
  const may = useMay()
  const canFind = may('orders.enter')
  const [finding, setFinding] = useState(false)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const [replies, setReplies] = useState(() => readReplies(localStorage))
  const files = useRef<HTMLInputElement>(null)
  const field = useRef<TextAreaRef>(null)
  const keep = (next: string[]): void => {
    setReplies(next)
    keepReplies(localStorage, next)
  }
  const submit = (): void => {
    if (text.trim() === '') return
    send({ text: text.trim() })
    setText('')
  }
  const take = (reply: string): void => {
    setText((now) => (now.trim() === '' ? reply : `${now}${reply}`))
    field.current?.focus()
  }
  const sendPictures = (chosen: readonly File[]): void => {
    setProblem(chosen.every(({ type }) => PICTURES.includes(type)) ? '' : '只支持 JPG、PNG、WebP 图片')
    for (const file of chosen) if (PICTURES.includes(file.type)) send({ file })
  }
  useKeys([
    { key: 'Alt+G', what: '发商品给客户', run: () => setFinding(true), when: canFind },
    { key: 'R', what: '写回复', run: () => field.current?.focus() },
    ...replies.map((reply, at) => ({ key: `Alt+${at + 1}`, what: `快捷回复：${reply.slice(0, 12)}`, run: () => take(reply) })),
  ])
  return (
    <form
      className={css.composer}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={css.quick}>
        {replies.map((reply, at) => (
          <span key={reply}>
            <button type="button" title={reply} onClick={() => take(reply)}>
              <Kbd of={`Alt+${at + 1}`} />
              <span className="ell">{reply}</span>
            </button>
            <button type="button" aria-label={`删去快捷回复 ${reply}`} onClick={() => keep(replies.filter((one) => one !== reply))}>
              <CloseOutlined />
            </button>
          </span>
        ))}
      </div>
      {finding && (
        <GoodsFinder
          companyId={companyId}
          autoFocus
          onChoose={(goods_id) => {
            send({ goods_id })
            setFinding(false)
            field.current?.focus()
          }}
        />
      )}
      <Input.TextArea
        ref={field}
        autoFocus
        aria-label="回复客户"
        placeholder="回复客户，可粘贴图片"
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={CHAT_TEXT_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          // While an input method is composing, Enter chooses a word.
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') field.current?.blur()
          if (event.key !== 'Enter' || event.shiftKey) return
          event.preventDefault()
          submit()
        }}
        onPaste={(event) => {
          const pasted = [...event.clipboardData.files]
          if (pasted.length === 0) return
          event.preventDefault()
          sendPictures(pasted)
        }}
      />
      {problem && (
        <p className="bad s12" role="alert">
          {problem}
        </p>
      )}
      <div className={css.tools}>
        <Button type="text" icon={<PictureOutlined />} aria-label="发送图片" onClick={() => files.current?.click()} />
        <input
          ref={files}
          type="file"
          hidden
          multiple
          accept={PICTURES.join(',')}
          onChange={({ target }) => {
            sendPictures([...(target.files ?? [])])
            target.value = ''
          }}
        />
        {canFind && (
          <Button type="text" icon={<MedicineBoxOutlined />} onClick={() => setFinding(!finding)} aria-expanded={finding}>
            发商品 <Kbd of="Alt+G" />
          </Button>
        )}
        <Button type="text" size="small" disabled={text.trim() === ''} onClick={() => keep(withReply(replies, text))}>
          存为快捷回复
        </Button>
        <span className="grow" />
        <Button type="primary" htmlType="submit" disabled={text.trim() === ''}>
          发送 <Kbd of="Enter" />
        </Button>
      </div>
    </form>
  )
}
