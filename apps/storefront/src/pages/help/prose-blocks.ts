/** line: where it begins in the text, its own among the blocks. */
export type Block =
  | { line: number; kind: 'heading'; text: string }
  | { line: number; kind: 'paragraph'; text: string }
  | { line: number; kind: 'list'; items: string[] }

/** Lines to blocks: "## " is a heading, "- " a line of a list, other lines that follow each other are one paragraph. */
export function proseBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let open = false
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    const last = blocks.at(-1)
    if (line === '') open = false
    else if (line.startsWith('## ')) {
      blocks.push({ line: at, kind: 'heading', text: line.slice(3) })
      open = false
    } else if (line.startsWith('- ')) {
      if (open && last?.kind === 'list') last.items.push(line.slice(2))
      else blocks.push({ line: at, kind: 'list', items: [line.slice(2)] })
      open = true
    } else if (open && last?.kind === 'paragraph') last.text += `\n${line}`
    else {
      blocks.push({ line: at, kind: 'paragraph', text: line })
      open = true
    }
  }
  return blocks
}
