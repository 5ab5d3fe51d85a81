import { type Static, type TSchema, Type } from 'typebox'
import { ReadAgreements } from './agreements.ts'
import { call } from './call.ts'
import { Sender } from './invitations.ts'
import { Flag, Id, NullableText } from './shapes.ts'
import { UserBase } from './user.ts'

/**
 * How people show who they are. Forms of phones, codes and passwords are checked by the server's rules, which say in words
 * what is wrong; the schemas only bound what is taken.
 */
const Phone = Type.String({ maxLength: 20 })
const SmsCode = Type.String({ maxLength: 12, description: '6 digits' })
const Password = Type.String({ maxLength: 200 })
const Ticket = Type.String({ minLength: 1, maxLength: 64 })
const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words] } as unknown as TSchema)

/** Asked for by the answer of a refusal: an error of the field 'captcha'. */
const Captcha = {
  captcha_id: Type.Optional(Type.String({ maxLength: 64 })),
  captcha: Type.Optional(Type.String({ maxLength: 12 })),
}

const SentCode = Type.Object({
  resend_after: Type.Integer({ description: 'seconds until another may be asked for' }),
  minutes: Type.Integer({ description: 'how long the code counts' }),
  inbox_url: Type.String({ description: 'where the demo shop shows what was sent; empty in a real shop' }),
})
export type SentCodeWire = Static<typeof SentCode>

/**
 * Whether a code can be sent and a WeChat scanned: depends on what the shop is configured for. Without SMS one registers by an
 * invitation and comes back in by a link that staff hand out: help says where to ask for them.
 */
export const loginWays = call('GET', '/api/user/login_ways', {
  access: 'public',
  summary: '可用的登录方式',
  data: Type.Object({ sms: Flag, wechat: Flag, help: Sender }),
})
export const captcha = call('GET', '/api/captcha', {
  access: 'public',
  summary: '图形验证码',
  data: Type.Object({ id: Type.String(), image: Type.String({ description: 'data: address of an SVG' }) }),
})
/** For login and reset the answer is the same whether the phone is known or not. */
export const smsCode = call('POST', '/api/sms/code', {
  access: 'public',
  summary: '发送短信验证码',
  body: Type.Object({ purpose: oneOf('register', 'login', 'reset'), phone: Phone, ...Captcha }),
  data: SentCode,
})
/** To the account's own phone; with phone: to the new one that it wants to have. */
export const userSmsCode = call('POST', '/api/user/sms_code', {
  access: 'account',
  summary: '发送短信验证码（已登录）',
  body: Type.Object({ purpose: oneOf('phone', 'reset', 'wechat'), phone: Type.Optional(Phone), ...Captcha }),
  data: SentCode,
})
export const userLoginSms = call('POST', '/api/user/login_sms', {
  access: 'public',
  summary: '验证码登录',
  body: Type.Object({ phone: Phone, code: SmsCode, wechat: Type.Optional(Ticket) }),
  data: UserBase,
})
/** Registration must tell; so this may too, but only so often (see modules/who/accounts/limits.ts). */
export const userPhone = call('GET', '/api/user/phone/:phone', {
  access: 'public',
  summary: '手机号是否已注册',
  params: Type.Object({ phone: Type.String({ maxLength: 100 }) }),
  data: Type.Object({ known: Flag }),
})

/** Shows once more who holds the session; the next change of the credentials asks for it. */
export const userProve = call('POST', '/api/user/prove', {
  access: 'account',
  summary: '验证身份',
  body: Type.Object({
    password: Type.Optional(Password),
    code: Type.Optional(SmsCode),
    purpose: Type.Optional(oneOf('phone', 'reset', 'wechat')),
  }),
  data: Type.Object({ minutes: Type.Integer({ description: 'how long this counts' }) }),
})
export const userResetPassword = call('POST', '/api/user/resetPassword', {
  access: 'member',
  summary: '修改密码',
  body: Type.Object({ password: Password }),
  data: Type.Object({}),
})
/** A new phone needs a proven session and the code that was sent to it; a shop without SMS sends none and asks for none. */
export const userUpdateInfo = call('POST', '/api/user/updateUserInfo', {
  access: 'member',
  summary: '修改姓名、手机号',
  body: Type.Object({
    name: Type.Optional(Type.String({ maxLength: 60 })),
    phone: Type.Optional(Phone),
    code: Type.Optional(SmsCode),
  }),
  data: UserBase,
})

