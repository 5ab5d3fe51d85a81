/** The files of a ZIP that stores them as they are, in the order of its directory. */
export function filesInZip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const size = zip.readUInt32LE(at + 18)
    const name = zip.readUInt16LE(at + 26)
    const start = at + 30 + name + zip.readUInt16LE(at + 28)
    files.set(zip.toString('utf8', at + 30, at + 30 + name), zip.subarray(start, start + size))
    at = start + size
  }
  return files
}
