/** Alerts that code outside of React asks for; the frame's <Alerts> shows them one after the other. */
export interface AlertRequest {
  title: string
  text: string
  kind: 'alert' | 'reload'
  closed: () => void
}

let show: ((request: AlertRequest) => void) | null = null

/** Set by <Alerts> while it is on the page. */
export function onAlert(listener: ((request: AlertRequest) => void) | null): void {
  show = listener
}

export function showAlert(title: string, text: string): Promise<void> {
  return new Promise((closed) => {
    if (show === null) closed()
    else show({ title, text, kind: 'alert', closed })
  })
}

export function showReload(text: string): void {
  show?.({ title: '温馨提示', text, kind: 'reload', closed: () => undefined })
}
