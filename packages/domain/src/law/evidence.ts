import type { BarredClass } from './judgement.ts'

/** One thing that speaks for a class. */
export interface Evidence {
  barredClass: BarredClass
  strength: 'barred' | 'doubtful'
  from: 'mark' | 'approvalNo' | 'genericName' | 'name' | 'tradeName' | 'category' | 'other'
  /** A brand alone: it never outweighs a generic name. */
  brand: boolean
  /** A name that others share too: it says nothing where a generic name is given. */
  weak?: boolean
  rule: string
  /** A clause in Chinese: which column says what. */
  says: string
  /** How much of the column it rests on: of two names in one column, the longer decides. */
  length: number
}

/** What speaks against a class: a lawful row, a prepared herb, a compound under rules of its own. */
export interface Clearing {
  barredClass: BarredClass
  from: Evidence['from']
  rule: string
  says: string
}

/** The file's mark outweighs numbers, numbers names, the generic name the others, all of them the category. */
export const ORDER: readonly Evidence['from'][] = ['mark', 'approvalNo', 'genericName', 'name', 'tradeName', 'category', 'other']
