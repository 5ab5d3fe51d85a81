import sharp from 'sharp'

const SIDE = 600

/**
 * A photograph or scan of a seal as it may stand over words: cut to what is red, everything else transparent. null: there is no
 * seal to be seen in it.
 */
export async function sealPicture(bytes: Buffer): Promise<Buffer | null> {
  const { data, info } = await sharp(bytes)
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = info.width * info.height
  const out = Buffer.alloc(pixels * 4)
  let red = 0
  for (let at = 0; at < pixels; at++) {
    const [r, g, b] = [data[at * 3] ?? 0, data[at * 3 + 1] ?? 0, data[at * 3 + 2] ?? 0]
    // How much redder than anything else: ink on white paper, also where the light was yellow.
    const strength = Math.max(0, Math.min(255, Math.round((r - Math.max(g, b)) * 1.7)))
    const alpha = strength < 40 ? 0 : strength
    if (alpha > 90) red++
    out[at * 4] = 0xd7
    out[at * 4 + 1] = 0
    out[at * 4 + 2] = 0x0f
    out[at * 4 + 3] = alpha
  }
  // A ring and some letters cover a tenth and more; a speck is none.
  if (red < pixels * 0.01) return null
  return sharp(out, { raw: { width: info.width, height: info.height, channels: 4 } })
    .trim({ background: { r: 0xd7, g: 0, b: 0x0f, alpha: 0 }, threshold: 1 })
    .png()
    .toBuffer()
}
