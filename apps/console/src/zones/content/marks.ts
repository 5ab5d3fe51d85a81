/** Marks of an article's text, put where the cursor stands. */

export interface Marked {
  text: string
  from: number
  to: number
}

export const LINE_MARKS = [
  { mark: '## ', name: '标题' },
  { mark: '- ', name: '列表' },
  { mark: '1. ', name: '步骤' },
  { mark: '! ', name: '提示' },
  { mark: '| ', name: '表格' },
] as const

const ANY_MARK = /^(## |- |! |\| |\d+\. )/

/** All lines of the selection begin with the mark; a second press takes it away. */
export function markLines({ text, from, to }: Marked, mark: string): Marked {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const next = text.indexOf('\n', to)
  const end = next === -1 ? text.length : next
  const lines = text.slice(start, end).split('\n')
  const isMarked = (line: string): boolean => (mark === '1. ' ? /^\d+\. /.test(line) : line.startsWith(mark))
  const takes = lines.every((line) => line.trim() === '' || isMarked(line)) && lines.some(isMarked)
  const done = lines.map((line, at) => {
    if (lines.length > 1 && line.trim() === '') return line
    const bare = line.replace(ANY_MARK, '')
    return takes ? bare : `${mark === '1. ' ? `${at + 1}. ` : mark}${bare}`
  })
  const fresh = done.join('\n')
  return { text: text.slice(0, start) + fresh + text.slice(end), from: start, to: start + fresh.length }
}

/** The selection as a link to a page of the shop. */
export function markLink({ text, from, to }: Marked, path: string): Marked {
  const words = text.slice(from, to).replace(/[[\]\n]/g, '') || '页面'
  const link = `[${words}](${path})`
  return { text: text.slice(0, from) + link + text.slice(to), from: from + link.length, to: from + link.length }
}
