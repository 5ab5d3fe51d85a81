import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import css from './Dialog.module.css'
import { Icon } from './Icon.tsx'

interface Props {
  title: string
  children?: ReactNode
  /** Buttons, the answer that most people want last. */
  actions?: ReactNode
  /** Escape, the cross and a click beside the dialog. */
  onClose: () => void
  /** Not to be closed without an answer (a decision that must be made). */
  firm?: boolean
  /** Put before the text of an alert. */
  tone?: 'info' | 'error'
  wide?: boolean
}

const FIELDS = ':is(input, select, textarea):not(:disabled, [type="hidden"])'

/** A modal on the browser's own dialog element: focus is held inside, Escape closes, focus returns. Mounted = open. */
export function Dialog({ title, children, actions, onClose, firm = false, tone, wide = false }: Props) {
  const box = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const pressedBeside = useRef(false)
  // Before the element is taken out of the page: a dialog that is gone gives the focus back to nobody.
  useLayoutEffect(() => {
    const dialog = box.current
    if (dialog === null) return
    dialog.showModal()
    // Who opened a form is here to fill it in; without a field the browser takes the first button.
    dialog.querySelector<HTMLElement>(`.${css.body} ${FIELDS}`)?.focus()
    return () => dialog.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click beside the box is an extra; Escape does the same by keyboard
    <dialog
      ref={box}
      className={wide ? `${css.box} ${css.wide}` : css.box}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (!firm) onClose()
      }}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        // Text that is marked beyond the box's edge is no click beside it.
        if (!firm && pressedBeside.current && event.target === event.currentTarget) onClose()
      }}
    >
      <div className={css.inner}>
        <header className={css.head}>
          <h2 id={titleId}>
            {tone && <Icon name={tone === 'error' ? 'warn' : 'info'} size={20} className={css[tone]} />}
            {title}
          </h2>
          {!firm && (
            <button type="button" className="iconbtn" aria-label="关闭" onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </header>
        <div className={css.body}>{children}</div>
        {actions && <footer className={css.foot}>{actions}</footer>}
      </div>
    </dialog>
  )
}
