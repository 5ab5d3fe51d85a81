import { type ReactNode, useId, useRef } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import css from './FormDialog.module.css'
import { type Problems, useSubmit } from './form.ts'

interface Props {
  title: string
  wide?: boolean
  /** Names of the fields, from the top. */
  fields: readonly string[]
  /** The field that a refusal of none of them is said at. */
  otherwise: string
  /** What is missing before anything is sent. */
  check: (form: HTMLFormElement) => Problems
  send: (form: HTMLFormElement) => Promise<void>
  /** On the button, and while it is being done. */
  submit: string
  busyText?: string
  className?: string | undefined
  onClose: () => void
  children: (problems: Problems) => ReactNode
}

/** A question with fields: cancelled, or sent once and told what is wrong at the field that it is about. */
export function FormDialog({ title, wide = false, fields, otherwise, check, send, className, onClose, children, ...texts }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const { problems, busy, submit } = useSubmit({ form, fields, otherwise })
  return (
    <Dialog
      title={title}
      wide={wide}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button kind="primary" type="submit" form={id} disabled={busy}>
            {busy ? (texts.busyText ?? texts.submit) : texts.submit}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        className={className ?? css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const { currentTarget } = event
          void submit(
            () => check(currentTarget),
            () => send(currentTarget),
          )
        }}
      >
        {children(problems)}
      </form>
    </Dialog>
  )
}
