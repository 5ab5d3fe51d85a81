import { type RefObject, useEffect, useRef, useState } from 'react'

/** So many columns stay, whatever does not fit: by them a row is known. */
const STAY = 3

/**
 * How many of a list's last columns give way beside a drawer, which says what they said: as many as it takes for the rest to fit. Which
 * ones do not fit depends on what stands in the rows, so it is measured, and anew where the place becomes wider.
 */
export function useFitting(isBeside: boolean, columns: number): { place: RefObject<HTMLDivElement | null>; dropped: number } {
  const place = useRef<HTMLDivElement>(null)
  const [dropped, setDropped] = useState(0)
  useEffect(() => {
    const body = place.current?.querySelector<HTMLElement>('.ant-table-body, .ant-table-content')
    const table = body?.querySelector('table')
    if (!isBeside || !body || !table) return
    let width = body.clientWidth
    const measure = (): void => {
      if (body.clientWidth > width + 1) setDropped(0)
      else if (body.scrollWidth > body.clientWidth + 1) setDropped((now) => Math.min(now + 1, Math.max(0, columns - STAY)))
      width = body.clientWidth
    }
    const watch = new ResizeObserver(measure)
    watch.observe(body)
    watch.observe(table)
    return () => {
      watch.disconnect()
      setDropped(0)
    }
  }, [isBeside, columns])
  return { place, dropped }
}