const SessionRow = Type.Object({
  id: Id,
  device: Type.String({ description: 'Windows 电脑 · Edge' }),
  place: Type.String(),
  ip: Type.String(),
  created_at: Type.String(),
  last_seen_at: Type.String(),
  current: Flag,
})
export type SessionWire = Static<typeof SessionRow>
const SessionList = Type.Object({ list: Type.Array(SessionRow) })
export const userSessions = call('GET', '/api/user/sessions', {
  access: 'account',
  summary: '登录设备',
  data: SessionList,
})
export const userSessionEnd = call('DELETE', '/api/user/sessions/:id', {
  access: 'account',
  summary: '结束一个登录',
  params: Type.Object({ id: Id }),
  data: SessionList,
})
export const userSessionEndOthers = call('DELETE', '/api/user/sessions', {
  access: 'account',
  summary: '结束其他登录',
  data: SessionList,
})

export const forgetCheck = call('POST', '/api/forget/check', {
  access: 'public',
  summary: '忘记密码：核对验证码',
  body: Type.Object({ phone: Phone, code: SmsCode }),
  data: Type.Object({ ticket: Type.String() }),
})
/** Whose password the ticket sets, where staff handed it out. */
export const forgetLook = call('POST', '/api/forget/look', {
  access: 'public',
  summary: '忘记密码：打开找回链接',
  body: Type.Object({ ticket: Ticket }),
  data: Type.Object({ username: Type.String({ description: 'masked' }), expires_at: Type.String() }),
})
export const forgetReset = call('POST', '/api/forget/reset', {
  access: 'public',
  summary: '忘记密码：设置新密码',
  body: Type.Object({ ticket: Ticket, password: Password }),
  data: Type.Object({}),
})

/** Step 1: the account and its company (review_state 0), signed in. The same submit again answers the same account. */
export const register = call('POST', '/api/register', {
  access: 'public',
  summary: '注册：账号',
  body: Type.Object({
    phone: Phone,
    code: SmsCode,
    password: Password,
    name: Type.String({ maxLength: 60 }),
    agree: Type.Optional(Flag),
    agreements: ReadAgreements,
    wechat: Type.Optional(Ticket),
  }),
  data: UserBase,
})
/** A further store of the signed-in owner, in the same store group; the session goes on in it. */
export const registerStore = call('POST', '/api/register/store', {
  access: 'member',
  summary: '注册：新增门店',
  body: Type.Object({ agree: Type.Optional(Flag), agreements: ReadAgreements }),
  data: UserBase,
})

const WechatTicket = Type.Object({
  id: Type.String(),
  qr: Type.String({ description: 'data: address of the QR code' }),
  expires_at: Type.String(),
  simulator_url: Type.String({ description: 'what the QR code leads to, where WeChat is simulated; else empty' }),
})
export type WechatTicketWire = Static<typeof WechatTicket>
export const wechatTicket = call('POST', '/api/wechat/ticket', {
  access: 'public',
  summary: '微信登录二维码',
  data: WechatTicket,
})
export const userCreateCode = call('POST', '/api/user/create_code', {
  access: 'member',
  summary: '微信绑定二维码',
  data: WechatTicket,
})
const WECHAT_STATES = ['waiting', 'scanned', 'confirmed', 'refused', 'used', 'expired'] as const
export type WechatState = (typeof WECHAT_STATES)[number]
export const wechatTicketState = call('GET', '/api/wechat/ticket/:id', {
  access: 'public',
  summary: '微信二维码的状态',
  params: Type.Object({ id: Ticket }),
  data: Type.Object({ status: oneOf(...WECHAT_STATES), nickname: Type.String() }),
})
/** user null: that WeChat opens no account yet; the ticket stays good for binding or registering. */
export const wechatLogin = call('POST', '/api/wechat/login', {
  access: 'public',
  summary: '微信登录',
  body: Type.Object({ id: Ticket }),
  data: Type.Object({
    nickname: Type.String(),
    user: Type.Unsafe<Static<typeof UserBase> | null>({ anyOf: [UserBase, { type: 'null' }] }),
  }),
})
const WechatBinding = Type.Object({ bound: Flag, name: Type.String(), bound_at: NullableText })
export type WechatBindingWire = Static<typeof WechatBinding>
export const userWechat = call('GET', '/api/user/wechat', {
  access: 'member',
  summary: '微信绑定情况',
  data: WechatBinding,
})
export const userBindWechat = call('POST', '/api/user/bind_wechat', {
  access: 'member',
  summary: '绑定微信',
  body: Type.Object({ id: Ticket }),
  data: WechatBinding,
})
export const userUnbindWechat = call('DELETE', '/api/user/unbind_wechat', {
  access: 'member',
  summary: '解绑微信',
  data: WechatBinding,
})
