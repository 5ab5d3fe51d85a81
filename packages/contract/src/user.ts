import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, listOf, NullableInteger, NullableText, Yuan } from './shapes.ts'

/** The signed-in buyer as the frame shows it (specification section 3, User). */
export const UserBase = Type.Object({
  show: Flag,
  id: Id,
  username: Type.String(),
  name: Type.String(),
  phone: Type.String(),
  company: Type.String(),
  company_id: NullableInteger,
  company_type: Type.String(),
  face: Type.String(),
  rank: Type.String(),
  admin: Type.Object({ name: Type.String(), phone: Type.String(), is_default: Flag }),
  address: Type.String(),
  is_passed: Flag,
  review_state: Type.Integer(),
  review_name: Type.String(),
  papers_note: Type.String({ description: 'the nearest thing to mend: 药品经营许可证已于 2026-10-01 到期; empty when all is well' }),
  papers_state: Type.Unsafe<'ok' | 'soon' | 'bad'>({ type: 'string' }),
  points: Type.Integer(),
  balance: Yuan,
  cart: Type.Integer({ description: 'line count' }),
  cart_count: Type.Integer({ description: 'the same, as the pages call it' }),
  chat_unread: Type.Integer({ description: 'answers of the service that were not read yet' }),
  message_count: Type.Integer(),
  wechat: Flag,
  common_config: Type.Object({ hot_line: Type.String(), qq1: Type.String(), qq2: Type.String() }),
  quality_inspection: Type.Object({ quality_inspection_url: Type.String(), msg: Type.String() }),
  login_url: Type.String(),
  is_show_youx: Flag,
  is_special: Flag,
  is_can_chat: Flag,
  is_AfterSale: Flag,
  is_staff: Flag,
  agreements: listOf({
    title: { ...Type.String(), description: 'in force, and this company has not accepted it' },
    blocks_on: { ...NullableText, description: 'from that day on the company orders nothing before; null: it is asked, no more' },
  }),
  stores: listOf({ company_id: Id, name: Type.String(), active: Flag }),
  order_counts: listOf({ status: Type.String(), name: Type.String(), count: Type.Integer() }),
})
export type UserBaseWire = Static<typeof UserBase>

/** 401 for a visitor. Not asked on the member-centre, login and bind-WeChat routes by the frame. */
export const userBase = call('GET', '/api/user/base', {
  access: 'account',
  summary: '当前用户',
  data: UserBase,
})
export const userLogin = call('POST', '/api/user/login', {
  access: 'public',
  summary: '登录',
  body: Type.Object({
    username: Type.String({ minLength: 1, maxLength: 60 }),
    password: Type.String({ minLength: 1, maxLength: 200 }),
    captcha_id: Type.Optional(Type.String({ maxLength: 64 })),
    captcha: Type.Optional(Type.String({ maxLength: 12, description: 'asked for by an error of this field' })),
    wechat: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'a confirmed WeChat ticket, bound on success' })),
  }),
  data: UserBase,
})
export const userLogout = call('DELETE', '/api/user/logout', {
  access: 'account',
  harmless: true,
  summary: '安全退出',
  data: Type.Object({}),
})
export const userSwitchStore = call('POST', '/api/user/switch_store', {
  access: 'member',
  summary: '切换门店',
  body: Type.Object({ company_id: Id }),
  data: UserBase,
})

const AddressBody = Type.Object({
  receiver: Type.String({ minLength: 1, maxLength: 30 }),
  phone: Type.String({ pattern: '^(1[3-9]\\d{9}|0\\d{2,3}-\\d{7,8})$', description: '手机号或区号-座机' }),
  province: Type.String({ minLength: 2, maxLength: 20 }),
  city: Type.String({ minLength: 2, maxLength: 20 }),
  district: Type.String({ minLength: 1, maxLength: 20 }),
  detail: Type.String({ minLength: 2, maxLength: 100 }),
  is_default: Type.Optional(Flag),
})
/** licence: the licensed premises; every other place is looked at by the quality department. */
export type AddressReview = 'licence' | 'passed' | 'waiting' | 'rejected'
export const AddressShape = Type.Object({
  id: Id,
  receiver: Type.String(),
  phone: Type.String(),
  province: Type.String(),
  city: Type.String(),
  district: Type.String(),
  detail: Type.String(),
  is_default: Flag,
  is_licence: Flag,
  review: Type.Unsafe<AddressReview>({
    type: 'string',
    description: 'drugs and devices that need a filing or a licence go to licence and passed only',
  }),
  review_name: Type.String({ description: '许可证地址 | 审核通过 | 待审核 | 未通过' }),
  review_reason: Type.String({ description: 'why it was rejected; empty otherwise' }),
})
const AddressList = Type.Object({ list: Type.Array(AddressShape) })
export const addressList = call('GET', '/api/user/address', {
  access: 'member',
  summary: '收货地址',
  data: AddressList,
})
export const addressAdd = call('POST', '/api/user/address', {
  access: 'member',
  summary: '新增收货地址',
  body: AddressBody,
  data: AddressList,
})
/** Of the licence's own address only receiver and phone change here. */
export const addressEdit = call('POST', '/api/user/address/:id', {
  access: 'member',
  summary: '修改收货地址',
  body: AddressBody,
  data: AddressList,
})
export const addressDefault = call('POST', '/api/user/address/:id/default', {
  access: 'member',
  summary: '设为默认收货地址',
  data: AddressList,
})
export const addressDelete = call('DELETE', '/api/user/address/:id', {
  access: 'member',
  summary: '删除收货地址',
  data: AddressList,
})

export type LoginBodyWire = Static<typeof userLogin.body>
export type AddressListWire = Static<typeof AddressList>
export type AddressBodyWire = Static<typeof addressAdd.body>
