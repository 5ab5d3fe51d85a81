import type { ImportRowState, ImportState, ImportUndone, ImportWire } from '#contract/imports.ts'
import type { Tone } from '../StateTag.tsx'

const TONES: Readonly<Record<ImportState, Tone>> = {
  columns: 'waiting',
  checking: 'moving',
  checked: 'waiting',
  running: 'moving',
  done: 'done',
  undoing: 'moving',
  undone: 'closed',
  cancelled: 'closed',
  failed: 'wrong',
}
export const toneOf = ({ state }: Pick<ImportWire, 'state'>): Tone => TONES[state]
export const isMoving = (state: ImportState | undefined): boolean => state !== undefined && TONES[state] === 'moving'

export const ROWS: Readonly<Record<ImportRowState, { text: string; tone: Tone }>> = {
  read: { text: '未预览', tone: 'closed' },
  new: { text: '新增', tone: 'done' },
  changed: { text: '改动', tone: 'moving' },
  same: { text: '无变化', tone: 'closed' },
  refused: { text: '不导入', tone: 'wrong' },
}
export const UNDONE: Readonly<Record<ImportUndone, { text: string; tone: Tone }>> = {
  '': { text: '', tone: 'closed' },
  back: { text: '已改回', tone: 'done' },
  partly: { text: '部分改回', tone: 'waiting' },
  removed: { text: '已删除', tone: 'done' },
  shelved: { text: '留下，不上架', tone: 'waiting' },
  left: { text: '留下', tone: 'waiting' },
}

/** Where on the line of steps: file, columns, preview, approval, import. */
export function stepOf({ state, waits }: Pick<ImportWire, 'state' | 'waits'>): number {
  if (state === 'columns') return 1
  if (state === 'checking' || (state === 'checked' && waits === 0)) return 2
  if (state === 'checked') return 3
  return state === 'running' ? 4 : 5
}

/** Rows that the job has worked on, and all that it works on. */
export function progressOf({ state, counts, total }: Pick<ImportWire, 'state' | 'counts' | 'total'>): { done: number; of: number } {
  if (state === 'checking') return { done: total - counts.read, of: total }
  if (state === 'running') return { done: counts.landed, of: counts.new + counts.changed }
  return { done: counts.taken_back, of: counts.landed }
}
