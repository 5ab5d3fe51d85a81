import type { ShelfState } from '#contract/goods-desk.ts'
import type { Tone } from '../../parts/StateTag.tsx'

export const SHELF_TONES: Readonly<Record<ShelfState, Tone>> = {
  on: 'done',
  off: 'closed',
  stopped: 'wrong',
  waiting: 'waiting',
  barred: 'wrong',
}
