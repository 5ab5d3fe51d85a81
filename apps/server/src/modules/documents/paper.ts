import { Worker } from 'node:worker_threads'

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
  id: number
  options: PaperOptions
  steps: readonly Step[]
}
export type Done = { id: number; bytes: Uint8Array<ArrayBuffer> } | { id: number; error: string }

const NAMES = ['heading', 'section', 'paragraph', 'facts', 'table', 'blanks', 'space', 'keep'] as const satisfies readonly (keyof Paper)[]

interface Waiting {
  resolve: (bytes: Buffer) => void
  reject: (error: Error) => void
}
interface Draughtsman {
  worker: Worker
  waiting: Map<number, Waiting>
}
let draughtsman: Draughtsman | null = null
let last = 0

/** Started with the first paper; one that broke is replaced by the next paper's. */
function atWork(): Draughtsman {
  if (draughtsman !== null) return draughtsman
  const worker = new Worker(new URL('./paper-worker.ts', import.meta.url))
  const one: Draughtsman = { worker, waiting: new Map() }
  const broken = (error: Error) => {
    if (draughtsman === one) draughtsman = null
    for (const { reject } of one.waiting.values()) reject(error)
    one.waiting.clear()
  }
  worker.on('message', (done: Done) => {
    const waiting = one.waiting.get(done.id)
    one.waiting.delete(done.id)
    if (one.waiting.size === 0) worker.unref()
    if ('error' in done) waiting?.reject(new Error(done.error))
    else waiting?.resolve(Buffer.from(done.bytes.buffer))
  })
  worker.on('error', broken)
  worker.on('exit', (code) => broken(new Error(`the thread that draws papers ended with code ${code}`)))
  draughtsman = one
  return one
}

/**
 * Draws a paper in Chinese and answers its bytes. What draw asks for is only written down here; a thread of its own draws it, for
 * setting Chinese type takes half a second in which nobody else would be answered.
 */
export function makePaper(options: PaperOptions, draw: (paper: Paper) => void): Promise<Buffer> {
  const steps: Step[] = []
  draw(
    Object.fromEntries(NAMES.map((name) => [name, (...words: unknown[]) => void steps.push([name, ...words] as Step)])) as unknown as Paper,
  )
  const { worker, waiting } = atWork()
  const id = ++last
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    // The process does not end while a paper is being drawn, and is not kept by a thread without work.
    worker.ref()
    worker.postMessage({ id, options, steps } satisfies Task)
  })
}
