import type { LabelSize } from '#contract/constants.ts'
import { createThreads } from '../../../../platform/threads.ts'

/** Labels for a label printer: a page each, black alone. */

export interface Label {
  /** What it is, small at the top left: 箱签. */
  head: string
  /** Large at the top right: 3/12. */
  mark: string
  /** White on black: 冷链 2–8 ℃. */
  tags: readonly string[]
  title: string
  /** As large as there is room: read from across the aisle. */
  isHuge?: boolean
  lines: readonly string[]
  /** As many as there is room for. */
  list: readonly string[]
  /** What a scanner reads; its signs stand below it. */
  code: string
  caption: string
  foot: string
}

export interface LabelTask {
  title: string
  author: string
  madeAt: Date
  size: LabelSize
  labels: readonly Label[]
}

const draw = createThreads<LabelTask, Uint8Array>({
  module: new URL('./label-worker.ts', import.meta.url),
  threads: 1,
  waiting: 100,
  timeMs: 30_000,
  memoryMb: 512,
})

/** Somebody stands at the printer and waits; one task of an account at a time. */
export async function drawLabels(task: LabelTask, account: number): Promise<Buffer> {
  const bytes = await draw(task, { account })
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
