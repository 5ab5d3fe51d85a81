import type { BankImportWire } from '#contract/bank.ts'
import type { ChannelBillWire } from '#contract/channel-bills.ts'
import { sendFile } from '../../parts/send-file.ts'

/** POST /api/staff/bank/file: read, and not yet taken in. */
export const readBankFile = async (file: File): Promise<BankImportWire> => (await sendFile('/api/staff/bank/file', file)) as BankImportWire

/** POST /api/staff/channel_bill/:channel/:day: compared at once; it books nothing. */
export const sendChannelBill = async (channel: string, day: string, file: File): Promise<ChannelBillWire> =>
  (await sendFile(`/api/staff/channel_bill/${encodeURIComponent(channel)}/${day}`, file)) as ChannelBillWire
