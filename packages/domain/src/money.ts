/** Money as a whole number of 分. Every sum inside the house is Fen; 元 with two decimals exist only on the wire. */
export type Fen = number & { readonly __fen: unique symbol }

export const ZERO = 0 as Fen

/** Takes a whole number of 分. Throws on anything that is not a safe whole number: such a value is a bug, not input. */
export function fen(value: number): Fen {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of fen: ${value}`)
  return value as Fen
}

/**
 * 元 as people and files write it ('12.5', '1,280.00', 12.5) to Fen. Null: not an amount, or not one in whole 分: what is finer
 * was not meant so and is never cut off; zeros behind say nothing and are let be. Commas stand between thousands and nowhere else: '12,50' was
 * never meant as 1250.
 */
export function fenFromYuan(value: string | number): Fen | null {
  const text = String(value)
    .trim()
    .replace(/^[¥￥]/, '')
    .replaceAll(/\s/g, '')
    .replaceAll('，', ',')
  const match = /^(-?)(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{0,2})0*)?$/.exec(text)
  if (!match) return null
  const [, sign = '', whole = '0', decimals = ''] = match
  const magnitude = Number(whole.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'))
  return fen(sign && magnitude !== 0 ? -magnitude : magnitude)
}

/** What is wrong with a text that fenFromYuan() does not read. */
export const amountFault = (text: string): string => (/\.\d\d\d/.test(text) ? '金额最多两位小数' : '不是有效的金额')

/** Fen to the wire's 元: '9.80'. */
export function yuan(amount: Fen): string {
  const magnitude = Math.abs(amount)
  const cents = magnitude % 100
  return `${amount < 0 ? '-' : ''}${(magnitude - cents) / 100}${cents < 10 ? '.0' : '.'}${cents}`
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
  const plain = amount * numerator
  // A quotient of two whole numbers below 2^53 never rounds up to a whole number that it has not reached.
  if (Number.isSafeInteger(plain)) return fen(Math.floor(plain / denominator))
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
  let total = 0
  let largest = 0
  for (const weight of weights) {
    if (weight < 0 || !Number.isSafeInteger(weight)) throw new RangeError(`a weight is negative or not whole: ${weight}`)
    if (weight > largest) largest = weight
    total += weight
  }
  if (amount < 0) return allocate(fen(-amount), weights).map((part) => fen(part === 0 ? 0 : -part))
  if (total === 0) return weights.map((_, index) => (index === 0 ? amount : ZERO))
  const isPlain = Number.isSafeInteger(total) && Number.isSafeInteger(amount * largest)
  return (isPlain ? allocatePlain(amount, total, weights) : allocateBig(amount, weights)) as Fen[]
}

/** Every product stays below 2^53, so plain numbers are exact, and many times faster. */
function allocatePlain(amount: Fen, total: number, weights: readonly number[]): number[] {
  const parts: number[] = []
  const remainders = new Float64Array(weights.length)
  let left: number = amount
  for (let index = 0; index < weights.length; index += 1) {
    const weight = weights[index] ?? 0
    const product = amount * weight
    const remainder = product % total
    const part = (product - remainder) / total
    remainders[index] = remainder
    parts.push(part)
    left -= part
  }
  return left === 0 ? parts : giveRest(left, parts, remainders, remainders.slice().sort().at(-left) ?? 0)
}

function allocateBig(amount: Fen, weights: readonly number[]): number[] {
  const whole = BigInt(amount)
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  const products = weights.map((weight) => whole * BigInt(weight))
  const parts = products.map((product) => Number(product / total))
  const remainders = products.map((product) => product % total)
  const left = Number(whole - products.reduce((sum, product) => sum + product / total, 0n))
  const ascending = [...remainders].sort((a, b) => (a === b ? 0 : a < b ? -1 : 1))
  return left === 0 ? parts : giveRest(left, parts, remainders, ascending.at(-left) ?? 0n)
}

/** One fen each to the `left` largest remainders, the least of which is given; among equals the earlier ones first. */
function giveRest<Remainder extends number | bigint>(left: number, parts: number[], remainders: Iterable<Remainder>, least: Remainder) {
  let equals = left
  for (const remainder of remainders) if (remainder > least) equals -= 1
  let index = 0
  for (const remainder of remainders) {
    if (remainder > least || (remainder === least && equals-- > 0)) parts[index] = (parts[index] ?? 0) + 1
    index += 1
  }
  return parts
}
