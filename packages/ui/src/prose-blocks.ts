/** Text and links: [words](/path); everything else is text as it stands. */
export type Inline = { at: number; text: string; to: string | null }

/** line: where it begins in the text, its own among the blocks. */
export type Block =
  | { line: number; kind: 'heading'; text: string; id: string }
  | { line: number; kind: 'paragraph' | 'note'; text: string }
  | { line: number; kind: 'list' | 'steps'; items: string[] }
  | { line: number; kind: 'table'; rows: string[][] }

/** Only pages of this site, so that no article leads anywhere else unseen. */
const LINK = /\[([^[\]\n]+)\]\((\/(?!\/)[\w/?=&.-]*)\)/g

export function inlines(text: string): Inline[] {
  const found: Inline[] = []
  let from = 0
  const put = (at: number, part: string, to: string | null) => part !== '' && found.push({ at, text: part, to })
  for (const match of text.matchAll(LINK)) {
    put(from, text.slice(from, match.index), null)
    put(match.index, match[1] ?? '', match[2] ?? '')
    from = match.index + match[0].length
  }
  put(from, text.slice(from), null)
  return found
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())

/** What a line is by how it begins, and what stands in it. */
function lineOf(line: string): { kind: Block['kind']; text: string } {
  if (line.startsWith('## ')) return { kind: 'heading', text: line.slice(3) }
  if (line.startsWith('! ')) return { kind: 'note', text: line.slice(2) }
  if (line.startsWith('- ')) return { kind: 'list', text: line.slice(2) }
  if (line.startsWith('|')) return { kind: 'table', text: line }
  const step = /^\d+\. (.+)$/.exec(line)
  return step ? { kind: 'steps', text: step[1] ?? '' } : { kind: 'paragraph', text: line }
}

function begun(kind: Block['kind'], text: string, line: number): Block {
  if (kind === 'heading') return { line, kind, text, id: `s${line}` }
  if (kind === 'list' || kind === 'steps') return { line, kind, items: [text] }
  if (kind === 'table') return { line, kind, rows: [cellsOf(text)] }
  return { line, kind, text }
}

/** Lines to blocks; lines of a kind that follow each other are one block, a blank line ends it. */
export function proseBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let open = false
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    if (line === '') {
      open = false
      continue
    }
    const { kind, text: said } = lineOf(line)
    const last: Block | undefined = open ? blocks.at(-1) : undefined
    if (last && last.kind === kind && 'items' in last) last.items.push(said)
    else if (last && last.kind === kind && 'rows' in last) last.rows.push(cellsOf(said))
    else if (last && last.kind === kind && last.kind === 'paragraph') last.text += `\n${said}`
    else blocks.push(begun(kind, said, at))
    open = kind !== 'heading'
  }
  return blocks
}
