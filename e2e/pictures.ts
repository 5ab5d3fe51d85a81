import sharp from 'sharp'

/** A sheet of paper, as a scanner or a phone sends it. */
export const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 800, channels: 3, background: '#f4efe0' } })
    .png()
    .toBuffer()
