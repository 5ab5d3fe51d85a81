import { endpoint } from '#api-client/endpoint.ts'

type Console = typeof import('#contract/console.ts')
type Credentials = typeof import('#contract/credentials.ts')
type Passkeys = typeof import('#contract/passkeys.ts')

/** What the entrance and the frame ask; each zone has a calls.ts of its own. */
export const entrance = {
  captcha: endpoint<Credentials['captcha']>('GET', '/api/captcha'),
  login: endpoint<Console['staffLogin']>('POST', '/api/staff/login'),
  me: endpoint<Console['staffMe']>('GET', '/api/staff/me'),
  logout: endpoint<Console['staffLogout']>('POST', '/api/staff/logout'),
  password: endpoint<Console['staffPassword']>('POST', '/api/staff/me/password'),
  code: endpoint<Console['staffFactor']>('POST', '/api/staff/me/code'),
  enrol: endpoint<Console['staffEnrol']>('POST', '/api/staff/me/factor'),
  enrolConfirm: endpoint<Console['staffEnrolConfirm']>('POST', '/api/staff/me/factor/confirm'),
  passkeyAsk: endpoint<Passkeys['staffPasskeyAsk']>('POST', '/api/staff/me/passkey/ask'),
  passkeyPass: endpoint<Passkeys['staffPasskeyPass']>('POST', '/api/staff/me/passkey/pass'),
  passkeyBegin: endpoint<Passkeys['staffPasskeyBegin']>('POST', '/api/staff/me/passkey/begin'),
  passkeyAdd: endpoint<Passkeys['staffPasskeyAdd']>('POST', '/api/staff/me/passkey'),
}
