const RFC_3339 =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/i

/** A moment as other systems write it: with its offset, never a local time that nobody knows the place of. */
export function momentOf(text: string): Date | null {
  if (!RFC_3339.test(text)) return null
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}
