import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { type CffFont, embedPlainly } from './plain-glyphs.ts'

/** Noto Sans for simplified Chinese; a paper carries only the glyphs that it shows. */
const FOLDER = new URL('../fonts/', import.meta.resolve('@embedpdf/fonts-sc'))

export interface PaperFonts {
  regular: Font
  bold: Font
}

async function read(name: string): Promise<Font> {
  const font = create(await readFile(fileURLToPath(new URL(name, FOLDER))))
  if (!('layout' in font)) throw new TypeError(`${name} is a collection, not a font`)
  embedPlainly(font as CffFont)
  return font
}
let fonts: Promise<PaperFonts> | null = null

/** Read and taken apart once a thread, with its first paper: half of the work of a short one. */
export function paperFonts(): Promise<PaperFonts> {
  fonts ??= Promise.all([read('NotoSansHans-Regular.otf'), read('NotoSansHans-Bold.otf')]).then(
    ([regular, bold]) => ({ regular, bold }),
    (error: unknown) => {
      fonts = null
      throw error
    },
  )
  return fonts
}

/** The first character that the font cannot draw; null: it draws them all. A box on a paper of the law would be a lie. */
export function missingGlyph({ regular }: PaperFonts, text: string): string | null {
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    if (code >= 32 && !regular.hasGlyphForCodePoint(code)) return letter
  }
  return null
}
