import { hiddenIn, unprintable } from '#domain/paper-text.ts'
import { type FieldError, fieldErrors } from './errors.ts'

/** What of these texts, by their field, cannot be printed on a paper. */
export const paperProblems = <Field extends string>(texts: Readonly<Partial<Record<Field, string | undefined>>>) =>
  (Object.entries(texts) as [Field, string | undefined][]).flatMap(([field, text]) => {
    const message = unprintable(text ?? '')
    return message === null ? [] : [{ field, message } satisfies FieldError]
  })

/** Refuses names with characters that nobody sees, where none of them will stand on a paper. */
export function requireVisible(texts: Readonly<Record<string, string | undefined>>): void {
  const problems = Object.entries(texts).flatMap(([field, text]) => {
    const message = hiddenIn(text ?? '')
    return message === null ? [] : [{ field, message }]
  })
  if (problems.length > 0) throw fieldErrors(problems)
}

/** Refuses what will stand on papers where a character of it cannot: later, with the goods gone, nobody could mend it. */
export function requirePrintable(texts: Readonly<Record<string, string | undefined>>): void {
  const problems = paperProblems(texts)
  if (problems.length > 0) throw fieldErrors(problems)
}
