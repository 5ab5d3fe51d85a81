import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Draft } from '#api-client/chat/thread.ts'
import { CHAT_TEXT_MAX } from '#contract/constants.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { acceptAttribute, choiceProblem } from '../file-choice.ts'
import css from './chat.module.css'

interface Props {
  label: string
  placeholder: string
  send: (draft: Draft) => void
  /** Focus goes here when the part opens. */
  focus?: boolean
}

/** Shown when so few characters are left. */
const COUNT_FROM = CHAT_TEXT_MAX - 100

/** Writes a message: Enter sends, Shift+Enter begins a line; pictures are chosen or pasted. */
export function Composer({ label, placeholder, send, focus = false }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const files = useRef<HTMLInputElement>(null)

  const submit = () => {
    const ready = text.trim()
    if (ready === '') return
    send({ text: ready })
    setText('')
    setProblem('')
  }
  const sendPictures = (chosen: readonly File[]) => {
    const wrong = chosen.map((file) => choiceProblem(file, 'image')).find((one) => one !== '')
    setProblem(wrong ?? '')
    for (const file of chosen) if (choiceProblem(file, 'image') === '') send({ file })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method is composing, Enter chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files]
    if (pasted.length === 0) return
    event.preventDefault()
    sendPictures(pasted)
  }
  return (
    <form
      className={css.composer}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label className="said" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={css.input}
        rows={3}
        maxLength={CHAT_TEXT_MAX}
        placeholder={placeholder}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: the buyer opened it to write
        autoFocus={focus}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        aria-describedby={problem ? `${id}-problem` : undefined}
      />
      {problem && (
        <p id={`${id}-problem`} className={css.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={css.tools}>
        <button type="button" className="iconbtn" aria-label="发送图片" title="发送图片" onClick={() => files.current?.click()}>
          <Icon name="image" size={20} />
        </button>
        <input
          ref={files}
          type="file"
          hidden
          multiple
          accept={acceptAttribute('image')}
          onChange={({ currentTarget }) => {
            sendPictures([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
        <span className={css.count}>
          {text.length >= COUNT_FROM ? `${text.length}/${CHAT_TEXT_MAX}` : <span className={css.keys}>Enter 发送</span>}
        </span>
        <Button type="submit" kind="primary" disabled={text.trim() === ''}>
          发送
        </Button>
      </div>
    </form>
  )
}
