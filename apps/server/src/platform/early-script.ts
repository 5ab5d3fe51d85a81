import { createHash } from 'node:crypto'

/**
 * The one script that stands in the HTML itself. A drawn page looks ready before its scripts have come, and whoever presses a
 * button then would press nothing, or send a form to its own address with what was typed in the address bar. Until the page
 * takes over, presses and typed texts are kept; storefront/src/app/early.ts does them then. A press that is kept goes no further: the
 * page may hear it already while it is still taking over, and would do it twice. A box that was ticked and unticked is
 * as it was, and of two choices the later one counts. Links and forms that work without scripts (those with an action) are left alone.
 */
export const EARLY_SCRIPT = `(() => {
  const pressed = new Set()
  const typed = new Map()
  const onClick = (event) => {
    const box = event.target.closest('button, input[type=checkbox], input[type=radio]')
    if (box === null || box.form?.hasAttribute('action')) return
    event.preventDefault()
    event.stopPropagation()
    const wasPressed = pressed.delete(box)
    if (wasPressed && box.type === 'checkbox') return
    pressed.add(box)
  }
  const onInput = (event) => typed.set(event.target, event.target.value)
  addEventListener('click', onClick, true)
  addEventListener('input', onInput, true)
  window.takeEarly = () => {
    removeEventListener('click', onClick, true)
    removeEventListener('input', onInput, true)
    return { pressed: [...pressed], typed: [...typed] }
  }
})()`

/** What the CSP must name, so that this script runs and no other that stands inline. */
export const EARLY_SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(EARLY_SCRIPT).digest('base64')}'`
