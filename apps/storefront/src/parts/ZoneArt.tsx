import css from './ZoneArt.module.css'

/** One line drawing a zone, on a 120 px square: lines, and what is drawn in the accent. */
const DRAWINGS = {
  badge: { lines: 'M60 16a30 30 0 1 1 0 60 30 30 0 0 1 0-60zM44 72l-8 36 24-14 24 14-8-36', accent: 'M47 46l9 9 17-18' },
  parcel: { lines: 'M14 40l46-20 46 20v48l-46 20-46-20zM14 40l46 20 46-20M60 60v48', accent: 'M37 30l46 20v16' },
  leaf: {
    lines: 'M60 110V50M60 72c0-26-18-40-42-40 0 26 16 40 42 40zM60 90c0-24 16-38 44-38 0 26-14 38-44 38z',
    accent: 'M60 50c-6-16 0-32 14-40 8 16 4 32-14 40z',
  },
  pulse: {
    lines: 'M18 24h84a6 6 0 0 1 6 6v50a6 6 0 0 1-6 6H18a6 6 0 0 1-6-6V30a6 6 0 0 1 6-6zM42 86v16M78 86v16M30 102h60',
    accent: 'M12 56h22l8-18 14 34 10-22h42',
  },
  clock: { lines: 'M100 62a40 40 0 1 1-80 0 40 40 0 0 1 80 0zM46 10h28', accent: 'M60 38v24l18 12' },
  lock: { lines: 'M26 52h68v54H26zM40 52V36a20 20 0 0 1 40 0v16', accent: 'M60 70a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM60 82v10' },
  boxes: { lines: 'M12 66h44v40H12zM64 66h44v40H64zM38 18h44v40H38z', accent: 'M34 66v14M86 66v14M60 18v14' },
  coin: { lines: 'M104 60a44 44 0 1 1-88 0 44 44 0 0 1 88 0z', accent: 'M44 38l16 24 16-24M60 62v28M46 66h28M46 78h28' },
  tag: { lines: 'M18 18h44l44 44-44 44-44-44z', accent: 'M40 34a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM56 74l18-18M64 84l20-20' },
  ticket: { lines: 'M10 34h100v18a10 10 0 0 0 0 20v18H10V72a10 10 0 0 0 0-20z', accent: 'M44 34v56M62 54h30M62 70h20' },
  gift: {
    lines: 'M18 52h84v54H18zM12 34h96v18H12z',
    accent: 'M60 34v72M60 34c-8-22-34-20-30-6 2 6 16 6 30 6zM60 34c8-22 34-20 30-6-2 6-16 6-30 6z',
  },
  flag: { lines: 'M28 110V14M28 20h64L78 41l14 21H28M16 110h28', accent: 'M42 41h20' },
} as const
export type ZoneDrawing = keyof typeof DRAWINGS

/** Decoration only: the words beside it say the same. */
export function ZoneArt({ name }: { name: ZoneDrawing }) {
  const { lines, accent } = DRAWINGS[name]
  return (
    <svg viewBox="0 0 120 120" className={css.art} aria-hidden="true" focusable="false">
      <path d={lines} />
      <path d={accent} className={css.accent} />
    </svg>
  )
}
