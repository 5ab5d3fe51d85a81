/** Somebody whom WeChat knows; openid is theirs for this shop and never changes. */
export interface WechatPerson {
  openid: string
  nickname: string
}

/**
 * WeChat's web authorisation: a QR code leads the phone to authorizeUrl, the person agrees there, and WeChat sends the phone
 * to our callback with a code, which exchange() turns into the person. It talks to the outside: never inside a transaction.
 */
export interface WechatProvider {
  /** Where the phone goes. state comes back with the code. */
  authorizeUrl: (state: string, callbackUrl: string) => string
  /** null: the code is unknown, used or too old. */
  exchange: (code: string, now: Date) => Promise<WechatPerson | null>
  /** The phone's page can be opened by a click, for there is no phone. */
  simulated: boolean
}
