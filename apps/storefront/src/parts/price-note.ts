/** The server's words on a unit price, taken apart: '阶梯价：已享 20 盒起 ¥8.30；再买 60 盒享 ¥7.90'. */
export interface PriceNote {
  /** Which price: 阶梯价, 您的等级价 */
  title: string
  /** What has been reached. */
  reached: string[]
  /** What more would bring. */
  next: string[]
}

export function priceNote(text: string): PriceNote {
  const at = text.indexOf('：')
  const parts = at < 0 ? [] : text.slice(at + 1).split('；')
  const isNext = (part: string): boolean => part.startsWith('再买')
  return { title: at < 0 ? text : text.slice(0, at), reached: parts.filter((part) => !isNext(part)), next: parts.filter(isNext) }
}

/** For what is being ordered or is ordered already: the price as it is, not what more would have brought. */
export function settledNote(text: string): string {
  const { title, reached, next } = priceNote(text)
  if (reached.length > 0) return `${title}：${reached.join('；')}`
  return next.length > 0 && title === '阶梯价' ? '' : title
}
