import { useEffect } from 'react'

/** What takes the focus: the first that is there. */
const PLACES = ['.ant-modal-body :is(input, textarea)', '.ant-modal-footer .ant-btn-primary', '.ant-modal-body button']

/**
 * A dialog opens with the focus where one types or confirms; Ant Design gives it to the whole of it, or to the cross, where
 * Enter closes it again.
 */
export function useDialogFocus(): void {
  useEffect(() => {
    const move = ({ target, relatedTarget }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.matches('.ant-modal-close, .ant-modal')) return
      const dialog = target.closest('[role="dialog"]')
      // By Tab, or with the pointer: whoever is in the dialog goes where he wants to.
      if (dialog === null || (relatedTarget instanceof Node && dialog.contains(relatedTarget))) return
      const places = PLACES.flatMap((place) => [...dialog.querySelectorAll<HTMLElement>(`${place}:not(:disabled)`)])
      places.find((one) => one.checkVisibility())?.focus()
    }
    document.addEventListener('focusin', move)
    return () => document.removeEventListener('focusin', move)
  }, [])
}
