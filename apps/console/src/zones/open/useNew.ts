import { useSearchParams } from 'react-router'
import { useMay } from '../../app/me.ts'
import { useKeys } from '../../parts/keys.tsx'

/** Whether the form of a new one is open; the address says so, and N opens it. */
export function useNew(what: string): { canManage: boolean; isOpen: boolean; set: (isOpen: boolean) => void } {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const canManage = may('integration.manage')
  const set = (isOpen: boolean): void => {
    const next = new URLSearchParams(params)
    if (isOpen) next.set('new', '1')
    else next.delete('new')
    setParams(next, { replace: true })
  }
  useKeys([{ key: 'N', what, run: () => set(true), when: canManage }])
  return { canManage, isOpen: canManage && params.get('new') === '1', set }
}
