/** The browser's offer to install the shop; Chromium makes it once, early, and only where it can be installed. */
interface InstallOffer extends Event {
  prompt: () => Promise<unknown>
}

let offer: InstallOffer | null = null

const isPhone = () => window.matchMedia('(max-width: 767px)').matches

/** Keeps the offer for 添加到桌面. On phones, which do not show that, the browser asks by itself. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (isPhone()) return
    event.preventDefault()
    offer = event as InstallOffer
  })
}

/** Asks whether to install; false where the browser has made no offer. */
export async function install(): Promise<boolean> {
  if (offer === null) return false
  const { prompt } = offer
  const asked = offer
  offer = null
  await prompt.call(asked)
  return true
}
