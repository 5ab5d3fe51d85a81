import { successOf } from '#api-client/request.ts'
import type { BankImportWire } from '#contract/bank.ts'
import type { ChannelBillWire } from '#contract/channel-bills.ts'

/** A statement as a file; the one kind of body here that is no form of fields. */
async function sendFile(url: string, file: File): Promise<unknown> {
  const form = new FormData()
  form.append('file', file, file.name)
  const response = await fetch(url, { method: 'POST', body: form, headers: { accept: 'application/json' } })
  return successOf(response.status, await response.json().catch(() => null)).data
}

/** POST /api/staff/bank/file: read, and not yet taken in. */
export const readBankFile = async (file: File): Promise<BankImportWire> => (await sendFile('/api/staff/bank/file', file)) as BankImportWire

/** POST /api/staff/channel_bill/:channel/:day: compared at once; it books nothing. */
export const sendChannelBill = async (channel: string, day: string, file: File): Promise<ChannelBillWire> =>
  (await sendFile(`/api/staff/channel_bill/${encodeURIComponent(channel)}/${day}`, file)) as ChannelBillWire
