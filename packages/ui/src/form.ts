import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, NoAnswer } from '#api-client/client.ts'
import { CODES } from '#contract/codes.ts'

/** A sentence a field. */
export type Problems = Readonly<Record<string, string>>

/** Refusals that a form says at its fields; the error catalogue stays silent about them. */
export const FORM_HANDLES = [CODES.FORBIDDEN, CODES.NOT_FOUND, CODES.CONFLICT, CODES.FIELD_ERRORS, CODES.TOO_MANY] as const

/** What the server refused, put to the fields that it names; what names none of the form's goes to `otherwise`. */
export function problemsOf(error: ApiError, fields: readonly string[], otherwise: string): Problems {
  const problems: Record<string, string> = {}
  for (const { field, message } of error.fieldErrors) {
    // files.0 is said at the files.
    const name = fields.find((one) => field === one || field.startsWith(`${one}.`))
    problems[name ?? otherwise] ??= message
  }
  return Object.keys(problems).length > 0 ? problems : { [otherwise]: error.message }
}

interface Options {
  form: RefObject<HTMLFormElement | null>
  /** Names of the form's fields, from the top. */
  fields: readonly string[]
  /** The field that a refusal of none of them is said at. */
  otherwise: string
  /** What else is said there, of failures that the error catalogue leaves to the form. */
  failure?: (error: unknown) => string | null
}

/** One submit at a time, and what was wrong with it said at the first field that it is about. */
export function useSubmit({ form, fields, otherwise, failure }: Options) {
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const pressed = useRef<Element | null>(null)

  const complain = (found: Problems): void => {
    setProblems(found)
    const first = fields.find((field) => found[field])
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]:enabled`)?.focus()
  }
  /** check answers what is missing before anything is sent. */
  const submit = async (check: () => Problems, run: () => Promise<void>): Promise<void> => {
    if (running.current) return
    const missing = check()
    if (Object.keys(missing).length > 0) return complain(missing)
    running.current = true
    pressed.current = document.activeElement
    setProblems({})
    setBusy(true)
    try {
      await run()
    } catch (error) {
      if (error instanceof ApiError && error.code < CODES.BUSY) complain(problemsOf(error, fields, otherwise))
      else if (failure) complain({ [otherwise]: failure(error) ?? '' })
      else if (!(error instanceof ApiError || error instanceof NoAnswer)) throw error
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  // The button is shut while something is sent, which loses the focus; where nothing else took it, it has it back.
  useEffect(() => {
    if (busy || document.activeElement !== document.body) return
    if (pressed.current instanceof HTMLElement) pressed.current.focus()
  }, [busy])
  const mend = useCallback(
    (name: string): void =>
      setProblems((old) => (old[name] ? Object.fromEntries(Object.entries(old).filter(([field]) => field !== name)) : old)),
    [],
  )
  // What is being mended is not complained of any longer. Heard at the document, after React has taken what was typed: a
  // drawing before that would put the former text back into a field.
  useEffect(() => {
    const typed = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !form.current?.contains(target)) return
      const name = target.getAttribute('name')
      if (name) mend(name)
    }
    document.addEventListener('input', typed)
    return () => document.removeEventListener('input', typed)
  }, [form, mend])
  /** mend: for what changes without being typed into a field of that name. */
  return { problems, busy, submit, complain, mend }
}

/** A field of a form as text. */
export const textOf = (form: HTMLFormElement, name: string): string => {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

/** The sentences for those that are empty. */
export function missing(form: HTMLFormElement, wanted: Problems): Problems {
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => textOf(form, name).trim() === ''))
}
