import { createContext, type ReactNode, useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { isPast, type KeyDeed, keyName, mayAct, pick } from './key-rules.ts'

interface Keys {
  put: (id: string, deeds: readonly KeyDeed[]) => void
  remove: (id: string) => void
  /** What works now, the page's own first. */
  all: () => readonly KeyDeed[]
}
const KeysContext = createContext<Keys | null>(null)

/** Hears the keys of the page; of two deeds on one key, the one that came later acts. */
export function KeysProvider({ children }: { children: ReactNode }) {
  const stack = useRef(new Map<string, readonly KeyDeed[]>())
  const [keys] = useState<Keys>(() => ({
    put: (id, deeds) => void stack.current.set(id, deeds),
    remove: (id) => void stack.current.delete(id),
    all: () => [...stack.current.values()].reverse().flat(),
  }))
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      // Behind the entrance nothing acts, though it is still there.
      if (event.isComposing || document.getElementById('layers')?.hidden) return
      const name = keyName(event)
      if (event.defaultPrevented && !isPast(event.target, name)) return
      const deed = pick(keys.all(), name)
      if (deed === undefined || !mayAct(event.target, name)) return
      event.preventDefault()
      deed.run()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [keys])
  return <KeysContext.Provider value={keys}>{children}</KeysContext.Provider>
}

function useKeyring(): Keys {
  const keys = useContext(KeysContext)
  if (keys === null) throw new Error('no KeysProvider above')
  return keys
}

/**
 * Keys that act while this part is shown, and that '?' lists. Names: 'J', 'Enter', 'Ctrl+S', 'F4', '?'. Single keys act only while
 * no field has the focus and no dialog is open.
 */
export function useKeys(deeds: readonly KeyDeed[]): void {
  const keys = useKeyring()
  const id = useId()
  // At once with what is shown: a key pressed the moment a value is seen must not act on what was there before it.
  useLayoutEffect(() => {
    keys.put(id, deeds)
  })
  useEffect(() => () => keys.remove(id), [keys, id])
}

/** For the list of keys. */
export const useAllKeys = (): (() => readonly KeyDeed[]) => useKeyring().all
