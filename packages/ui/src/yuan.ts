/** '3286.40' as people read it: 3,286.40 */
export function grouped(yuan: string): string {
  const [start = '', before = '', whole = ''] = /^(\D*)(\d*)/.exec(yuan) ?? []
  let text = ''
  for (let at = whole.length; at > 0; at -= 3) text = `${whole.slice(Math.max(0, at - 3), at)}${text && ','}${text}`
  return before + text + yuan.slice(start.length)
}

/** An amount inside a sentence, a button or a table cell: ¥3,286.40, −¥50.00. Where it stands for itself, Money draws it. */
export const moneyText = (yuan: string): string => (yuan.startsWith('-') ? `−¥${grouped(yuan.slice(1))}` : `¥${grouped(yuan)}`)

/** What is struck through beside a price: the former one where that was higher, otherwise nothing. Both in yuan. */
export const formerPrice = (price: string, former: string | null): string | null =>
  former !== null && Number(former) > Number(price) ? former : null
