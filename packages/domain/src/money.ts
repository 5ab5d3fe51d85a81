/** Money as a whole number of 分. Every sum inside the house is Fen; 元 with two decimals exist only on the wire. */
export type Fen = number & { readonly __fen: unique symbol }

export const ZERO = 0 as Fen

/** Takes a whole number of 分. Throws on anything that is not a safe whole number: such a value is a bug, not input. */
export function fen(value: number): Fen {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of fen: ${value}`)
  return value as Fen
}

/** 元 as people and files write it ('12.5', '1,280.00', 12.5) to Fen; floors beyond the second decimal. Null: not an amount. */
export function fenFromYuan(value: string | number): Fen | null {
  const text = String(value)
    .trim()
    .replace(/^[¥￥]/, '')
    .replaceAll(/[,，\s]/g, '')
  const match = /^(-?)(\d{1,12})(?:\.(\d*))?$/.exec(text)
  if (!match) return null
  const [, sign = '', whole = '0', decimals = ''] = match
  const magnitude = Number(whole) * 100 + Number(decimals.padEnd(2, '0').slice(0, 2))
  return fen(sign && magnitude !== 0 ? -magnitude : magnitude)
}

/** Fen to the wire's 元: '9.80'. */
export function yuan(amount: Fen): string {
  const sign = amount < 0 ? '-' : ''
  const magnitude = Math.abs(amount)
  return `${sign}${Math.floor(magnitude / 100)}.${String(magnitude % 100).padStart(2, '0')}`
}

export function add(...amounts: readonly Fen[]): Fen {
  let sum = 0
  for (const amount of amounts) sum += amount
  return fen(sum)
}

export function subtract(amount: Fen, ...less: readonly Fen[]): Fen {
  return fen(amount - add(...less))
}

/** Unit price × count. */
export function times(amount: Fen, count: number): Fen {
  return fen(amount * count)
}

/** Share of an amount, floored: portion(amount, 94, 100) is 94 折. */
export function portion(amount: Fen, numerator: number, denominator: number): Fen {
  const product = BigInt(amount) * BigInt(numerator)
  const divisor = BigInt(denominator)
  const quotient = product / divisor
  // BigInt division cuts towards zero; a floor lies one lower where the true quotient is negative and not whole.
  const isBelow = product % divisor !== 0n && product < 0n !== divisor < 0n
  return fen(Number(isBelow ? quotient - 1n : quotient))
}

/**
 * Splits an amount over weights so that the parts sum to the whole exactly. Each part is floored (towards zero for a
 * negative amount, so that taking back mirrors giving); what is left over goes to the parts with the largest
 * remainders, earlier ones first. Weights are non-negative whole numbers; where all are zero, everything goes to the
 * first part.
 */
export function allocate(amount: Fen, weights: readonly number[]): Fen[] {
  if (weights.length === 0) {
    if (amount !== 0) throw new RangeError('nothing to allocate to')
    return []
  }
  if (weights.some((weight) => weight < 0)) throw new RangeError('a weight is negative')
  if (amount < 0) return allocate(fen(-amount), weights).map((part) => fen(part === 0 ? 0 : -part))
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) return weights.map((_, index) => (index === 0 ? amount : ZERO))
  const whole = BigInt(amount)
  const shares = weights.map((weight, index) => {
    const product = whole * BigInt(weight)
    return { index, part: product / total, remainder: product % total }
  })
  let left = Number(whole - shares.reduce((sum, share) => sum + share.part, 0n))
  const parts = shares.map((share) => Number(share.part))
  const order = [...shares].sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  for (const share of order) {
    if (left <= 0) break
    parts[share.index] = (parts[share.index] ?? 0) + 1
    left -= 1
  }
  return parts.map(fen)
}
