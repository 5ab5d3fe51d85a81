import { createThreads } from '../../platform/threads.ts'

/** Points of 1/72 inch throughout. */
export interface PaperOptions {
  /** Of the file, as readers show it. */
  title: string
  author: string
  landscape?: boolean
  /** Stands at the foot of every page, left of its number. */
  footer: string
  /** Drawn large and pale over every page: 测试. */
  stamp?: string
  /** Who waits for it, where somebody does: has one drawn at a time. */
  account?: number
  madeAt: Date
}

export interface Column {
  title: string
  /** Share of the width beside the other columns' shares. */
  share: number
  align?: 'left' | 'right' | 'center'
}

export interface TextStyle {
  size?: number
  bold?: boolean
  faint?: boolean
  align?: 'left' | 'right' | 'center'
  colour?: string
}

/** A paper being drawn from top to bottom; what does not fit goes to the next page. */
export interface Paper {
  heading: (text: string, under?: string) => void
  section: (text: string) => void
  paragraph: (text: string, style?: TextStyle) => void
  /** Names with their values, in so many columns. */
  facts: (facts: readonly (readonly [name: string, value: string])[], columns?: number) => void
  /** Its head is repeated on every page that it reaches. last: rows of sums. */
  table: (columns: readonly Column[], rows: readonly (readonly string[])[], last?: readonly (readonly string[])[]) => void
  /** Lines to write on, and a place for the stamp. */
  blanks: (names: readonly string[], stampHint?: string) => void
  space: (points: number) => void
  /** Begins a new page unless so much room is left. */
  keep: (points: number) => void
}

/** One call of a paper's, with what it was given. */
export type Step = { [Name in keyof Paper]: [name: Name, ...words: Parameters<Paper[Name]>] }[keyof Paper]
export interface Task {
  options: PaperOptions
  steps: readonly Step[]
}

const NAMES = ['heading', 'section', 'paragraph', 'facts', 'table', 'blanks', 'space', 'keep'] as const satisfies readonly (keyof Paper)[]

/** Papers wait for each other: one takes half a second, the longest some seconds. */
const draw = createThreads<Task, Uint8Array<ArrayBuffer>>({
  module: new URL('./paper-worker.ts', import.meta.url),
  threads: 1,
  waiting: 500,
  timeMs: 60_000,
  memoryMb: 512,
})

/**
 * Draws a paper in Chinese and answers its bytes. What is written is only noted down here; a thread of its own draws it, for
 * setting Chinese type takes half a second in which nobody else would be answered.
 */
export async function makePaper(options: PaperOptions, write: (paper: Paper) => void): Promise<Buffer> {
  const steps: Step[] = []
  write(
    Object.fromEntries(NAMES.map((name) => [name, (...words: unknown[]) => void steps.push([name, ...words] as Step)])) as unknown as Paper,
  )
  const bytes = await draw({ options, steps }, { account: options.account ?? null })
  return Buffer.from(bytes.buffer)
}
