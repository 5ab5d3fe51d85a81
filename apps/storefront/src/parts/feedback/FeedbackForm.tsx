import { useRef, useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { UploadedFile } from '#api-client/upload.ts'
import type { FeedbackKind } from '#contract/selfservice.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FORM_HANDLES, useSubmit } from '#ui/form.ts'
import { Icon } from '#ui/Icon.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/Toast.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { useUser } from '../../api/queries.ts'
import { FileUpload } from '../FileUpload.tsx'
import css from './feedback.module.css'
import { FIELDS, type FormValues, lengthOf, problemsIn, TEXT_MAX, TOPICS } from './feedback-form.ts'

const BLANK: FormValues = { topic: '', text: '', contact: '', order_no: '' }
const WORDS: Readonly<Record<FeedbackKind, { text: string; placeholder: string; send: string }>> = {
  feedback: { text: '您的意见或建议', placeholder: '哪里用着不方便、希望有什么功能、哪类商品想要更多', send: '提交反馈' },
  complaint: { text: '发生了什么', placeholder: '时间、商品、数量、和谁联系过，希望怎么解决', send: '提交投诉' },
}

/** Says what is on the buyer's mind: about what, in words, with pictures, and how to reach them. */
export function FeedbackForm({ kind, onSent }: { kind: FeedbackKind; onSent: () => void }) {
  const client = useApi()
  const phone = useUser()?.phone ?? ''
  const [values, setValues] = useState(BLANK)
  const [files, setFiles] = useState<readonly UploadedFile[]>([])
  const [loading, setLoading] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { problems, busy, submit, mend } = useSubmit({ form, fields: FIELDS, otherwise: 'text' })
  const words = WORDS[kind]
  const change = (part: Partial<FormValues>) => setValues({ ...values, ...part })
  const send = async () => {
    const { message } = await client.ask(memberApi.feedbackAdd, {
      body: {
        kind,
        topic: values.topic,
        text: values.text.trim(),
        contact: values.contact.trim(),
        order_no: values.order_no.trim(),
        files: files.map(({ id }) => id),
      },
      handles: FORM_HANDLES,
    })
    toast({ text: message, tone: 'success' })
    setValues(BLANK)
    setFiles([])
    onSent()
  }
  return (
    <form
      ref={form}
      noValidate
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(() => problemsIn(values), send)
      }}
    >
      <fieldset className={css.topics} data-wrong={problems.topic ? '' : undefined}>
        <legend>类型</legend>
        {TOPICS[kind].map((topic) => (
          <label key={topic} className={values.topic === topic ? `${css.topic} ${css.chosen}` : css.topic}>
            <input type="radio" className="said" name="topic" checked={values.topic === topic} onChange={() => change({ topic })} />
            {topic}
          </label>
        ))}
        {problems.topic && (
          <p className={css.wrong} role="alert">
            <Icon name="alert" size={14} />
            {problems.topic}
          </p>
        )}
      </fieldset>
      <TextArea
        label={words.text}
        name="text"
        rows={5}
        maxLength={TEXT_MAX}
        placeholder={words.placeholder}
        hint={`${lengthOf(values.text)}/${TEXT_MAX}`}
        error={problems.text}
        value={values.text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <FileUpload
        purpose="feedback"
        accept="image"
        label="图片（可不传）"
        name="files"
        max={6}
        files={files}
        error={problems.files}
        onChange={(next) => {
          setFiles(next)
          mend('files')
        }}
        onBusy={setLoading}
      />
      <div className={css.pair}>
        {kind === 'complaint' && (
          <Field
            label="订单号（与订单有关时填写）"
            name="order_no"
            maxLength={40}
            value={values.order_no}
            error={problems.order_no}
            onChange={({ target }) => change({ order_no: target.value })}
          />
        )}
        <Field
          label="联系方式"
          name="contact"
          placeholder={phone}
          hint={phone ? '不填则用您的登录手机号' : '手机号、座机或邮箱'}
          maxLength={60}
          value={values.contact}
          error={problems.contact}
          onChange={({ target }) => change({ contact: target.value })}
        />
      </div>
      <Button kind="primary" size="lg" type="submit" disabled={busy || loading}>
        {busy ? '正在提交…' : loading ? '图片上传中…' : words.send}
      </Button>
    </form>
  )
}
