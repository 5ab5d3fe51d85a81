import { useZones } from '../../app/here.ts'
import { useMay } from '../../app/me.ts'
import { pageAt } from '../../rights.ts'

/** Whether there is a page at this address for the person; '': there is none. */
export function useMayOpen(): (to: string) => boolean {
  const zones = useZones()
  const may = useMay()
  return (to) => {
    const page = to === '' ? undefined : pageAt(zones, to.split('?')[0] ?? '')
    return page !== undefined && may(page.needs)
  }
}
