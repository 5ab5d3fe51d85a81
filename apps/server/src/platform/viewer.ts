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

/** Who is asking. Everything that a call reads of a buyer comes from here, never from the request. */
export interface Viewer {
  accountId: number
  /** By which its owner names this session; not its token. */
  sessionId: number
  username: string
  name: string
  phone: string
  face: string
  isStaff: boolean
  staffRole: string
  /** A WeChat opens this account too. */
  hasWechat: boolean
  company: ViewerCompany | null
}
