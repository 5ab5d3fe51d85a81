/** SHA-256 (FIPS 180-4) in script: browsers lend crypto.subtle only to pages that came over https or from localhost. */

function primes(count: number): number[] {
  const found: number[] = []
  for (let one = 2; found.length < count; one++) if (found.every((prime) => one % prime !== 0)) found.push(one)
  return found
}
/** The first 32 bits behind the point. */
const fraction = (value: number): number => Math.floor((value - Math.floor(value)) * 2 ** 32) | 0
const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)))
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)))
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The end of the message: a one, zeros, and its length in bits. */
function padded(bytes: Uint8Array): Uint8Array {
  const tail = bytes.length % 64
  const left = bytes.subarray(bytes.length - tail)
  const last = new Uint8Array(tail < 56 ? 64 : 128)
  last.set(left)
  last[tail] = 0x80
  const view = new DataView(last.buffer)
  view.setUint32(last.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(last.length - 4, (bytes.length << 3) >>> 0)
  return last
}

function mix(state: Int32Array, block: DataView, at: number, words: Int32Array): void {
  const word = (index: number): number => words[index] as number
  for (let i = 0; i < 16; i++) words[i] = block.getInt32(at + 4 * i)
  for (let i = 16; i < 64; i++) {
    const low = turn(word(i - 15), 7) ^ turn(word(i - 15), 18) ^ (word(i - 15) >>> 3)
    const high = turn(word(i - 2), 17) ^ turn(word(i - 2), 19) ^ (word(i - 2) >>> 10)
    words[i] = word(i - 16) + low + word(i - 7) + high
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (ROUNDS[i] as number) + word(i)) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  ;[a, b, c, d, e, f, g, h].forEach((value, index) => {
    state[index] = (state[index] as number) + value
  })
}

export function sha256(bytes: Uint8Array): string {
  const state = Int32Array.from(START)
  const words = new Int32Array(64)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 64 <= bytes.length; at += 64) mix(state, view, at, words)
  const last = padded(bytes)
  for (let at = 0; at < last.length; at += 64) mix(state, new DataView(last.buffer), at, words)
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
