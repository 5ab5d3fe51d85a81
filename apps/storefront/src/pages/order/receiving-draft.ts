import type { BodyOf } from '#contract/call.ts'
import type { ReceivingFormWire } from '#contract/receiving.ts'
import { countedOf, type Draft, type DueLine, linesOf, photosWanted } from './count.ts'

/** What a person fills in where a delivery is counted, what is missing of it, and how it is sent. */

export const PHOTOS = [
  ['damaged', 'damaged_files', '破损照片', '请拍清外箱、批号和破损处'],
  ['wrong', 'wrong_files', '错货照片', '请拍清收到的品名与批号'],
  ['quality', 'quality_files', '拒收照片', '温度异常请拍下温度记录仪'],
] as const
export type PhotoField = (typeof PHOTOS)[number][1]
export const WORDS = ['received_by', 'inspected_by', 'arrived_on', 'temperature', 'remark'] as const
export type Word = (typeof WORDS)[number]

export interface Filled {
  draft: Draft
  words: Readonly<Record<Word, string>>
  photos: Readonly<Record<PhotoField, readonly { id: number }[]>>
  uploading: boolean
  /** The goods go back, rather than being refunded alone. */
  sendBack: boolean
}

/** Lines that have nothing to count are not sent: what the server says of a line is of those that are. */
export const dueLines = ({ lines }: Pick<ReceivingFormWire, 'lines'>): DueLine[] => lines.filter((line) => line.due > 0)

/** Where a picture is wanted. */
export const photosOf = ({ lines }: Pick<ReceivingFormWire, 'lines'>, { draft }: Pick<Filled, 'draft'>) => {
  const wanted = photosWanted(lines, draft)
  return PHOTOS.filter(([kind]) => wanted[kind])
}

function problemsOfWords({ words }: Filled, coldChain: boolean): Record<string, string> {
  const found: Record<string, string> = {}
  if (words.received_by.trim().length < 2) found.received_by = '请填写收货人姓名'
  if (words.inspected_by.trim().length < 2) found.inspected_by = '请填写验收员姓名'
  if (words.arrived_on === '') found.arrived_on = '请填写到货日期'
  if (coldChain && words.temperature === '') found.temperature = '冷链商品请填写到货时的温度'
  else if (words.temperature !== '' && !/^-?\d{1,2}(\.\d)?$/.test(words.temperature)) found.temperature = '请填写温度，如 5.2'
  return found
}

/** A sentence for each field with which it cannot be sent. */
export function receivingProblems(form: Pick<ReceivingFormWire, 'lines' | 'cold_chain'>, filled: Filled): Record<string, string> {
  const found = problemsOfWords(filled, form.cold_chain === 1)
  for (const [at, line] of dueLines(form).entries()) {
    const { refused, refusedFor, note } = countedOf(filled.draft, line)
    if (refused > 0 && refusedFor === 'other' && note.trim() === '') found[`lines.${at}.note`] = '请写明拒收的原因'
  }
  for (const [, field] of photosOf(form, filled)) if (filled.photos[field].length === 0) found[field] = '请至少上传一张照片'
  if (filled.uploading) found.lines = '照片还在上传，请稍候'
  return found
}

type Body = Omit<BodyOf<typeof import('#contract/receiving.ts').receivingSubmit>, 'key'>

export const receivingBody = (form: Pick<ReceivingFormWire, 'lines'>, filled: Filled): Body => ({
  ...filled.words,
  lines: linesOf(form.lines, filled.draft),
  send_back: filled.sendBack ? 1 : 0,
  ...Object.fromEntries(photosOf(form, filled).map(([, field]) => [field, filled.photos[field].map(({ id }) => id)])),
})
