/** Well-formed: tags nest, attributes are quoted, text holds no bare mark, every character is one of XML 1.0. */
export function wellFormed(svg: string): boolean {
  const open: string[] = []
  let at = 0
  for (const tag of svg.matchAll(/<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g)) {
    const text = svg.slice(at, tag.index)
    if (/[<>]/.test(text) || /&(?!(amp|lt|gt|quot|apos);)/.test(text)) return false
    at = tag.index + tag[0].length
    if (tag[1]) {
      if (open.pop() !== tag[2]) return false
    } else if (!tag[4]) open.push(tag[2] ?? '')
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML forbids
  return at === svg.length && open.length === 0 && svg.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(svg)
}
