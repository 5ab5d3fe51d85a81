import { randomInt } from 'node:crypto'
import { folded } from '#domain/folding.ts'
import { hashOf } from '../../../../platform/session.ts'

/**
 * The secret of a letter that staff hand out: 80 bits in signs that nobody takes for one another, for it may be typed from paper. What is
 * kept is its hash; so many bits need no slow one.
 */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16
const GROUP = /.{4}(?=.)/g

export interface NewSecret {
  /** ABCD-EFGH-JKMN-PQRS */
  code: string
  hash: Buffer
}

export function newSecret(): NewSecret {
  const signs = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)] ?? '').join('')
  return { code: signs.replace(GROUP, '$&-'), hash: hashOf(signs) }
}

/** By what a typed code, or the link that holds it, is found; null: it can be none. */
export function secretHash(typed: string): Buffer | null {
  const at = typed.indexOf('#')
  const signs = folded(at === -1 ? typed : typed.slice(at + 1))
    .toUpperCase()
    .replace(/[\s\-‐-―]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return signs.length === LENGTH && [...signs].every((sign) => SIGNS.includes(sign)) ? hashOf(signs) : null
}
