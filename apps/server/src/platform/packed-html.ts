import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Packing = 'br' | 'gzip'

/** As well as the pages that are packed for one visitor alone. */
export const BROTLI_QUALITY = 4

const pack: Readonly<Record<Packing, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes) => promisify(gzip)(bytes),
}

/** How an answer may be packed for whoever sends this header; null: as it is. */
export function packingFor(accepted: string | undefined): Packing | null {
  const words = (accepted ?? '').toLowerCase().split(',')
  const takes = (name: Packing) =>
    words.some((word) => {
      const [what = '', ...terms] = word.split(';').map((part) => part.trim())
      return what === name && !terms.some((term) => /^q=0(?:\.0*)?$/.test(term))
    })
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

/** A text for many readers: each packing is made once, when the first asks for it. */
export interface PackedHtml {
  as: (packing: Packing | null) => Promise<Buffer> | Buffer
}

export function packedHtml(html: string): PackedHtml {
  const plain = Buffer.from(html)
  const packed = new Map<Packing, Promise<Buffer>>()
  return {
    as(packing) {
      if (packing === null) return plain
      const known = packed.get(packing)
      if (known) return known
      const made = pack[packing](plain)
      packed.set(packing, made)
      return made
    },
  }
}
