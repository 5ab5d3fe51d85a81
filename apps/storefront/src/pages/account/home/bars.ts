interface Month {
  month: string
  amount: string
}

/** The least round figure that is not below: 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10) * power
}

/** Heights as shares of a round top figure, in 元 or 千元. */
export function bars(months: readonly Month[]) {
  const yuan = months.map(({ amount }) => Number(amount))
  const most = roundUp(Math.max(100, ...yuan))
  const [divisor, unit] = most >= 4000 ? [1000, '千元'] : [1, '元']
  const parts = [1, 0.5, 0]
  return {
    top: { value: most, unit },
    lines: parts.map((share) => ({ share, text: String((most * share) / divisor) })),
    list: months.map(({ month }, index) => ({
      month,
      label: `${Number(month.slice(5))}月`,
      share: (yuan[index] ?? 0) / most,
    })),
  }
}
