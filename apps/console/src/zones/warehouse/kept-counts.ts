import type { Counts } from './scan.ts'

/** What was counted of an order, on this device, so that a page that is opened again goes on where it was. */
const keyOf = (id: number, stage: string) => `picking:${stage}:${id}`

export function recallCounts(id: number, stage: string): Counts {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(id, stage)) ?? '{}')
  } catch {
    return {}
  }
}

export function keepCounts(id: number, stage: string, counts: Counts): void {
  try {
    sessionStorage.setItem(keyOf(id, stage), JSON.stringify(counts))
  } catch {
    // It holds until the page is left.
  }
}
