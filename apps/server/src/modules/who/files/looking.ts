import type { Permission } from '#contract/calls.ts'
import type { FilePurpose } from '#contract/files.ts'
import type { Viewer } from '../../../platform/viewer.ts'

/** Whose work a file is: whoever may look at files sees those of the matters that he sees, and what he sent himself. */

const PURPOSES: Readonly<Record<FilePurpose, Permission>> = {
  certificate: 'companies.view',
  after_sale: 'aftersales.view',
  receipt: 'receipts.view',
  proof: 'transfers.view',
  feedback: 'feedback.view',
  wanted: 'wanted.view',
  chat: 'chat.view',
  face: 'companies.view',
  trade_paper: 'trade_papers.view',
  upstream_paper: 'suppliers.view',
  seal: 'seals.view',
  site_licence: 'settings.view',
  goods: 'goods.view',
  front: 'front.view',
}

/** What the shop made, by what it is about. Its papers are none of these: a call of their own keeps who took them. */
const MADE: Readonly<Record<string, Permission>> = {
  invoice: 'invoices.view',
  report: 'reports.view',
  contract: 'companies.view',
}

export interface Matter {
  accountId: number | null
  purpose: string
  subject: string | null
}

const isUploaded = (purpose: string): purpose is FilePurpose => Object.hasOwn(PURPOSES, purpose)

/** null: staff do not get it here at all. */
function wordOf({ purpose, subject }: Matter): Permission | null {
  if (isUploaded(purpose)) return PURPOSES[purpose]
  const [about = ''] = (subject ?? '').split(':')
  return (Object.hasOwn(MADE, about) && MADE[about]) || null
}

export function mayLook({ accountId, staff }: Viewer, matter: Matter): boolean {
  if (staff === null) return false
  const word = wordOf(matter)
  return matter.accountId === accountId || (word !== null && staff.permissions.has(word))
}
