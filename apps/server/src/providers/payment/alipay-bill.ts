import { unzipSync } from 'fflate'

/** A bill of Alipay comes as an archive: the trades, and beside them their sums; both CSV in GBK, as are the files' names. */

/** Of one file that is taken out. */
const BYTES_MAX = 64 * 1024 * 1024

/** Names that are not marked as UTF-8 come byte by byte. */
const nameOf = (name: string): string => {
  const bytes = Buffer.from(name, 'latin1')
  return bytes.toString('latin1') === name ? new TextDecoder('gbk').decode(bytes) : name
}

/** The trades as they were written; null: the archive is none, or has no single file of them. */
export function tradesInBill(archive: Buffer): Buffer | null {
  try {
    const files = Object.values(
      unzipSync(archive, {
        filter: ({ name, originalSize }) => /明细\.csv$/i.test(nameOf(name)) && originalSize <= BYTES_MAX,
      }),
    )
    const [trades] = files
    return trades && files.length === 1 ? Buffer.from(trades) : null
  } catch {
    return null
  }
}
