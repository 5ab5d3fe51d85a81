import { endpoint } from '#api-client/endpoint.ts'

type Agreements = typeof import('#contract/agreements.ts')
type Credentials = typeof import('#contract/credentials.ts')
type Invitations = typeof import('#contract/invitations.ts')

/** How people show who they are: apart, so that pages that sign somebody in fetch these alone. */
export const credentialApi = {
  loginWays: endpoint<Credentials['loginWays']>('GET', '/api/user/login_ways'),
  captcha: endpoint<Credentials['captcha']>('GET', '/api/captcha'),
  smsCode: endpoint<Credentials['smsCode']>('POST', '/api/sms/code'),
  userSmsCode: endpoint<Credentials['userSmsCode']>('POST', '/api/user/sms_code'),
  userLoginSms: endpoint<Credentials['userLoginSms']>('POST', '/api/user/login_sms'),
  userPhone: endpoint<Credentials['userPhone']>('GET', '/api/user/phone/:phone'),
  userProve: endpoint<Credentials['userProve']>('POST', '/api/user/prove'),
  userResetPassword: endpoint<Credentials['userResetPassword']>('POST', '/api/user/resetPassword'),
  userUpdateInfo: endpoint<Credentials['userUpdateInfo']>('POST', '/api/user/updateUserInfo'),
  userSessions: endpoint<Credentials['userSessions']>('GET', '/api/user/sessions'),
  userSessionEnd: endpoint<Credentials['userSessionEnd']>('DELETE', '/api/user/sessions/:id'),
  userSessionEndOthers: endpoint<Credentials['userSessionEndOthers']>('DELETE', '/api/user/sessions'),
  forgetCheck: endpoint<Credentials['forgetCheck']>('POST', '/api/forget/check'),
  forgetLook: endpoint<Credentials['forgetLook']>('POST', '/api/forget/look'),
  forgetReset: endpoint<Credentials['forgetReset']>('POST', '/api/forget/reset'),
  agreementsToRegister: endpoint<Agreements['agreementsToRegister']>('GET', '/api/agreement/registration'),
  register: endpoint<Credentials['register']>('POST', '/api/register'),
  registerInvited: endpoint<Invitations['registerInvited']>('POST', '/api/register/invited'),
  invitationLook: endpoint<Invitations['invitationLook']>('POST', '/api/invitation/look'),
  invitationAccept: endpoint<Invitations['invitationAccept']>('POST', '/api/invitation/accept'),
  registerStore: endpoint<Credentials['registerStore']>('POST', '/api/register/store'),
  wechatTicket: endpoint<Credentials['wechatTicket']>('POST', '/api/wechat/ticket'),
  wechatTicketState: endpoint<Credentials['wechatTicketState']>('GET', '/api/wechat/ticket/:id'),
  wechatLogin: endpoint<Credentials['wechatLogin']>('POST', '/api/wechat/login'),
  userCreateCode: endpoint<Credentials['userCreateCode']>('POST', '/api/user/create_code'),
  userWechat: endpoint<Credentials['userWechat']>('GET', '/api/user/wechat'),
  userBindWechat: endpoint<Credentials['userBindWechat']>('POST', '/api/user/bind_wechat'),
  userUnbindWechat: endpoint<Credentials['userUnbindWechat']>('DELETE', '/api/user/unbind_wechat'),
} as const
