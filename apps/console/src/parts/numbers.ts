const FORMAT = new Intl.NumberFormat('zh-CN')

/** A count as every page draws it: 12,345. Amounts of money are drawn by Money. */
export const numberText = (count: number): string => FORMAT.format(count)
