export type SmsPurpose = 'register' | 'login' | 'reset' | 'phone' | 'wechat'

/** What a phone receives: a template of the provider's, which this names by what the code is for. */
export interface SmsCodeMessage {
  phone: string
  purpose: SmsPurpose
  /** 6 digits */
  code: string
  /** How long it counts. */
  minutes: number
}

/** Sends codes to phones. Talks to the outside, so it is never called inside a transaction. */
export interface SmsProvider {
  /**
   * Throws where the message was not taken: TooManyMessages where the service will send no more for now, Unanswered where nobody knows
   * whether it went out, NotReached and Refused where it did not.
   */
  sendCode: (message: SmsCodeMessage, now: Date) => Promise<void>
  /** Path of a page that shows what was sent; '' where messages go to real phones. */
  inboxUrl: string
}

const PURPOSE_TEXT: Readonly<Record<SmsPurpose, string>> = {
  register: '注册账号',
  login: '登录',
  reset: '重置密码',
  phone: '更换手机号',
  wechat: '绑定或解绑微信',
}

/** The message as a person reads it. */
export const smsText = ({ purpose, code, minutes }: SmsCodeMessage): string =>
  `【安衡药采】验证码 ${code}，用于${PURPOSE_TEXT[purpose]}，${minutes} 分钟内有效。请勿告诉他人，包括自称客服的人。`
