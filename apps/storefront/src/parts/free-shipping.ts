/** 单品包邮 by quantity, with how many more units are needed (specification section 5). */
export function freeShippingText(from: number, number: number, unit: string): string {
  if (from <= 1) return '单品包邮'
  const rule = `满 ${from} ${unit}单品包邮`
  return number >= from ? `${rule}，已满足` : `${rule}，还差 ${from - number} ${unit}`
}
