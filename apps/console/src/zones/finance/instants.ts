/** When a line of the bank or of a channel says it was, in Beijing; where it says the day alone, its beginning. */
export function instantOf(day: string, time: string): string {
  const at = Date.parse(`${day}T${time}+08:00`)
  return new Date(Number.isNaN(at) ? Date.parse(`${day}T00:00:00+08:00`) : at).toISOString()
}
