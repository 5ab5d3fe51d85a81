import { crc32, deflateRawSync } from 'node:zlib'

/** Archives as services of the mainland make them: texts and names of files in GBK, which Node reads and does not write. */

const CODES: ReadonlyMap<string, number> = (() => {
  const codes = new Map<string, number>()
  const decoder = new TextDecoder('gbk')
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      const sign = decoder.decode(Uint8Array.of(high, low))
      if (low !== 0x7f && sign.length === 1 && sign !== '�' && !codes.has(sign)) codes.set(sign, high * 256 + low)
    }
  return codes
})()

export function gbk(text: string): Buffer {
  const bytes = [...text].flatMap((sign) => {
    const code = sign.charCodeAt(0)
    if (sign.length === 1 && code < 0x80) return [code]
    const known = CODES.get(sign)
    if (known === undefined) throw new RangeError(`${sign} is not in GBK`)
    return [known >> 8, known & 0xff]
  })
  return Buffer.from(bytes)
}

/** Deflated, and with names that nothing marks as UTF-8. */
export function gbkArchive(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [title, text] of Object.entries(files)) {
    const [name, content] = [gbk(title), gbk(text)]
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, rest, name]))
    parts.push(local)
    at += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, entries, Buffer.from('PK\x05\x06'), end])
}
