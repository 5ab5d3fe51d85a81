import type { EntranceStep } from '#contract/console.ts'
import type { BuyerCompany } from '#domain/eligibility.ts'

/** The company whose store is in use, as rules and prices need it. */
export interface ViewerCompany extends BuyerCompany {
  name: string
  rank: string
  creditCode: string
  managerName: string
  managerPhone: string
  managerDefault: boolean
  district: string
  address: string
  storeGroupId: number | null
}

/** How far a member of the staff has come in, and what he may do once he is. */
export interface StaffStanding {
  step: EntranceStep
  roles: readonly { key: string; name: string }[]
  /** Words of the contract. */
  permissions: ReadonlySet<string>
  /** A second factor of whichever kind is set up: an authenticator's codes, or so many passkeys. */
  factor: boolean
  totp: boolean
  passkeys: number
  /** A word that he took for himself for at most an hour; it is among the permissions. */
  emergency: { word: string; until: Date } | null
  /** What he sees is narrower than what his roles open; null: it is not. */
  narrowed: Narrowing | null
}

/** Each null: not narrowed by this. */
export interface Narrowing {
  warehouses: readonly number[] | null
  provinces: readonly string[] | null
  /** Names by which companies name their account manager. */
  managers: readonly string[] | null
}

/** Who is asking. Everything that a call reads of a buyer comes from here, never from the request. */
export interface Viewer {
  accountId: number
  /** By which its owner names this session; not its token. */
  sessionId: number
  username: string
  name: string
  phone: string
  face: string
  /** A member of the wholesaler's staff; null: a buyer. */
  staff: StaffStanding | null
  /** A WeChat opens this account too. */
  hasWechat: boolean
  company: ViewerCompany | null
  /** Name of the clerk who looks at the shop in the buyer's place, and changes nothing there; null: it is the buyer himself. */
  seenBy: string | null
}
