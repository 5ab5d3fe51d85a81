/** Units of one kind, each a thousand of the next. */
const LADDERS = [
  ['kg', 'g', 'mg', 'ug'],
  ['l', 'ml'],
] as const
const STRENGTH = /^(\d{1,6}(?:\.\d{1,6})?)(kg|g|mg|ug|l|ml)$/

/** No packs are written with longer numbers. */
const DIGITS_MAX = 7

/** The same strength in the neighbouring units: 0.15g is 150mg. Half width, lower case; none where the text is no strength. */
export function sameStrengths(text: string): string[] {
  const [, number = '', unit = ''] = STRENGTH.exec(text.replace(/[μµ]g$/u, 'ug').replace(/mcg$/, 'ug')) ?? []
  const ladder: readonly string[] | undefined = LADDERS.find((units) => (units as readonly string[]).includes(unit))
  if (ladder === undefined) return []
  const at = ladder.indexOf(unit)
  const written = [
    [ladder[at - 1], Number(number) / 1_000],
    [ladder[at + 1], Number(number) * 1_000],
  ] as const
  return written.flatMap(([other, value]) => {
    const rounded = String(Number(value.toPrecision(DIGITS_MAX)))
    return other === undefined || rounded.includes('e') || rounded.length > DIGITS_MAX ? [] : [`${rounded}${other}`]
  })
}
