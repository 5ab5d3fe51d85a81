import { type ReactNode, useId, useRef } from 'react'
import { Button, type ButtonSize } from './Button.tsx'
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
  /** What the form still waits for (its files); until then it cannot be sent. */
  waiting?: string | false
  cancel?: string
  size?: ButtonSize
  className?: string | undefined
  onClose: () => void
  /** mend: for what changes without being typed into a field of that name. */
  children: (problems: Problems, mend: (name: string) => void) => ReactNode
}

/** A question with fields: cancelled, or sent once and told what is wrong at the field that it is about. */
export function FormDialog({ title, wide = false, fields, otherwise, check, send, className, onClose, children, ...rest }: Props) {
  const { waiting = false, cancel = '取消', size = 'md', busyText = rest.submit } = rest
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const { problems, busy, submit, mend } = useSubmit({ form, fields, otherwise })
  return (
    <Dialog
      title={title}
      wide={wide}
      onClose={onClose}
      actions={
        <>
          <Button size={size} onClick={onClose}>
            {cancel}
          </Button>
          <Button kind="primary" size={size} type="submit" form={id} disabled={busy || waiting !== false}>
            {waiting || (busy ? busyText : rest.submit)}
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
        {children(problems, mend)}
      </form>
    </Dialog>
  )
}
