/** What the search field and the list under it, which comes later, say to each other. */
export type SearchKind = 0 | 1

/** What the field has to say about the list. */
export interface DropLook {
  shown: boolean
  /** The chosen option's place; -1 is the text itself. */
  active: number
  /** For the live region. */
  said: string
}
export const NO_DROP: DropLook = { shown: false, active: -1, said: '' }

/** What the field's keys do in the list. */
export interface DropKeys {
  step: (by: 1 | -1) => void
  /** The chosen option's words. */
  keyword: () => string | undefined
}
