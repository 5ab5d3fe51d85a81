import type { BankImportWire } from '#contract/bank.ts'
import type { ChannelBillWire } from '#contract/channel-bills.ts'
import { sendTable } from '../../api/send-table.ts'

/** POST /api/staff/bank/file: read, and not yet taken in. */
export const readBankFile = async (file: File): Promise<BankImportWire> => (await sendTable('/api/staff/bank/file', file)) as BankImportWire

/** POST /api/staff/channel_bill/:channel/:day: compared at once; it books nothing. */
export const sendChannelBill = async (channel: string, day: string, file: File): Promise<ChannelBillWire> =>
  (await sendTable(`/api/staff/channel_bill/${encodeURIComponent(channel)}/${day}`, file)) as ChannelBillWire
