import sharp from 'sharp'

/** More than any phone takes; a small file that unfolds to more is meant to hurt. */
const PIXELS_MAX = 40_000_000
const LONGEST_SIDE = 2_400
const PREVIEW_SIDE = 320
const SECONDS_MAX = 20

export interface KeptPicture {
  content: Buffer
  preview: Buffer
}

type PictureKind = 'jpeg' | 'png' | 'webp'

/** By its first bytes; null: no picture that the shop takes. */
export function pictureKind(bytes: Buffer): PictureKind | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return null
}

/**
 * Draws the picture anew, upright, on white, at a size that can be read and printed: nothing of the file that came survives
 * but what is to be seen, so no metadata, no place where it was taken, nothing hidden behind it. Null: it cannot be drawn.
 */
export async function redrawPicture(bytes: Buffer, kind: PictureKind): Promise<KeptPicture | null> {
  try {
    const source = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true })
    const { format, width, height } = await source.metadata()
    if (format !== kind || width * height > PIXELS_MAX) return null
    const { data, info } = await source
      .timeout({ seconds: SECONDS_MAX })
      .rotate()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const drawn = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    const [content, preview] = await Promise.all([
      // Full colour resolution: red seals over black type stay legible.
      drawn().jpeg({ quality: 86, chromaSubsampling: '4:4:4' }).toBuffer(),
      drawn()
        .resize({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 78 })
        .toBuffer(),
    ])
    return { content, preview }
  } catch {
    // Whatever the decoder says, to the sender it means one thing: this is not a picture that can be read.
    return null
  }
}
