import { createContext, type ReactNode, useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { actsAnywhere, isPast, type KeyDeed, keyName, mayAct, pick } from './key-rules.ts'

interface Layer {
  deeds: readonly KeyDeed[]
  isDialog: boolean
}
interface Keys {
  put: (id: string, layer: Layer) => void
  remove: (id: string) => void
  /** What works now, the page's own first. */
  all: () => readonly KeyDeed[]
  /** Those of the dialog that opened last; null: none is open, or it has none. */
  ofDialog: () => readonly KeyDeed[] | null
}
const KeysContext = createContext<Keys | null>(null)

/** A dialog that has just opened, or that lost the focus with a button that went, has none of its own. */
const isBehindDialog = (): boolean => [...document.querySelectorAll('[role="dialog"]')].some((one) => one.checkVisibility())

/** Hears the keys of the page; of two deeds on one key, the one that came later acts. */
export function KeysProvider({ children }: { children: ReactNode }) {
  const stack = useRef(new Map<string, Layer>())
  const [keys] = useState<Keys>(() => {
    const layers = () => [...stack.current.values()].reverse()
    return {
      put: (id, layer) => {
        // What opens now stands over what was open before.
        if (layer.isDialog && !stack.current.get(id)?.isDialog) stack.current.delete(id)
        stack.current.set(id, layer)
      },
      remove: (id) => void stack.current.delete(id),
      all: () => layers().flatMap(({ deeds }) => deeds),
      ofDialog: () => layers().find(({ isDialog }) => isDialog)?.deeds ?? null,
    }
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      // Behind the entrance nothing acts, though it is still there.
      if (event.isComposing || document.getElementById('layers')?.hidden) return
      const name = keyName(event)
      if (event.defaultPrevented && !isPast(event.target, name)) return
      const ofDialog = keys.ofDialog()
      const deed = pick(ofDialog ?? keys.all(), name)
      if (deed === undefined || !(ofDialog ? actsAnywhere(name) : mayAct(event.target, name) && !isBehindDialog())) return
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
 * no field has the focus and no dialog is open. isDialog: they are an open dialog's, from the key that opens it on; all others rest.
 */
export function useKeys(deeds: readonly KeyDeed[], isDialog = false): void {
  const keys = useKeyring()
  const id = useId()
  // At once with what is shown: a key pressed the moment a value is seen must not act on what was there before it.
  useLayoutEffect(() => {
    keys.put(id, { deeds, isDialog })
  })
  useEffect(() => () => keys.remove(id), [keys, id])
}

/** For the list of keys. */
export const useAllKeys = (): (() => readonly KeyDeed[]) => useKeyring().all
