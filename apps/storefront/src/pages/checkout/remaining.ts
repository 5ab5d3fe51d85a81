const two = (value: number): string => String(value).padStart(2, '0')

/** Seconds as people read a deadline: 23:59:08, and days in front from one day on. */
export function remainingText(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const clock = `${two(Math.floor((seconds % 86_400) / 3600))}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`
  return days > 0 ? `${days} 天 ${clock}` : clock
}
