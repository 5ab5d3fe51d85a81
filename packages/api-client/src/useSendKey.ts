import { useRef } from 'react'
import { newKey } from './new-key.ts'

/** The key under which a form is sent: the same however often it is sent as it stands; what was changed is another. */
export function useSendKey(): (said: object) => string {
  const sent = useRef({ text: '', key: '' })
  return (said) => {
    const text = JSON.stringify(said)
    if (sent.current.text !== text) sent.current = { text, key: newKey() }
    return sent.current.key
  }
}
