/** Lines of an order as they are typed. */
export interface EntryLine {
  goods_id: number
  number: number
  /** Until the price is known. */
  name?: string
}

/** The same goods once more is more of it. */
export function withGoods(lines: readonly EntryLine[], found: readonly EntryLine[]): EntryLine[] {
  const now = lines.map((line) => ({ ...line }))
  for (const one of found) {
    const there = now.find((line) => line.goods_id === one.goods_id)
    if (there) there.number += one.number
    else now.push({ ...one })
  }
  return now
}

export const withNumber = (lines: readonly EntryLine[], goodsId: number, number: number): EntryLine[] =>
  lines.map((line) => (line.goods_id === goodsId ? { ...line, number } : line))
export const without = (lines: readonly EntryLine[], goodsId: number): EntryLine[] => lines.filter((line) => line.goods_id !== goodsId)
export const linesText = (lines: readonly EntryLine[]): string => lines.map((line) => `${line.goods_id}:${line.number}`).join(',')

/** A pasted list in parts that fit into a question each. */
export function partsOf(text: string, most: number): string[] {
  const parts: string[] = []
  for (const line of text.split(/\r?\n/).map((one) => one.trim().slice(0, most))) {
    const last = parts.at(-1)
    if (line === '') continue
    if (last !== undefined && last.length + line.length + 1 <= most) parts[parts.length - 1] = `${last}\n${line}`
    else parts.push(line)
  }
  return parts
}
