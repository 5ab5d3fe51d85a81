import type { CSSProperties } from 'react'

/** A grey place of the final size; several make a page that does not move when it fills. */
export function Skeleton({ width = '100%', height, radius }: { width?: number | string; height: number; radius?: number }) {
  const style: CSSProperties = { width, height, ...(radius !== undefined && { borderRadius: radius }) }
  return <span className="skeleton" style={style} aria-hidden="true" />
}
