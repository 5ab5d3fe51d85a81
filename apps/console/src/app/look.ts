import { useSyncExternalStore } from 'react'

/** Light or dark, as the person chose it on this device. */
const KEPT = 'console-look'
const listeners = new Set<() => void>()

const isDark = (): boolean => document.documentElement.dataset.look === 'dark'

function put(dark: boolean): void {
  document.documentElement.dataset.look = dark ? 'dark' : 'light'
}

/** Before anything is drawn. */
export function recallLook(): void {
  let kept: string | null = null
  try {
    kept = localStorage.getItem(KEPT)
  } catch {
    // A browser that keeps nothing starts light.
  }
  put(kept === 'dark')
}

export function chooseLook(dark: boolean): void {
  put(dark)
  try {
    localStorage.setItem(KEPT, dark ? 'dark' : 'light')
  } catch {
    // It holds until the page is left.
  }
  for (const changed of listeners) changed()
}

const watch = (changed: () => void) => {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

export const useIsDark = (): boolean => useSyncExternalStore(watch, isDark)
