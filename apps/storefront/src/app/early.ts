interface Early {
  pressed: HTMLElement[]
  typed: [HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, string][]
}
declare global {
  interface Window {
    /** Left by the script in the page's head (platform/early-script.ts), which then stops watching. */
    takeEarly?: () => Early
  }
}

/** Does what was typed and pressed on the drawn page before its scripts had come. To be called once, when the page works. */
export function doWhatCameEarly(): void {
  const early = window.takeEarly?.()
  delete window.takeEarly
  if (!early) return
  for (const [field, text] of early.typed) if (field.isConnected) retype(field, text)
  // Pressed three times for want of an answer is still one wish: each button is named once.
  for (const box of early.pressed) if (box.isConnected) box.click()
}

/** React tells a change by the text it last saw in the field, which is the typed one since hydration: so it is shown another first. */
function retype(field: Early['typed'][number][0], text: string): void {
  // A chosen file is there still, and nobody may write into such a field: it is only told of.
  if (field.type === 'file') {
    field.dispatchEvent(new Event('change', { bubbles: true }))
    return
  }
  if (!(field instanceof HTMLSelectElement)) field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
