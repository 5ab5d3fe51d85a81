const SHOWN = 24
const BEIJING = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', year: 'numeric', month: '2-digit' })

/** The latest months by Beijing time, the present one first. */
export function monthChoices(now: Date): { value: string; text: string }[] {
  const [year = 0, month = 0] = BEIJING.format(now).split('-').map(Number)
  return Array.from({ length: SHOWN }, (_, back) => {
    const at = year * 12 + month - 1 - back
    const value = `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
    return { value, text: value }
  })
}
