/** Signs, of either width, with which a program that opens tables takes a cell for a formula. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/
/** A number below zero is what it looks like. */
const AMOUNT = /^-\d+(\.\d+)?$/

/** A field of a table as text: never a formula, quoted where it has to be. */
export function csvField(text: string): string {
  const plain = FORMULA.test(text) && !AMOUNT.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
