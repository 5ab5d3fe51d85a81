import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Noto Sans for simplified Chinese; a paper carries only the glyphs that it shows. */
const FOLDER = new URL('../fonts/', import.meta.resolve('@embedpdf/fonts-sc'))

const read = (name: string): Promise<Buffer> => readFile(fileURLToPath(new URL(name, FOLDER)))
let fonts: Promise<{ regular: Buffer; bold: Buffer }> | null = null

/** Read once a process, when the first paper is made. */
export function paperFonts(): Promise<{ regular: Buffer; bold: Buffer }> {
  fonts ??= Promise.all([read('NotoSansHans-Regular.otf'), read('NotoSansHans-Bold.otf')]).then(
    ([regular, bold]) => ({ regular, bold }),
    (error: unknown) => {
      fonts = null
      throw error
    },
  )
  return fonts
}
