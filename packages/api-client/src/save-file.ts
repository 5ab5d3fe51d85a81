import type { Envelope } from '#contract/codes.ts'
import { REQUEST_TIMEOUT_MS } from '#contract/constants.ts'

/** The name that the answer gives its file. */
export function fileNameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded === undefined) return ''
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}

/** A slow browser looks for the file, and its name, some time after the click. */
const KEPT_MS = 60_000

/** Fetches a file of the API and lets the browser save it; answers what was wrong, or '' where it was saved. */
export async function saveFile(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    if (!response.ok || response.headers.get('content-type')?.includes('json')) {
      const { message }: Envelope<unknown> = await response.json()
      return message
    }
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await response.blob())
    link.download = fileNameOf(response.headers.get('content-disposition'))
    link.click()
    const { href } = link
    setTimeout(() => URL.revokeObjectURL(href), KEPT_MS)
    return ''
  } catch {
    return '文件没有取到，请检查网络后重试'
  }
}
