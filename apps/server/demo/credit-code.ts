const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** A unified social credit code (GB 32100) that is valid by its checksum and belongs to nobody: organisation part 000… */
export function creditCode(regionCode: string, serial: number): string {
  const body = `92${regionCode}MA000${String(serial).padStart(4, '0')}`
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * ALPHABET.indexOf(body[at] ?? ''), 0)
  return body + ALPHABET[(31 - (sum % 31)) % 31]
}
