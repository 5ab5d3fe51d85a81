import { useState } from 'react'

/** A button that puts a text into the clipboard and says so. */
export function CopyText({ text, what }: { text: string; what: string }) {
  const [said, setSaid] = useState('')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('已复制')
    } catch {
      setSaid('请手动复制') // the browser does not allow it here (no https, or no permission)
    }
  }
  return (
    <span>
      <button type="button" className="link" aria-label={`复制${what}`} onClick={() => void copy()}>
        {said || '复制'}
      </button>
      <span role="status" className="said">
        {said && `${what}${said}`}
      </span>
    </span>
  )
}
