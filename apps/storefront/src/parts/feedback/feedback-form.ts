import type { FeedbackKind } from '#contract/selfservice.ts'
import { isEmail, isPhone } from '#domain/identifiers.ts'
import type { Problems } from '#ui/form.ts'

/** What it may be about, as the server has it. */
export const TOPICS: Readonly<Record<FeedbackKind, readonly string[]>> = {
  feedback: ['商品', '价格', '订单配送', '网站功能', '售后', '其他'],
  complaint: ['商品质量', '错发少发', '配送时效', '服务态度', '价格争议', '其他'],
}
export const TEXT_MIN = 10
export const TEXT_MAX = 1000

export interface FormValues {
  topic: string
  text: string
  contact: string
  order_no: string
}
/** From the top. */
export const FIELDS = ['topic', 'text', 'files', 'order_no', 'contact'] as const

/** An emoji is one character to whoever counts. */
export const lengthOf = (text: string): number => [...text.trim()].length

export function problemsIn({ topic, text, contact }: FormValues): Problems {
  const contacted = contact.trim()
  return {
    ...(topic === '' && { topic: '请选择类型' }),
    ...(lengthOf(text) < TEXT_MIN && { text: `请写得具体一些，至少 ${TEXT_MIN} 个字` }),
    ...(contacted !== '' && !isPhone(contacted) && !isEmail(contacted) && { contact: '请填写手机号、座机（区号-号码）或邮箱' }),
  }
}
