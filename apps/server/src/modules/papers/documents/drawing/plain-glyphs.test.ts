import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'
import { describe, expect, it } from 'vitest'
import { type CffFont, embedPlainly, plainProgram } from './plain-glyphs.ts'

const FOLDER = new URL('../fonts/', import.meta.resolve('@embedpdf/fonts-sc'))
const bytesOf = (name: string) => readFile(fileURLToPath(new URL(name, FOLDER)))

interface Own {
  cff: {
    stream: { pos: number }
    topDict: { CharStrings: { offset: number; length: number }[]; FDArray: { Private?: { Subrs?: unknown[] } }[] }
    globalSubrIndex: unknown[]
  }
}
const cffOf = (font: CffFont) => font['CFF '] as unknown as Own['cff']

/** The same font, whose glyphs are the plain programs and which has no pieces that could be called. */
function plainFont(bytes: Buffer, glyphs: readonly number[]): CffFont {
  const original = create(bytes) as CffFont
  const programs = glyphs.map((glyph) => Buffer.from(plainProgram(original['CFF '], glyph)))
  const font = create(Buffer.concat([bytes, ...programs])) as CffFont
  const cff = cffOf(font)
  let offset = bytes.length
  glyphs.forEach((glyph, at) => {
    const length = programs[at]?.length ?? 0
    cff.topDict.CharStrings[glyph] = { offset, length }
    offset += length
  })
  cff.globalSubrIndex.length = 0
  for (const { Private } of cff.topDict.FDArray) if (Private?.Subrs) Private.Subrs = []
  return font
}

const shapes = (font: CffFont, glyphs: readonly number[]) => glyphs.map((glyph) => `${glyph} ${font.getGlyph(glyph).path.toSVG()}`)

describe('单据的字形', () => {
  it.each(['NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'])(
    '%s：写全的字形与字库里的一笔不差',
    async (name) => {
      const bytes = await bytesOf(name)
      const original = create(bytes) as CffFont
      const letters = [...'随货同行单药品出库专用章䶮㛃𬭚（）ABCxyz0189%℃×'].map(
        (letter) => original.glyphForCodePoint(letter.codePointAt(0) ?? 0).id,
      )
      const step = process.env.ALL_GLYPHS ? 1 : 23
      const glyphs = [...new Set([...letters, ...Array.from({ length: Math.floor(original.numGlyphs / step) }, (_, at) => at * step)])]
      expect(glyphs.length).toBeGreaterThan(500)
      const drawn = shapes(original, glyphs)
      expect(drawn.filter((shape) => shape.length > 100).length).toBeGreaterThan(500)
      expect(shapes(plainFont(bytes, glyphs), glyphs)).toEqual(drawn)
    },
    300_000,
  )

  it('嵌入的字库只有用到的字：不为没有用到的笔画留位置', async () => {
    const font = create(await bytesOf('NotoSansHans-Regular.otf')) as CffFont
    const embed = () => {
      const subset = font.createSubset() as unknown as { includeGlyph: (glyph: number) => number; encode: () => Uint8Array }
      for (const letter of '随货同行单药品出库专用章') subset.includeGlyph(font.glyphForCodePoint(letter.codePointAt(0) ?? 0).id)
      return subset.encode().length
    }
    const whole = embed()
    embedPlainly(font)
    const plain = embed()
    expect(plain).toBeLessThan(4_000)
    expect(whole).toBeGreaterThan(10 * plain)
  })
})
